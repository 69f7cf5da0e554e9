#pragma once

#include <cstdint>
#include <span>

#include "bench/cpu_memory.h"

namespace gb10 {

/// Nodes of 64 bytes, tied into a random round: each load needs the one before
/// it, and none can be foreseen.
class ChaseRound {
 public:
  static Result<ChaseRound> make(Pages pages);
  /// The same in memory that somebody else holds, such as memory that a GPU has touched.
  static Result<ChaseRound> in(std::span<std::uint64_t> words);

  /// Seconds of one load out of `steps` on `cpu`, further along the round with each call. Adds to
  /// `out` its CPU time and one check: that it came to where the round leads. Error `busy` where
  /// there may be no more threads.
  Result<double> seconds_of_load(int cpu, std::uint64_t steps, CpuRuns& out);

  std::uint64_t nodes() const { return next_.size(); }
  const Pages* pages() const { return pages_ ? &*pages_ : nullptr; }

 private:
  ChaseRound() = default;

  std::optional<Pages> pages_;
  std::span<std::uint64_t> words_;
  std::vector<std::uint32_t> next_;
  std::uint32_t at_ = 0;
};

struct LatencyMeasure {
  int blocks = 8;
  std::uint64_t steps = 1U << 18U;  // loads of a block
  std::uint64_t bytes = 0;          // of all nodes
  std::function<EarlyEnd()> must_end = {};
};

/// Each group's first CPU, with the kernel's pages and with huge ones:
/// "memory.cpu.all.latency.base_pages". Where huge pages did not come that run has no blocks;
/// where they came for less, both are over less. `notes` says so.
Result<CpuRuns> latencies(std::span<const CpuGroup> groups, const LatencyMeasure& measure,
                          std::vector<std::string>& notes);

}  // namespace gb10
