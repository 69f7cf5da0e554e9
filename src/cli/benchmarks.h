#pragma once

#include <functional>

#include "cli/command.h"
#include "model/run_record.h"

namespace gb10 {

/// Gets each run when it has ended.
using RecordSink = std::function<void(const RunRecord&)>;

// Each measures, hands its records on, and returns the exit code. `gb10 bench` lists them.

/// `gb10 bench gemm`: products of matrices through cuBLASLt.
Result<int> bench_gemm(const Arguments& arguments, const Io& io, const RecordSink& done);
/// `gb10 bench mma`: the matrix units alone.
Result<int> bench_mma(const Arguments& arguments, const Io& io, const RecordSink& done);
/// `gb10 bench memory`: rates and latencies of the memory, for the GPU, the CPU and both at once.
Result<int> bench_memory(const Arguments& arguments, const Io& io, const RecordSink& done);
/// `gb10 bench storage [PATH]`: a disk by itself, and every way from a file to the GPU.
Result<int> bench_storage(const Arguments& arguments, const Io& io, const RecordSink& done);
/// `gb10 bench quick`: the first three shorter, with one verdict.
Result<int> bench_quick(const Arguments& arguments, const Io& io, const RecordSink& done);
/// `gb10 bench import FILE`: judges others' results, of which no run is kept.
Result<int> bench_import(const Arguments& arguments, const Io& io, const RecordSink& done);

}  // namespace gb10
