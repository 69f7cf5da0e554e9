#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/bench_gpu.h"
#include "cli/benchmarks.h"
#include "cli/run_store.h"
#include "report/run_text.h"

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

/// What a part came to; without a record, why there is none.
struct PartResult {
  const char* name = "";
  std::string verdict = {}, why = {}, remedy = {};
  std::optional<RunRecord> record = {};
};

std::string param(const RunRecord& record, const char* name) {
  const auto found = record.params.find(name);
  return found == record.params.end() ? std::string() : found->second;
}

PartResult result_of(const Part& part, const Result<int>& code,
                     const std::optional<RunRecord>& record) {
  if (!record)
    return {part.name, "cannot tell", code.ok() ? "it left no record" : code.error().what,
            code.ok() ? "" : code.error().hint};
  return {part.name, param(*record, "result.verdict"), param(*record, "result.verdict.why"),
          param(*record, "result.verdict.remedy"), record};
}

/// All parts as one: what is wrong first, then what is not known.
std::string verdict_of(const std::vector<PartResult>& parts) {
  std::vector<std::string> wrong, unknown;
  for (const PartResult& each : parts) {
    if (each.verdict == "cannot tell")
      unknown.emplace_back(each.name);
    else if (each.verdict != "healthy")
      wrong.push_back(fmt::format("{} is {}", each.name, each.verdict));
  }
  if (!wrong.empty()) return "not as it should be: " + joined(wrong, ", ");
  if (!unknown.empty()) return "cannot tell: of " + joined(unknown, ", ");
  return "healthy: every part is as fast as good units show";
}

std::string text_of(const std::vector<PartResult>& parts) {
  std::string out = verdict_of(parts) + "\n";
  for (const PartResult& each : parts) {
    out += fmt::format("  {:<8}  {:<12} {}\n", each.name, each.verdict, each.why);
    if (!each.remedy.empty()) out += fmt::format("  {:<8}  {:<12} do: {}\n", "", "", each.remedy);
  }
  return out;
}

Json json_of(const std::vector<PartResult>& parts) {
  Json runs = Json::array();
  for (const PartResult& each : parts) {
    Json part = Json::object()
                    .set("benchmark", each.name)
                    .set("verdict", each.verdict)
                    .set("why", each.why)
                    .set("remedy", each.remedy);
    if (each.record) part.set("run", to_json(*each.record));
    runs.push(std::move(part));
  }
  return Json::object()
      .set("schema", 1)
      .set("verdict", verdict_of(parts))
      .set("parts", std::move(runs));
}

int code_of(const std::vector<PartResult>& parts) {
  const bool is_wrong = std::any_of(parts.begin(), parts.end(), [](const PartResult& each) {
    return each.verdict != "healthy" && each.verdict != "cannot tell";
  });
  return is_wrong ? kAnswerIsNo : kFine;
}

}  // namespace

Result<int> bench_quick(const Arguments& arguments, const Io& io, const RecordSink&) {
  const double seconds = TRY(wanted_seconds(arguments, kUsualSeconds, kLeastSeconds));
  TRY(wanted_gpu(arguments));
  std::vector<PartResult> parts;
  bool is_interrupted = false;
  for (const Part& part : kParts) {
    Arguments of_part;
    of_part.given["--seconds"] = {fmt::format("{:g}", std::max(part.least, part.share * seconds))};
    if (arguments.has("--gpu")) of_part.given["--gpu"] = arguments.values("--gpu");
    io.say(fmt::format("{}\n", part.name));
    std::optional<RunRecord> record;
    const Result<int> code = part.run(of_part, io, [&](const RunRecord& each) { record = each; });
    parts.push_back(result_of(part, code, record));
    is_interrupted = (code.ok() && *code == kInterrupted) ||
                     (!code.ok() && code.error().kind == Error::Kind::cancelled);
    if (record) keep_record(*record, io);
    if (is_interrupted) break;
  }
  io.print(arguments.has("--json") ? to_text(json_of(parts)) + "\n" : text_of(parts));
  return is_interrupted ? int{kInterrupted} : code_of(parts);
}

}  // namespace gb10
