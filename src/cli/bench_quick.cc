#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/bench_gpu.h"
#include "cli/benchmarks.h"
#include "cli/run_store.h"
#include "report/quick.h"

namespace gb10 {

namespace {

/// A part of it: a benchmark that is shorter than usual.
struct Part {
  const char* name;
  Result<int> (*run)(const Arguments&, const Io&, const RecordSink&);
  double share;  // of the time; of storage that of one step of its ladder
  double least;  // seconds
};

constexpr double kUsualSeconds = 120, kLeastSeconds = 4;

constexpr std::array<Part, 3> kParts = {{
    {"gemm", bench_gemm, 0.25, 2},
    {"memory", bench_memory, 0.35, 2},
    {"storage", bench_storage, 0.0017, 0.02},
}};

std::string param(const RunRecord& record, const char* name) {
  const auto found = record.params.find(name);
  return found == record.params.end() ? std::string() : found->second;
}

QuickPart result_of(const Part& part, const Result<int>& code,
                    const std::optional<RunRecord>& record) {
  if (!code.ok()) {
    // What cannot be measured here, or was interrupted, is not known; what went wrong is no health.
    const bool is_unknown = code.error().kind == Error::Kind::unsupported ||
                            code.error().kind == Error::Kind::cancelled;
    return {part.name, is_unknown ? "cannot tell" : "failed", code.error().what, code.error().hint};
  }
  if (!record) return {part.name, "failed", "it left no record"};
  return {part.name, param(*record, "result.verdict"), param(*record, "result.verdict.why"),
          param(*record, "result.verdict.remedy"), record};
}

}  // namespace

Result<int> bench_quick(const Arguments& arguments, const Io& io, const RecordSink&) {
  const double seconds = TRY(wanted_seconds(arguments, kUsualSeconds, kLeastSeconds));
  TRY(wanted_gpu(arguments));
  std::vector<QuickPart> parts;
  bool is_interrupted = false, has_no_gpu = false;
  for (const Part& part : kParts) {
    Arguments of_part;
    of_part.given["--seconds"] = {fmt::format("{:g}", std::max(part.least, part.share * seconds))};
    if (arguments.has("--gpu")) of_part.given["--gpu"] = arguments.values("--gpu");
    io.say(fmt::format("{}\n", part.name));
    std::optional<RunRecord> record;
    const Result<int> code = part.run(of_part, io, [&](const RunRecord& each) { record = each; });
    parts.push_back(result_of(part, code, record));
    has_no_gpu = has_no_gpu || (!code.ok() && code.error().kind == Error::Kind::unsupported);
    is_interrupted = (code.ok() && *code == kInterrupted) ||
                     (!code.ok() && code.error().kind == Error::Kind::cancelled);
    if (record) keep_record(*record, io);
    if (is_interrupted) break;
  }
  if (arguments.has("--json"))
    io.print(to_text(to_json(parts)) + "\n");
  else
    io.print(arguments.has("--markdown") ? fmt::format("```\n{}```\n", quick_text(parts))
                                         : quick_text(parts));
  if (is_interrupted) return int{kInterrupted};
  if (!is_as_it_should_be(parts)) return int{kAnswerIsNo};
  return has_no_gpu ? int{kUnsupported} : int{kFine};
}

}  // namespace gb10
