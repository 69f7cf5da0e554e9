#pragma once

#include "bench/memory_ladder.h"

namespace gb10 {

/// How much may be taken at once.
struct AllocationMeasure {
  std::uint64_t first = 1ULL << 30U;  // bytes; each next is twice the one before
  /// Bytes that are available now, of the GPU's memory and where it has none of the machine's.
  std::function<Result<std::uint64_t>()> available = {};
  std::uint64_t floor = 4ULL << 30U;  // bytes that stay for others, besides half of what there is
  double longest = 5;                 // seconds of one
  std::function<EarlyEnd()> must_end = {};
};

/// Asks for more and more of the GPU's memory at once, writes all of it, looks at all of it
/// and gives it back: "memory.allocation.8GiB", bytes per second of both. It stops before more than
/// half of what is available is taken, and says where and why.
Result<LadderRun> allocated(const MemoryPlace& place, const AllocationMeasure& measure);

}  // namespace gb10
