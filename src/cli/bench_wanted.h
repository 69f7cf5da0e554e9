#pragma once

#include <string>
#include <vector>

#include "bench/gemm.h"
#include "cli/command.h"

namespace gb10 {

constexpr double kGemmSeconds = 60;

/// What was asked of `gb10 bench gemm`.
struct GemmWanted {
  std::vector<GemmWish> wishes;
  double seconds = kGemmSeconds;
  std::string environment;
  int gpu = 0;
};

/// Error `invalid` for what makes no sense.
Result<GemmWanted> gemm_wanted(const Arguments& arguments);

}  // namespace gb10
