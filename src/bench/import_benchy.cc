#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/import_parts.h"

namespace gb10 {

namespace {

constexpr std::string_view kForm = "llama-benchy";

/// One line of llama-benchy's report, however it was written. Times in milliseconds.
struct BenchyTest {
  std::string name;  // "pp2048 @ d4096 (c2)"
  double rate = kUnknownFigure, deviation = kUnknownFigure;
  double peak = kUnknownFigure;
  double first_response = kUnknownFigure, prompt_time = kUnknownFigure,
         first_token = kUnknownFigure;
  std::vector<double> samples = {};
};

bool decodes(const BenchyTest& test) {
  return test.name.starts_with("tg") || test.name.starts_with("ctx_tg");
}

/// Of several requests at a time only the sum is given.
bool is_single(const BenchyTest& test) {
  const std::size_t at = test.name.find("(c");
  return at == std::string::npos || number_behind(test.name, "(c") == 1;
}

/// The time of an answer of one token is taken off before prompts are divided by what is left.
std::optional<Objection> latency_subtracted(const BenchyTest& test) {
  const bool is_prompt = test.name.starts_with("pp");
  if (!is_prompt || !(test.prompt_time >= 0) || !(test.prompt_time < test.first_response / 2))
    return {};
  const double whole = test.rate * (test.prompt_time / test.first_response);
  return Objection{
      "latency-subtracted",
      fmt::format("{} tokens/s count {} of the {} ms until the first answer; over all of them it "
                  "is {}",
                  short_number(test.rate), short_number(test.prompt_time),
                  short_number(test.first_response), short_number(whole))};
}

ImportedRow row_of(const BenchyTest& test, std::string_view model, const ImportOptions& options) {
  ImportedRow row;
  row.name = fmt::format("{}, {}", model.empty() ? "a model without a name" : printable(model, 100),
                         printable(test.name, 60));
  report(row, "rate.mean", {test.rate}, "tokens per second");
  report(row, "rate.deviation", {test.deviation}, "tokens per second");
  if (decodes(test)) {
    if (std::isfinite(test.peak)) report(row, "rate.peak", {test.peak}, "tokens per second");
    refuse(row, peak_below_average(test.peak, test.rate));
    if (is_single(test)) judge_decode(row, {test.rate, options.bytes_per_token}, options.ceilings);
  } else {
    report(row, "first_response", {test.first_response / 1e3, Unit::seconds}, "ttfr");
    report(row, "prompt_time", {test.prompt_time / 1e3, Unit::seconds}, "est_ppt");
    report(row, "first_token", {test.first_token / 1e3, Unit::seconds}, "e2e_ttft");
    doubt(row, latency_subtracted(test));
  }
  if (!test.samples.empty()) {
    double sum = 0;
    for (const double sample : test.samples)
      sum += sample / static_cast<double>(test.samples.size());
    refuse(row, sums_disagree("mean of the runs", test.rate, sum));
  }
  doubt(row, n_too_small("tokens/s", test.samples));
  doubt(row, wide_spread("tokens/s", test.rate, test.deviation));
  return row;
}

double mean_of(const Json& run, std::string_view key) {
  const Json* const metric = run.find(key);
  return metric ? member_number(*metric, "mean") : kUnknownFigure;
}

/// The part of one run that `key` measures; nothing when it has none.
std::optional<BenchyTest> test_of(const Json& run, std::string_view key, std::string name) {
  const Json* const metric = run.find(key);
  if (!metric || !metric->as_object()) return {};
  BenchyTest out;
  out.name = std::move(name);
  out.rate = member_number(*metric, "mean");
  out.deviation = member_number(*metric, "std");
  out.first_response = mean_of(run, "ttfr");
  out.prompt_time = mean_of(run, "est_ppt");
  out.first_token = mean_of(run, "e2e_ttft");
  if (key == "tg_throughput") out.peak = mean_of(run, "peak_throughput");
  const Json* const values = metric->find("values");
  const Json::Array* const items = values ? values->as_array() : nullptr;
  if (!items) return out;
  for (const Json& item : *items) out.samples.push_back(item.as_number().value_or(kUnknownFigure));
  return out;
}

std::string name_of(const Json& run, std::string_view kind, std::string_view size_key) {
  const Json* const context = run.find("is_context_prefill_phase");
  const bool* const is_context = context ? context->as_bool() : nullptr;
  std::string out(kind);
  if (is_context && *is_context) {
    out = "ctx_" + out;
  } else if (const double size = member_number(run, size_key); size > 0) {
    out += fmt::format("{:g}", size);
  }
  if (const double depth = member_number(run, "context_size"); depth > 0)
    out += fmt::format(" @ d{:g}", depth);
  if (const double together = member_number(run, "concurrency"); together > 1)
    out += fmt::format(" (c{:g})", together);
  return out;
}

/// The texts of one line of a table, by the names of its columns.
class Line {
 public:
  Line(const TextTable& table, const std::vector<std::string>& cells)
      : table_(table), cells_(cells) {}
  std::string_view at(std::string_view name) const {
    const int column = table_.column(name);
    return column < 0 ? std::string_view() : cells_[static_cast<std::size_t>(column)];
  }
  /// The first number of the cell in either of two columns: Markdown and CSV name them otherwise.
  double number(std::string_view name, std::string_view other) const {
    const std::string_view cell = at(name).empty() ? at(other) : at(name);
    return mean_and_deviation(cell).first;
  }

