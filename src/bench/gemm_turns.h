#pragma once

#include <functional>
#include <vector>

#include "bench/gemm_result.h"
#include "bench/probe.h"

namespace gb10 {

/// One of several ways to compute products that take turns.
struct GemmSide {
  GemmPlace place;
  Gemm* gemm = nullptr;
  GemmCandidate candidate;
  GemmRun run = {};  // what is known of the choice; gets what was seen of the turns
  /// Work that is put on the stream before each product and counts as its time.
  std::function<Result<void>(std::size_t set)> first = {};
  std::function<void()> begins = {};  // before each block
};

/// Lets the sides take turns, as probes do, and checks their results before and after. What was
/// finished of each is in its `run`, with one batch for each block.
Result<void> take_turns(std::vector<GemmSide>& sides, const ProbeMeasure& measure);

}  // namespace gb10
