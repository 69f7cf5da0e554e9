#pragma once

#include <functional>
#include <optional>

#include "bench/gemm_result.h"

namespace gb10 {

/// How long, and who is told meanwhile.
struct GemmMeasure {
  double seconds = 60;
  double final_seconds = 0.2;  // of a turn of the last candidates: a clock settles in less
  /// The newest that the driver said; nothing where that is not new.
  std::function<std::optional<GpuSample>()> sample = {};
  std::function<void(const GemmRun&)> is_chosen = {};                  // before the first batch
  std::function<void(const GemmRun&, const GemmWindow&)> window = {};  // each second
  /// Why it must end now. Asked after each batch, and after each candidate of the search, when no
  /// run is there yet.
  std::function<EarlyEnd(const GemmRun*)> must_end = {};
  /// What an earlier search found for this very product; tried with the others.
  std::optional<GemmCandidate> remembered = {};
};

/// Tries what the library proposes; the fastest that computes what it should, and what was seen of
/// the search in `run`. Errors as of `measured`.
Result<GemmCandidate> chosen(Gemm& gemm, const GemmMeasure& measure, GemmRun& run);

/// Tries what the library proposes, takes the fastest that computes what it should, and lets it
/// run. Of a run that ended early, also by a failure, what was finished until then counts. Error
/// `cancelled` where the search was interrupted, `busy` where memory ended it.
Result<GemmRun> measured(Gemm& gemm, const GemmPlace& place, const GemmMeasure& measure);

}  // namespace gb10