 private:
  const TextTable& table_;
  const std::vector<std::string>& cells_;
};

BenchyTest test_of(const Line& line) {
  BenchyTest out;
  out.name = std::string(line.at("test").empty() ? line.at("test_name") : line.at("test"));
  const std::string_view rate = line.at("t/s").empty() ? line.at("t/s (total)") : line.at("t/s");
  std::tie(out.rate, out.deviation) = mean_and_deviation(rate);
  if (rate.empty()) {
    out.rate = line.number("t_s_mean", {});
    out.deviation = line.number("t_s_std", {});
  }
  out.peak = line.number("peak t/s", "peak_ts_mean");
  out.first_response = line.number("ttfr (ms)", "ttfr_mean");
  out.prompt_time = line.number("est_ppt (ms)", "est_ppt_mean");
  out.first_token = line.number("e2e_ttft (ms)", "e2e_ttft_mean");
  return out;
}

}  // namespace

std::optional<Imported> llama_benchy(const Json& json, const ImportOptions& options) {
  const Json* const member = json.find("benchmarks");
  const Json::Array* const runs = member ? member->as_array() : nullptr;
  if (!runs || !(json.find("latency_mode") || json.find("prefix_caching_enabled"))) return {};
  const std::string model = json.text("model");
  Imported out{std::string(kForm), {}};
  for (const Json& run : *runs) {
    if (out.rows.size() >= kMostRows) break;
    const auto prompt = test_of(run, "pp_throughput", name_of(run, "pp", "prompt_size"));
    const auto answer = test_of(run, "tg_throughput", name_of(run, "tg", "response_size"));
    if (prompt) out.rows.push_back(row_of(*prompt, model, options));
    if (answer) out.rows.push_back(row_of(*answer, model, options));
  }
  return out;
}

std::optional<Imported> llama_benchy(const TextTable& table, const ImportOptions& options) {
  const bool is_it = table.column("ttfr (ms)") >= 0 || table.column("est_ppt (ms)") >= 0 ||
                     table.column("t/s (total)") >= 0 || table.column("t_s_mean") >= 0;
  if (!is_it) return {};
  Imported out{std::string(kForm), {}};
  for (const std::vector<std::string>& cells : table.rows) {
    if (out.rows.size() >= kMostRows) break;
    const Line line(table, cells);
    out.rows.push_back(row_of(test_of(line), line.at("model"), options));
  }
  return out;
}

}  // namespace gb10
