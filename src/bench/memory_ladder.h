#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/early_end.h"
#include "bench/memory_kinds.h"
#include "model/series.h"

namespace gb10 {

/// How far the ladder goes.
struct LadderMeasure {
  std::vector<std::uint64_t> sizes = {};  // bytes, rising; multiples of 4 KiB
  std::uint64_t largest_file = 256ULL << 20U;
  double longest = 1;    // seconds of one pass; a size that would take longer is left out
  double enough = 0.01;  // seconds of passes in a row that make a value
  /// Bytes of the machine's memory that are available now; error where that is not known.
  std::function<Result<std::uint64_t>()> available = {};
  std::uint64_t floor = 2ULL << 30U;  // bytes that stay for others
  std::function<EarlyEnd()> must_end = {};
};

struct LadderRun {
  /// "memory.ladder.pinned.h2d.16MiB"; "memory.ladder.pageable.gpu_read" with the reason where
  /// something is refused.
  std::vector<Figure> figures;
  MemoryCheck check;
  std::vector<std::string> notes;  // where it stopped, and why
  EarlyEnd cut;
};

/// For each kind of memory and each size: first_touch (asked for, and a word of each page written
/// by the CPU, or all by the GPU), gpu_first (the GPU's first pass over it), gpu_read and cpu_read
/// (one core) in place, h2d and d2h (copies to and from the GPU's own memory).
Result<LadderRun> climbed(const MemoryPlace& place, const LadderMeasure& measure);

}  // namespace gb10
