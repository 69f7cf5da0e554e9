#pragma once

#include <string>
#include <vector>

#include "bench/gemm.h"
#include "cli/command.h"

namespace gb10 {

constexpr double kGemmSeconds = 60;

/// What takes turns within one product, to be compared.
enum class GemmTurns { none, data, libraries, telemetry, quantising, choices, sparsity };

/// What was asked of `gb10 bench gemm`.
struct GemmWanted {
  std::vector<GemmWish> wishes;
  double seconds = kGemmSeconds;
  std::string environment;
  int gpu = 0;
  GemmTurns turns = GemmTurns::none;
  std::string against = {};  // the environment of the other library
};

/// Error `invalid` for what makes no sense.
Result<GemmWanted> gemm_wanted(const Arguments& arguments);

}  // namespace gb10
