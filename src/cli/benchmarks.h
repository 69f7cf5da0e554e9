#pragma once

#include "cli/command.h"

namespace gb10 {

// Each measures, tells, keeps the record, and returns the exit code. `gb10 bench` lists them.

/// `gb10 bench gemm`: products of matrices through cuBLASLt.
Result<int> bench_gemm(const Arguments& arguments, const Io& io);
/// `gb10 bench mma`: the matrix units alone.
Result<int> bench_mma(const Arguments& arguments, const Io& io);

}  // namespace gb10
