#pragma once

#include <functional>
#include <optional>

#include "bench/gemm_result.h"

namespace gb10 {

/// How long, and who is told meanwhile.
struct GemmMeasure {
  double seconds = 60;
  /// The newest that the driver said; nothing where that is not new.
  std::function<std::optional<GpuSample>()> sample = {};
  std::function<void(const GemmRun&)> is_chosen = {};                  // before the first batch
  std::function<void(const GemmRun&, const GemmWindow&)> window = {};  // each second
  /// Why it must end now; empty while it may go on. Asked about twenty times a second.
  std::function<std::string()> must_end = {};
};

/// Tries what the library proposes, takes the fastest that computes what it should, and lets it
/// run. `cut` says why it ended early; what was finished until then counts.
struct GemmMeasured {
  GemmRun run;
  std::string cut;
};
Result<GemmMeasured> measured(Gemm& gemm, const GemmPlace& place, const GemmMeasure& measure);

}  // namespace gb10
