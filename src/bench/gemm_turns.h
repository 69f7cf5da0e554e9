#pragma once

#include <functional>
#include <vector>

#include "bench/gemm_result.h"
#include "bench/probe.h"
#include "bench/sparse_gemm.h"

namespace gb10 {

/// One of several ways to compute products that take turns.
struct GemmSide {
  GemmPlace place;
  GemmWish wish;
  double seconds = 0;  // of one product, as tried
  /// Puts one product of a set on the stream; does not wait for it.
  std::function<Result<void>(std::size_t set)> enqueue = {};
  std::function<Result<GemmCheck>()> checked = {};
  GemmRun run = {};  // what is known of the choice; gets what was seen of the turns
  /// Work that is put on the stream before each product and counts as its time.
  std::function<Result<void>(std::size_t set)> first = {};
  std::function<void()> begins = {};  // before each block
};

/// The product of `gemm` by one candidate of its library; both must live longer.
GemmSide side_of(const GemmPlace& place, Gemm& gemm, const GemmCandidate& candidate,
                 GemmRun run = {});
/// That of `gemm`, too, whose A is pruned, through cuSPARSELt.
GemmSide side_of(const GemmPlace& place, SparseGemm& sparse, const Gemm& gemm);

/// Lets the sides take turns, as probes do, and checks their results before and after. What was
/// finished of each is in its `run`, with one batch for each block.
Result<void> take_turns(std::vector<GemmSide>& sides, const ProbeMeasure& measure);

}  // namespace gb10
