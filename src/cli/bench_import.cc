#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/import.h"
#include "bench/reference.h"
#include "cli/benchmarks.h"
#include "cli/machine.h"
#include "cli/run_store.h"

namespace gb10 {

namespace {

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

}  // namespace

/// Judges each file, whatever is wrong with others; the exit code of the worst.
Result<int> bench_import(const Arguments& arguments, const Io& io, const RecordSink&) {
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

}  // namespace gb10
