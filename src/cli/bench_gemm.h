#pragma once

#include "cli/command.h"

namespace gb10 {

/// `gb10 bench gemm`: the exit code.
Result<int> bench_gemm(const Arguments& arguments, const Io& io);

}  // namespace gb10
