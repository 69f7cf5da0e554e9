#pragma once

#include <optional>

#include "guard/policy.h"
#include "sampler/metrics.h"

namespace gb10 {

/// Says when clean page cache is to be dropped while a model loads: the weights that are read fill
/// the memory that the GPU is to get, and CUDA's own query counts only what is free.
class LoadGuard {
 public:
  static constexpr double kLevel = 600;  // seconds

  /// `policy` is the one for this machine with `total` bytes of memory.
  LoadGuard(GuardPolicy policy, double total) : policy_(std::move(policy)), total_(total) {}

  bool wants_drop(const Reading& reading);
  /// Whether what is available has been the same for kLevel: then nothing loads.
  bool is_level(const Reading& reading);

  /// Whether there are too few large blocks; nothing where the kernel does not tell.
  static std::optional<bool> lacks_blocks(const Reading& reading, const GuardPolicy& policy);

 private:
  GuardPolicy policy_;
  double total_;
  std::optional<double> dropped_;
  double level_ = kNotKnown, level_since_ = 0;  // what is available, and since when
};

}  // namespace gb10
