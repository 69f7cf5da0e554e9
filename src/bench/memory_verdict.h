#pragma once

#include <string>

#include "bench/early_end.h"
#include "bench/reference.h"
#include "model/run_record.h"

namespace gb10 {

/// What a run's figures say of the machine.
struct MemoryVerdict {
  std::string verdict;  // "healthy", "look closer", "slow", "throttled", "invalid", "cannot tell"
  std::string reason;   // a word for programs
  std::string says;     // a sentence
  std::string remedy;   // the lowest that is known; empty where none is
};

/// Judges the figures of `record` by their names, its clocks and power, and how it ended. `others`
/// names who else worked on the GPU. Null: nothing is known of this GPU, or there is none.
MemoryVerdict verdict_of(const RunRecord& record, const EarlyEnd& cut, const std::string& others,
                         const GpuReference* reference);

/// The figure of that name, or the last whose name goes on with a "." behind it: of a ladder that
/// with the largest size. Null where none is known, or none of a size of `least` bytes or more.
const Figure* largest_figure(const RunRecord& record, const std::string& name, double least = 0);

}  // namespace gb10
