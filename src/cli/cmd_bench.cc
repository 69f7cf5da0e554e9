#include <algorithm>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "cli/benchmarks.h"
#include "cli/commands.h"
#include "cli/run_store.h"
#include "report/gemm.h"
#include "report/memory.h"
#include "report/mma.h"
#include "report/storage_bench.h"

namespace gb10 {

namespace {

constexpr OptionSpec kOptions[] = {
    {"WORD", nullptr, true,
     "what is measured: quick, gemm, mma, memory, or storage with a folder or a file; or import "
     "with "
     "files, which judges somebody else's numbers (- is standard input)"},
    {"--dtype", "TYPES", false,
     "of gemm: fp64, fp32, tf32, fp16, bf16, fp8-e4m3 (or fp8), fp8-e5m2, fp8-row, fp8-block, "
     "int8, "
     "mxfp8, nvfp4, several with commas, or all; else fp16. Of mma: fp64, tf32, fp16, bf16, fp8, "
     "int8, mxfp8, nvfp4, fp6, fp4, mxfp4, fp16_sum16, fp8_sum16, and fp16_sparse, bf16_sparse, "
     "fp8_sparse, int8_sparse, nvfp4_sparse; else all"},
    {"--size", "N", false,
     "of gemm: all three sides, several with commas; else 8192. Of storage: bytes of the file, "
     "such "
     "as \"8 GiB\"; else 1 GiB and at most an eighth of what is free"},
    {"--mnk", "MxNxK", false, "of gemm: the sides one by one; several shapes with commas"},
    {"--data", "KIND", false,
     "of gemm: random (normal numbers), integers, ones or zeros, which need less power and are "
     "faster for it; sweep: all of them in turns"},
    {"--layout", "TN", false, "of gemm: tn, nn, nt or tt, which factors are transposed; else tn"},
    {"--seconds", "S", false,
     "how long; else 60. Of quick all of it, about, else 120; of mma for each instruction, else 2; "
     "of storage for each step of the "
     "ladder, else 0.6"},
    {"--env", "DIR", false, "take the libraries of this Python environment"},
    {"--against", "DIR", false,
     "of gemm: the libraries of this environment too, in turns: is one faster?"},
    {"--quantise", nullptr, false,
     "of gemm: products alone and with A made small in the timed part, in turns"},
    {"--tune", nullptr, false,
     "of gemm: search beyond what the library proposes, and remember the winner"},
    {"--sparse", "2:4", false,
     "of gemm: dense and with A's zeros, two of each four, left out (cuSPARSELt), in turns"},
    {"--telemetry-cost", nullptr, false,
     "of gemm: with and without asking the driver, in turns: what the asking costs"},
    {"--gpu", "N", false, "which GPU; else 0"},
};

/// What is measured, by which options, how many words it takes besides, and how it is told.
struct Benchmark {
  const char* name;
  const char* options;
  std::size_t words;
  Result<int> (*run)(const Arguments&, const Io&, const RecordSink&);
  std::string (*text)(const RunRecord&);
  const char* details;
};

constexpr Benchmark kBenchmarks[] = {
    {"quick", "--seconds --gpu", 0, bench_quick, nullptr,
     "quick takes about two minutes: products, memory and the disk of this folder, each shorter "
     "than alone, and one verdict: is this unit as fast as a healthy one?"},
    {"gemm",
     "--dtype --size --mnk --data --layout --seconds --env --against --quantise --tune "
     "--sparse --telemetry-cost --gpu",
     0, bench_gemm, gemm_text,
     "gemm lets the GPU multiply matrices through cuBLASLt: every candidate of the library is "
     "tried, the fastest that computes correctly runs, and what counts is finished work, second by "
     "second. The verdict compares with physics (the peak at the clock that was seen), with up to "
     "4096 results computed in FP64 on the CPU, and with public reports of good units where there "
     "are some."},
    {"mma", "--dtype --seconds --gpu", 0, bench_mma, mma_text,
     "mma lets the matrix units work on registers alone, one instruction after the other: the "
     "ceiling of every product, with each result checked to the last bit."},
    {"memory", "--seconds --gpu", 0, bench_memory, memory_text,
     "memory measures what the GPU, the CPU and each kind of its cores read, write and copy, alone "
     "and together, how long a single load takes, and what each kind of memory (the GPU's own, "
     "managed, pinned, pageable, a file's) gives to whom; without a GPU the CPU alone."},
    {"storage", "--size --seconds --env --gpu", 1, bench_storage, storage_text,
     "storage reads a folder's disk past the page cache: 4 KiB to 1 MiB, 1 to 128 at once, at "
     "random places and in turn, from a file without a name that goes with the process, or from a "
     "file that is there and only read; then it brings that file to the GPU in every way that a "
     "loader may take, cold and warm, and the GPU sums up what came."},
    {"import", "", SIZE_MAX - 1, bench_import, nullptr,
     "import reads results of vllm bench serve, llama-bench, llama-benchy, nvbandwidth, "
     "nccl-tests, "
     "nanochat and of the old burn-in script, and says which of their numbers cannot be."},
};

std::vector<std::string> names() {
  std::vector<std::string> out;
  for (const Benchmark& each : kBenchmarks) out.emplace_back(each.name);
  return out;
}

const char* details() {
  static const std::string text = [] {
    std::string out;
    for (const Benchmark& each : kBenchmarks) out += std::string(each.details) + " ";
    return out + "Lines of progress go to standard error.";
  }();
  return text.c_str();
}

/// An option that does nothing must not look as if it did.
Result<void> check_options(const Arguments& arguments, const Benchmark& benchmark) {
  const std::vector<std::string_view> known = words(benchmark.options);
  for (const OptionSpec& option : kOptions) {
    if (option.is_positional() || !arguments.has(option.name)) continue;
    if (std::find(known.begin(), known.end(), option.name) == known.end())
      return Error{Error::Kind::invalid,
                   fmt::format("{} does not go with {}", option.name, benchmark.name),
                   "see gb10 bench --help"};
  }
  return {};
}

Result<int> measured(const Benchmark& benchmark, const Arguments& arguments, const Io& io) {
  const std::vector<std::string> typed = arguments.values("WORD");
  if (typed.size() > benchmark.words + 1)
    return Error{Error::Kind::invalid,
                 fmt::format("{} takes no \"{}\"", benchmark.name,
                             printable(typed[benchmark.words + 1], 40)),
                 "see gb10 bench --help"};
  TRY(check_options(arguments, benchmark));
  return benchmark.run(arguments, io, [&](const RunRecord& record) {
    tell_record(record, benchmark.text, arguments, io);
  });
}

Result<int> done(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> typed = arguments.values("WORD");
  const std::string word = typed.empty() ? "" : typed.front();
  for (const Benchmark& each : kBenchmarks) {
    if (word == each.name) return measured(each, arguments, io);
  }
  if (word.empty())
    return Error{Error::Kind::invalid, "what is to be measured?", "gb10 bench gemm"};
  return Error{Error::Kind::invalid,
               fmt::format("nothing here is called \"{}\"", printable(word, 40)),
               did_you_mean(word, names(), "gb10 bench gemm")};
}

int run(const Arguments& arguments, const Io& io) {
  const Result<int> code = done(arguments, io);
  return code.ok() ? *code : io.fail(code.error());
}

}  // namespace

CommandSpec bench_command() {
  return {"bench",   "how fast this machine is, with clock, power and heat beside each number",
          details(), kOptions,
          run,       names};
}

}  // namespace gb10
