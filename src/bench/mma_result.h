#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/mma.h"
#include "bench/reference.h"

namespace gb10 {

/// What a kernel came to.
struct MmaOutcome {
  const MmaKernel* kernel = nullptr;
  ProbeRun run;
  MmaCheck check;
};

/// An outcome, judged.
struct MmaJudged {
  std::optional<double> clock;      // Hz, the mean that the driver told
  std::optional<double> by_driver;  // FLOP per clock and multiprocessor, at that clock
  std::optional<double> peak;       // of these; nothing where none is known
  std::optional<double> share;      // of the peak, by the multiprocessor's own counter
  std::string reason;               // why it is invalid; empty: it is not
  std::string says;
};

/// Physics first: no work, wrong results, more than the peak. `reference` is null where nothing is
/// known of this GPU.
MmaJudged judged(const MmaOutcome& outcome, int processors, const GpuReference* reference);

/// All kernels of a run.
struct MmaRecordInput {
  std::span<const MmaOutcome> outcomes;
  const ProbeRuns& runs;
  int processors = 0;
  const GpuReference* reference = nullptr;
  /// "mxfp8 by 120f: …": what could not be measured, and why.
  std::vector<std::string> refused = {};
};

/// Figures, verdicts and series of a run. Nothing that is invalid has a figure or a series.
/// Returns whether anything was invalid.
bool add_to(RunRecord& record, const MmaRecordInput& input);

}  // namespace gb10
