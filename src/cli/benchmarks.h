#pragma once

#include "cli/command.h"

namespace gb10 {

// Each measures, tells, keeps the record, and returns the exit code. `gb10 bench` lists them.

/// `gb10 bench gemm`: products of matrices through cuBLASLt.
Result<int> bench_gemm(const Arguments& arguments, const Io& io);
/// `gb10 bench memory`: rates and latencies of the memory, for the GPU, the CPU and both at once.
Result<int> bench_memory(const Arguments& arguments, const Io& io);
/// `gb10 bench storage [PATH]`: a disk by itself, and every way from a file to the GPU.
Result<int> bench_storage(const Arguments& arguments, const Io& io);

}  // namespace gb10
