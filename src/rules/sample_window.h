#pragma once

#include <span>
#include <string>

#include "rules/clause.h"

namespace gb10 {

/// The stretch of samples on which a window rule was judged.
struct SampleWindowResult {
  Truth truth = Truth::unknown;
  std::string reason;  // why it is unknown
  std::span<const GpuSample>
      run;  // the longest stretch that meets the window; empty when none does
};

/// Looks for the longest stretch of consecutive samples that meets every clause. Unknown when none
/// does and the series never was under the load that the window asks for long enough.
SampleWindowResult judged(const SampleWindow& window, const GpuSeries& series);

/// Lowest and highest value of a metric in `run`; nothing when no sample has it.
struct Extent {
  double low = 0, high = 0;
};
std::optional<Extent> extent(std::span<const GpuSample> run, Metric metric);

/// From the first to the last sample, seconds.
double span_of(std::span<const GpuSample> run);

}  // namespace gb10
