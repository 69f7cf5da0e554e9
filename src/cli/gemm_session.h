#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/gemm_measure.h"
#include "cli/bench_gpu.h"
#include "cli/bench_wanted.h"
#include "cli/benchmarks.h"

namespace gb10 {

/// Where the copies of a library lie, of a Python environment or of this machine; the names alone
/// where none was found, for the loader to look. Error `unsupported` where an environment has none.
Result<std::vector<std::string>> library_paths(const HostView& host, const std::string& environment,
                                               const std::vector<std::string>& sonames);

/// The library whose products are measured, and where all its copies lie.
struct GemmLibrary {
  CublasLt library;
  std::vector<std::string> copies;

  /// Of a Python environment, or of this machine where none is named. A context must be current.
  static Result<GemmLibrary> open(const HostView& host, const std::string& environment);
};

/// Everything that one type needs of the session.
struct GemmSession {
  BenchGpu& gpu;
  const GemmLibrary& with;
  const GemmWanted& wanted;
  const Arguments& arguments;
  const Io& io;
  const RecordSink& done;

  GemmPlace place(const GemmLibrary& library) const {
    return {gpu.cuda(), gpu.device(), gpu.module(), gpu.stream(), library.library};
  }
  /// A new record of the machine, the command and the library.
  RunRecord record(const GemmLibrary& library, const std::string& name) const;
  /// How it is measured: by the driver's readings, until it must end, with what is remembered.
  GemmMeasure measure(const GemmLibrary& library, const GemmWish& wish) const;
};

/// "fp16 8192x8192x8192 TN".
std::string product_words(const GemmWish& wish);

/// Several ways to do one product in turns, compared with the first: the exit code.
Result<int> gemm_in_turns(const GemmSession& session, const GemmWish& wish);

}  // namespace gb10
