#pragma once

#include <optional>
#include <vector>

#include "cli/quick_memory.h"
#include "report/top.h"
#include "sampler/gpu_feed.h"
#include "sampler/sampler.h"

namespace gb10 {

/// Reads what `gb10 top` shows.
class TopSource {
 public:
  explicit TopSource(const HostView& host);

  /// At `seconds` of boot_seconds(); rates are since the reading before.
  void read(double seconds);
  /// What was read last.
  const TopFrame& frame() const { return frame_; }

 private:
  void add_numbers();
  void add_memory(const Facts& facts);
  void add_processes(const GpuNews& news);

  QuickMemory memory_;
  GpuFeed feed_;
  Sampler sampler_;
  std::optional<ProcessScan> scan_;
  std::vector<ProcessUse> processes_;
  Reading reading_;
  TopFrame frame_;
};

}  // namespace gb10
