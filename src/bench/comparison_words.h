#pragma once

#include <string>
#include <string_view>

#include "bench/comparison.h"

namespace gb10 {

/// Why a metric has its verdict, as a clause.
std::string why_of(const MetricComparison& metric, const CompareOptions& options);
/// Why it has none where `run` drifts by `share` while it runs.
std::string why_of_drift(std::string_view run, double share);
/// Why it has none where one run is much more restless than the other.
std::string why_of_unlike_runs();
std::string note_of_runs_apart();

/// "driver 580.95 -> 580.126".
std::string words_of(const ParamDifference& difference);

/// The verdict of all metrics as a sentence without a full stop.
std::string headline_of(const RunComparison& comparison);

}  // namespace gb10
