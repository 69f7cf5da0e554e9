#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/mma_types.h"

namespace gb10 {

/// A place in a result.
struct MmaPlace {
  int row = 0, column = 0;
};

/// Which result the accumulator `value` of a set's `thread` is, as the instruction has it.
MmaPlace place_of(const MmaKernel& kernel, int thread, int value);

/// Factors of small whole numbers (times a power of two), as the kernel wants them, and what their
/// products come to. All sums are exact, so that each result has one value only.
class MmaProblem {
 public:
  /// The same seed gives the same numbers.
  static MmaProblem make(const MmaKernel& kernel, std::uint64_t seed);

  int sets() const { return sets_; }
  /// Products of a round: as many as stay exact, a multiple of four.
  int steps() const { return steps_; }
  const std::vector<std::byte>& operands() const { return operands_; }

  /// Registers of accumulators of a thread, and their bytes.
  int registers() const;
  std::size_t register_bytes() const;
  /// What they hold after a round.
  std::vector<std::uint64_t> sums(int set, int thread) const;
  /// The thread's chain after so many rounds from 0.
  std::uint32_t chain(int set, int thread, std::uint64_t rounds) const;

 private:
  explicit MmaProblem(const MmaKernel& kernel) : kernel_(&kernel) {}

  const MmaKernel* kernel_;
  int sets_ = 0, steps_ = 0;
  std::vector<std::byte> operands_;
  std::vector<std::int64_t> once_;  // of a cycle of steps: [set][thread][value]
};

}  // namespace gb10
