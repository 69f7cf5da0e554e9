#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/import_parts.h"

namespace gb10 {

namespace {

constexpr std::string_view kForm = "llama-bench";
constexpr std::string_view kRateWords = "tokens per second";
/// Times that a model may be larger than what a token reads of it: mixtures of experts that are
/// known read a thirtieth and more.
constexpr double kMostSparse = 64;

std::vector<double> numbers(const Json& json, std::string_view key) {
  std::vector<double> out;
  const Json* const member = json.find(key);
  const Json::Array* const items = member ? member->as_array() : nullptr;
  if (!items) return out;
  for (const Json& item : *items) out.push_back(item.as_number().value_or(kUnknownFigure));
  return out;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value / static_cast<double>(values.size());
  return values.empty() ? kUnknownFigure : sum;
}

/// "pp512", "tg128", "pp512+tg128", with " @ d4096" behind it at a depth.
std::string test_name(double prompt, double generated, double depth) {
  std::string out;
  if (prompt > 0) out = fmt::format("pp{:g}", prompt);
  if (generated > 0) out += fmt::format("{}tg{:g}", out.empty() ? "" : "+", generated);
  if (out.empty()) out = "a test without a name";
  return depth > 0 ? out + fmt::format(" @ d{:g}", depth) : out;
}

/// A rate of each repetition, against its time.
void judge_samples(ImportedRow& row, const Json& json, double tokens) {
  const std::vector<double> rates = numbers(json, "samples_ts");
  const std::vector<double> times = numbers(json, "samples_ns");
  refuse(row, sums_disagree("mean of the repetitions", member_number(json, "avg_ts"), mean(rates)));
  for (std::size_t i = 0; i < rates.size() && rates.size() == times.size(); ++i) {
    if (!(times[i] > 0) || !(tokens > 0)) continue;
    const auto apart = sums_disagree(fmt::format("tokens/s of repetition {}", i + 1), rates[i],
                                     tokens / times[i] * 1e9);
    if (!apart) continue;
    refuse(row, apart);
    break;
  }
  doubt(row, n_too_small("tokens/s", rates));
}

ImportedRow row_of(const Json& json, const ImportOptions& options) {
  const double prompt = member_number(json, "n_prompt"), generated = member_number(json, "n_gen");
  const std::string gpu = json.text("gpu_info");
  const ImportOptions own = options_for(options, gpu);
  ImportedRow row;
  const std::string model = printable(json.text("model_type", "a model without a name"), 100);
  row.name =
      fmt::format("{}, {}", model, test_name(prompt, generated, member_number(json, "n_depth")));
  const double rate = member_number(json, "avg_ts"), spread = member_number(json, "stddev_ts");
  report(row, "rate.mean", {rate}, fmt::format("{}, avg_ts", kRateWords));
  report(row, "rate.deviation", {spread}, fmt::format("{}, stddev_ts", kRateWords));
  report(row, "model.size", {member_number(json, "model_size"), Unit::bytes}, "model_size");
  const double tokens = (prompt > 0 ? prompt : 0) + (generated > 0 ? generated : 0);
  judge_samples(row, json, tokens);
  doubt(row, wide_spread("tokens/s", rate, spread));
  const bool decodes = generated > 0 && prompt == 0;
  if (decodes) judge_decode(row, {rate, options.bytes_per_token}, own.ceilings);
  const double size = member_number(json, "model_size");
  if (decodes && !options.bytes_per_token && size > 0)
    refuse(row, decode_over_bandwidth({rate, size / kMostSparse}, own.ceilings.memory));
  doubt(row, other_gpu(options, gpu));
  return row;
}

/// The lines of llama-bench's CSV as the objects that its JSON has.
std::vector<Json> objects_of(const TextTable& table) {
  std::vector<Json> out;
  for (const std::vector<std::string>& cells : table.rows) {
    Json object = Json::object();
    for (std::size_t i = 0; i < cells.size(); ++i)
      object.append(std::string(table.head[i]), cells[i]);
    out.push_back(std::move(object));
  }
  return out;
}

}  // namespace

std::optional<Imported> llama_bench(const std::vector<Json>& results,
                                    const ImportOptions& options) {
  if (results.empty() || !results.front().find("avg_ts")) return {};
  Imported out{std::string(kForm), {}};
  for (const Json& result : results) {
    if (out.rows.size() >= kMostRows) break;
    if (result.find("avg_ts")) out.rows.push_back(row_of(result, options));
  }
  return out;
}

std::optional<Imported> llama_bench(const TextTable& table, const ImportOptions& options) {
  if (table.column("avg_ts") >= 0 && table.column("n_prompt") >= 0) {
    auto out = llama_bench(objects_of(table), options);
    return out ? out : Imported{std::string(kForm), {}};
  }
  const int test = table.column("test"), rate = table.column("t/s"), model = table.column("model");
  if (test < 0 || rate < 0) return {};
  Imported out{std::string(kForm), {}};
  for (const std::vector<std::string>& cells : table.rows) {
    if (out.rows.size() >= kMostRows) break;
    const std::string name = printable(cells[static_cast<std::size_t>(test)], 60);
    const auto [middle, spread] = mean_and_deviation(cells[static_cast<std::size_t>(rate)]);
    ImportedRow row;
    row.name =
        model < 0
            ? name
            : fmt::format("{}, {}", printable(cells[static_cast<std::size_t>(model)], 100), name);
    report(row, "rate.mean", {middle}, kRateWords);
    report(row, "rate.deviation", {spread}, kRateWords);
    doubt(row, wide_spread("tokens/s", middle, spread));
    if (name.starts_with("tg"))
      judge_decode(row, {middle, options.bytes_per_token}, options.ceilings);
    out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace gb10
