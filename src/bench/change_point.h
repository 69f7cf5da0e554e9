#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace gb10 {

/// Where a history became another one.
struct ChangePoint {
  std::size_t index = 0;         // of the first value after it
  double before = 0, after = 0;  // medians
  double p = 1;
};

/// The most likely single change of level in values that follow each other, one for each run of the
/// same kind on the same machine; those that are no number are passed over. By ranks, and judged by
/// what shuffled histories show. Nothing: none is shown at `alpha`, or there are too few values to
/// show any. A slow drift is shown as a change, too.
std::optional<ChangePoint> change_point(std::span<const double> history, double alpha = 0.05);

}  // namespace gb10
