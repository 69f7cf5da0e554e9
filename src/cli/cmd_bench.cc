#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "bench/import.h"
#include "bench/reference.h"
#include "cli/benchmarks.h"
#include "cli/commands.h"
#include "cli/machine.h"
#include "cli/run_store.h"

namespace gb10 {

namespace {

constexpr OptionSpec kOptions[] = {
    {"WORD", nullptr, true,
     "what is measured: gemm; or import with files, which judges somebody else's numbers (- is "
     "standard input)"},
    {"--dtype", "TYPES", false,
     "of gemm: fp64, fp32, tf32, fp16, bf16, fp8-e4m3 (or fp8), fp8-e5m2, int8, mxfp8, nvfp4, "
     "several with commas, or all; else fp16"},
    {"--size", "N", false, "of gemm: all three sides; else 8192"},
    {"--mnk", "MxNxK", false, "of gemm: the sides one by one"},
    {"--data", "KIND", false,
     "of gemm: random (normal numbers), integers, ones or zeros, which need less power and are "
     "faster for it; sweep: all of them in turns"},
    {"--layout", "TN", false, "of gemm: tn, nn, nt or tt, which factors are transposed; else tn"},
    {"--seconds", "S", false, "how long; else 60"},
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

/// What is measured, by which options, and how many words it takes besides.
struct Benchmark {
  const char* name;
  const char* options;
  std::size_t words;
  Result<int> (*run)(const Arguments&, const Io&);
};

constexpr Benchmark kBenchmarks[] = {
    {"gemm",
     "--dtype --size --mnk --data --layout --seconds --env --against --quantise --tune "
     "--sparse --telemetry-cost --gpu",
     0, bench_gemm},
};
constexpr const char* kImport = "import";

constexpr std::uint64_t kLargest = 33ULL << 20U;  // more than an import takes

Result<std::string> text_of(const std::string& path, const HostView& host) {
  if (path != "-") return whole_file(host, path, kLargest);
  std::string out(kLargest, '\0');
  std::cin.read(out.data(), static_cast<std::streamsize>(out.size()));
  out.resize(static_cast<std::size_t>(std::cin.gcount()));
  return out;
}

/// What is known of a GB10, with which others' numbers are judged unless they name another GPU.
Result<ImportOptions> options_here(const HostView& host) {
  const auto files = TRY(data_files(host, "gpus", {}));
  const auto all = TRY(gpu_references(files));
  ImportOptions out;
  for (const GpuReference& gpu : all) {
    if (gpu.name == "gb10") out.ceilings = ceilings_of(gpu);
  }
  return out;
}

Result<Imported> judged(const std::string& file, const HostView& host,
                        const ImportOptions& options) {
  const std::string text = TRY(text_of(file, host));
  auto found = imported(text, options);
  if (found.ok()) return found;
  return Error{found.error().kind, fmt::format("{}: {}", printable(file, 300), found.error().what),
               found.error().hint};
}

/// Judges each file, whatever is wrong with others; the exit code of the worst.
Result<int> import(const Arguments& arguments, const Io& io) {
  std::vector<std::string> files = arguments.values("WORD");
  files.erase(files.begin());  // "import"
  if (files.empty())
    return Error{Error::Kind::invalid, "which results are to be judged?",
                 "gb10 bench import results.json"};
  const std::unique_ptr<Host> host = this_host(io);
  const ImportOptions options = TRY(options_here(*host));
  int worst = kFine;
  Json all = Json::array();
  std::string text;
  for (const std::string& file : files) {
    const Result<Imported> found = judged(file, *host, options);
    if (!found.ok()) {
      worst = std::max(worst, io.fail(found.error()));
      continue;
    }
    if (is_invalid(*found)) worst = std::max(worst, int{kAnswerIsNo});
    if (arguments.has("--json"))
      all.push(to_json(*found).set("file", file));
    else
      text += (files.size() > 1 ? printable(file, 300) + "\n" : "") + gb10::text(*found);
  }
  if (!text.empty())
    io.print(arguments.has("--markdown") ? fmt::format("```\n{}```\n", text) : text);
  if (!arguments.has("--json") || all.as_array()->empty()) return worst;
  io.print(to_text(files.size() == 1 ? all.as_array()->front() : all, 2) + "\n");
  return worst;
}

std::vector<std::string> names() {
  std::vector<std::string> out;
  for (const Benchmark& each : kBenchmarks) out.emplace_back(each.name);
  out.emplace_back(kImport);
  return out;
}

/// An option that does nothing must not look as if it did.
Result<void> check_options(const Arguments& arguments, std::string_view takes,
                           const std::string& word) {
  const std::vector<std::string_view> known = words(takes);
  for (const OptionSpec& option : kOptions) {
    if (option.is_positional() || !arguments.has(option.name)) continue;
    if (std::find(known.begin(), known.end(), option.name) == known.end())
      return Error{Error::Kind::invalid,
                   fmt::format("{} does not go with {}", option.name, printable(word, 40)),
                   "see gb10 bench --help"};
  }
  return {};
}

Result<int> benchmark(const Benchmark& which, const Arguments& arguments, const Io& io) {
  const std::vector<std::string> typed = arguments.values("WORD");
  if (typed.size() > which.words + 1)
    return Error{
        Error::Kind::invalid,
        fmt::format("{} takes no \"{}\"", which.name, printable(typed[which.words + 1], 40)),
        "see gb10 bench --help"};
  TRY(check_options(arguments, which.options, which.name));
  return which.run(arguments, io);
}

Result<int> done(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> typed = arguments.values("WORD");
  const std::string word = typed.empty() ? "" : typed.front();
  for (const Benchmark& each : kBenchmarks) {
    if (word == each.name) return benchmark(each, arguments, io);
  }
  if (word == kImport) {
    TRY(check_options(arguments, "", word));
    return import(arguments, io);
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
  return {
      "bench",
      "how fast this GPU is, with its clock, power and heat beside each number",
      "gemm lets the GPU multiply matrices through cuBLASLt: every candidate of the library is "
      "tried, the fastest that computes correctly runs, and what counts is finished work, "
      "second by second. The verdict compares with physics (the peak at the clock that was "
      "seen), with up to 4096 results computed in FP64 on the CPU, and with public reports of good "
      "units where there are some. Lines of progress go to standard error. import reads results "
      "of vllm bench serve, llama-bench, llama-benchy, nvbandwidth, nccl-tests, nanochat and of "
      "the old burn-in script, and says which of their numbers cannot be.",
      kOptions,
      run,
      names};
}

}  // namespace gb10
