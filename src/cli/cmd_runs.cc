#include <random>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/text.h"
#include "bench/change_point.h"
#include "bench/comparison.h"
#include "cli/commands.h"
#include "cli/machine.h"
#include "cli/run_store.h"
#include "record/output.h"
#include "report/comparison.h"
#include "report/run_html.h"
#include "report/run_text.h"

namespace gb10 {

namespace {

constexpr OptionSpec kCompareOptions[] = {
    {"RUN", nullptr, true,
     "two runs: ids or beginnings of them, last, or JSON files; A, then what is held against it"},
    {"--by", "KEY", false,
     "what is meant to differ, such as library or data; anything else that differs is refused"},
    {"--force", nullptr, false, "compare whatever else differs"},
};

constexpr OptionSpec kReportOptions[] = {
    {"RUN", nullptr, true, "runs: ids or beginnings of them, last, or JSON files"},
    {"--output,-o", "FILE", false,
     "a page of its own (.html), Markdown (.md) or every sample (.csv); else Markdown here"},
    {"--replace", nullptr, false, "overwrite FILE"},
};

constexpr OptionSpec kHistoryOptions[] = {
    {"RUN", nullptr, false, "runs like this one, and whether something changed; else all runs"},
};

Result<std::vector<RunRecord>> records_of(const Arguments& arguments, const Io& io) {
  const std::unique_ptr<Host> host = this_host(io);
  std::vector<RunRecord> out;
  for (const std::string& which : arguments.values("RUN")) {
    RunRecord record = TRY(record_named(which, *host, io));
    out.push_back(std::move(record));
  }
  return out;
}

/// As Markdown it is a block of its own.
void print_text(const std::string& text, const Arguments& arguments, const Io& io) {
  io.print(arguments.has("--markdown") ? fmt::format("```\n{}```\n", text) : text);
}

Result<int> compare(const Arguments& arguments, const Io& io) {
  const std::vector<RunRecord> runs = TRY(records_of(arguments, io));
  if (runs.size() != 2)
    return Error{Error::Kind::invalid, "a comparison is of two runs",
                 "gb10 compare A B; gb10 history lists the runs"};
  CompareOptions options;
  options.by = arguments.value("--by");
  options.force = arguments.has("--force");
  const RunComparison found = TRY(compared(runs[0], runs[1], options));
  if (arguments.has("--json"))
    io.print(to_text(to_json(found), 2) + "\n");
  else
    print_text(text(found, {io.color, io.width, false}), arguments, io);
  const bool is_well =
      found.verdict == CompareVerdict::faster || found.verdict == CompareVerdict::equivalent;
  return is_well ? int{kFine} : int{kAnswerIsNo};
}

/// Letters that no record can foresee.
std::string nonce() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

Result<std::string> page(const std::vector<RunRecord>& runs) {
  const auto page = embedded_asset("page"), style = embedded_asset("style"),
             script = embedded_asset("script"), charts = embedded_asset("charts");
  if (!page || !style || !script || !charts)
    return Error{Error::Kind::unsupported, "built without Chart.js",
                 "install libjs-chart.js and build again; .md and .csv need none"};
  const std::string once = nonce();
  return run_html(runs, {*page, *style, *script, *charts, once});
}

Result<std::string> rendered(const std::string& path, const std::vector<RunRecord>& runs) {
  if (path.ends_with(".html") || path.ends_with(".htm")) return page(runs);
  if (path.ends_with(".csv")) return run_csv(runs);
  if (path.empty() || path.ends_with(".md")) return run_markdown(runs);
  return Error{Error::Kind::invalid, fmt::format("what is {} to be?", printable(path, 200)),
               "name a file that ends in .html, .md or .csv"};
}

Result<int> report(const Arguments& arguments, const Io& io) {
  const std::vector<RunRecord> runs = TRY(records_of(arguments, io));
  if (runs.empty())
    return Error{Error::Kind::invalid, "a report of which run?",
                 "gb10 report last -o report.html; gb10 history lists the runs"};
  const std::string path = arguments.value("--output");
  if (arguments.has("--json") && !path.empty())
    return Error{Error::Kind::invalid, "--json prints the runs; with -o a file is written",
                 "give one of them"};
  if (arguments.has("--json")) {
    Json all = Json::array();
    for (const RunRecord& run : runs) all.push(to_json(run));
    io.print(to_text(all) + "\n");
    return int{kFine};
  }
  const std::string text = TRY(rendered(path, runs));
  if (path.empty()) {
    io.print(text);
    return int{kFine};
  }
  LateFile file = TRY(LateFile::open(path, arguments.has("--replace")));
  TRY(file.finish(text));
  io.say(fmt::format("written to {}\n", printable(path, 300)));
  return int{kFine};
}

std::string line_of(const RunSummary& run) {
  const std::string headline =
      run.headline ? fmt::format("{} {}", run.headline->name,
                                 to_text(Quantity{run.headline->value, run.headline->unit}))
                   : "no result";
  const std::string verdict = run.verdict == "invalid" ? "invalid: " : "";
  const std::string cut = run.cut.empty() ? "" : fmt::format(" ({})", printable(run.cut, 80));
  return fmt::format("{}  {}  {}{}{}\n", run.utc, printable(run.id, 60), verdict,
                     printable(headline, 100), cut);
}

Json json_of(const Figure& figure, const std::vector<HistoryPoint>& points,
             const std::optional<ChangePoint>& change) {
  Json runs = Json::array();
  for (const HistoryPoint& point : points)
    runs.push(Json::object().set("id", point.id).set("value", point.value));
  Json out = Json::object().set("schema", 1).set("result", figure.name);
  out.set("unit", word(figure.unit)).set("runs", std::move(runs));
  if (change)
    out.set("change", Json::object()
                          .set("id", points[change->index].id)
                          .set("before", change->before)
                          .set("after", change->after)
                          .set("p", change->p));
  return out;
}

std::string course_text(const Figure& figure, const std::vector<HistoryPoint>& points,
                        const std::optional<ChangePoint>& change) {
  const auto amount = [&](double value) { return to_text(Quantity{value, figure.unit}); };
  std::string out;
  for (const HistoryPoint& point : points)
    out += fmt::format("{}  {}\n", printable(point.id, 60), amount(point.value));
  if (!change)
    return out + fmt::format("no change of {} is seen in {}\n", printable(figure.name, 60),
                             counted(static_cast<std::int64_t>(points.size()), "run"));
  return out + fmt::format("changed at {}: {} before, {} since (p {:.3f})\n",
                           printable(points[change->index].id, 60), amount(change->before),
                           amount(change->after), change->p);
}

/// Runs like one, and whether they changed at some point.
Result<int> course(const RunStore& store, const RunRecord& like, const Arguments& arguments,
                   const Io& io) {
  if (like.results.empty()) return Error{Error::Kind::invalid, "that run has no result"};
  const Figure& figure = like.results.front();
  const auto points = TRY(store.history(like, figure.name));
  std::vector<double> values;
  for (const HistoryPoint& point : points) values.push_back(point.value);
  const auto change = change_point(values, 0.05);
  if (arguments.has("--json"))
    io.print(to_text(json_of(figure, points, change), 2) + "\n");
  else
    print_text(course_text(figure, points, change), arguments, io);
  return change ? int{kAnswerIsNo} : int{kFine};
}

Result<int> history(const Arguments& arguments, const Io& io) {
  const Result<RunStore> store = read_run_store(io);
  const bool is_empty = !store.ok() && store.error().kind == Error::Kind::not_found;
  if (!store.ok() && !is_empty) return store.error();
  if (!arguments.value("RUN").empty()) {
    const std::unique_ptr<Host> host = this_host(io);
    const RunRecord like = TRY(record_named(arguments.value("RUN"), *host, io));
    if (is_empty) return Error{Error::Kind::not_found, "no run is kept"};
    return course(*store, like, arguments, io);
  }
  Result<std::vector<RunSummary>> all = std::vector<RunSummary>();
  if (!is_empty) all = store->list();
  if (!all.ok()) return all.error();
  if (arguments.has("--json")) {
    Json list = Json::array();
    for (const RunSummary& run : *all)
      list.push(Json::object()
                    .set("id", run.id)
                    .set("utc", run.utc)
                    .set("cut", run.cut.empty() ? Json() : Json(run.cut))
                    .set("verdict", run.verdict.empty() ? Json() : Json(run.verdict))
                    .set("headline", run.headline ? to_json(*run.headline) : Json()));
    io.print(to_text(Json::object().set("schema", 1).set("runs", std::move(list)), 2) + "\n");
    return int{kFine};
  }
  std::string lines;
  for (const RunSummary& run : *all) lines += line_of(run);
  print_text(lines.empty() ? "no run is kept; gb10 bench gemm keeps one\n" : lines, arguments, io);
  return int{kFine};
}

template <Result<int> (*work)(const Arguments&, const Io&)>
int run(const Arguments& arguments, const Io& io) {
  const Result<int> code = work(arguments, io);
  return code.ok() ? *code : io.fail(code.error());
}

}  // namespace

CommandSpec compare_command() {
  return {"compare", "two runs against each other: faster, slower, equivalent, or cannot tell",
          "What counts is the median of each block, as readings within a block hang together; at "
          "least 6 blocks a run. The shift is the Hodges-Lehmann estimate with the interval of the "
          "exact rank-sum test; equivalent means within 1.5 % by two one-sided tests; several "
          "metrics are corrected together (Holm). Runs that differ in more than --by names are "
          "refused. Runs that took turns are better than one after the other.",
          kCompareOptions, run<compare>};
}

CommandSpec report_command() {
  return {"report", "runs as one page with charts, as Markdown, or as a table of every sample",
          "The page needs no network and nothing beside it: charts and data are inside.",
          kReportOptions, run<report>};
}

CommandSpec history_command() {
  return {"history", "the runs that are kept, and whether something changed",
          "With RUN those runs whose machine, library and settings are the same, and the point, if "
          "there is one, at which their result changed.",
          kHistoryOptions, run<history>};
}

}  // namespace gb10
