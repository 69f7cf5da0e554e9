#pragma once

#include <functional>

#include "bench/gemm_measure.h"

namespace gb10 {

/// How far `searched` goes.
struct SearchLimits {
  double seconds = 30;
  int tries = 3;                       // of each
  std::function<bool()> goes_on = {};  // asked before each
  std::function<void(int)> told = {};  // how many were tried so far
};

/// What a search came to.
struct GemmSearch {
  GemmCandidate best;  // `rank` is -1 where the library did not propose it
  int tried = 0;
  int wrong = 0;  // candidates that were the fastest so far and gave wrong results
};

/// Goes on from the fastest candidates of `from`, and from each algorithm that the library has, to
/// others that differ in one setting (tile, stages, cluster, split of K, order, custom option), as
/// long as that makes them faster. Only those that compute what they should count.
Result<GemmSearch> searched(Gemm& gemm, std::span<const GemmCandidate> from,
                            const SearchLimits& limits);

}  // namespace gb10
