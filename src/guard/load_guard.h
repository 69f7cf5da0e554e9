#pragma once

#include <optional>

#include "guard/policy.h"
#include "sampler/metrics.h"

namespace gb10 {

/// Says when clean page cache is to be dropped while a model loads: the weights that are read fill
/// the memory that the GPU is to get, and CUDA's own query counts only what is free.
class LoadGuard {
 public:
  /// `policy` is the one for this machine; below `room` bytes free the cache is in the way.
  LoadGuard(GuardPolicy policy, double room) : policy_(std::move(policy)), room_(room) {}

  bool wants_drop(const Reading& reading);
  int drops() const { return drops_; }

  /// Whether there are too few large blocks; nothing where the kernel does not tell.
  static std::optional<bool> lacks_blocks(const Reading& reading, const GuardPolicy& policy);

 private:
  GuardPolicy policy_;
  double room_;
  std::optional<double> dropped_;
  int drops_ = 0;
};

}  // namespace gb10
