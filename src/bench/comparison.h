#pragma once

#include <string>

#include "model/comparison.h"

namespace gb10 {

/// The end of the name of a series that holds a median for each block: "gemm.rate.block".
constexpr std::string_view kBlockSuffix = ".block";
/// The clock in each block, which tells a changed kernel from a changed clock.
constexpr std::string_view kClockSeries = "gpu.sm_clock.block";

struct CompareOptions {
  /// What is meant to differ: a parameter, or what stands before the "." or "[" of several.
  std::string by = {};
  bool force = false;     // whatever else differs
  double margin = 0.015;  // of A's median: no more than this is no shift
  double alpha = 0.05;
};

/// Fewer blocks a run tell nothing.
constexpr int kLeastBlocks = 6;

/// What run B is against run A in all that both measured in blocks. A block counts as one value:
/// what lies inside one hangs together. Error `unsupported` where more differs than is meant to;
/// `invalid` where there is nothing to compare.
Result<RunComparison> compared(const RunRecord& a, const RunRecord& b,
                               const CompareOptions& options);

}  // namespace gb10
