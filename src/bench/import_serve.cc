#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/import_parts.h"

namespace gb10 {

namespace {

struct Key {
  const char *key, *name, *words;
  double factor = 1;
  Unit unit = Unit::none;
};

constexpr std::array<Key, 10> kKeys = {{
    {"output_throughput", "output.rate", "tokens per second"},
    {"max_output_tokens_per_s", "output.peak_rate", "tokens per second"},
    {"total_token_throughput", "total.rate", "tokens per second, prompts too"},
    {"request_throughput", "requests.rate", "requests per second"},
    {"duration", "duration", "the whole run", 1, Unit::seconds},
    {"completed", "requests.completed", "requests"},
    {"failed", "requests.failed", "requests"},
    {"num_prompts", "requests.planned", "requests"},
    {"total_input_tokens", "input.tokens", "tokens"},
    {"total_output_tokens", "output.tokens", "tokens"},
}};

constexpr std::array<std::string_view, 4> kMeasures = {"ttft", "tpot", "itl", "e2el"};

/// "p95" of "p95_ttft_ms" when `measure` is "ttft".
std::optional<std::string_view> statistic_of(std::string_view key, std::string_view measure) {
  constexpr std::string_view kEnd = "_ms";
  if (!key.ends_with(kEnd)) return {};
  key.remove_suffix(kEnd.size());
  if (!key.ends_with(measure)) return {};
  key.remove_suffix(measure.size());
  if (key.size() < 2 || !key.ends_with('_')) return {};
  key.remove_suffix(1);
  return key;
}

std::optional<double> rank_of(std::string_view statistic) {
  if (statistic == "median") return 50;
  if (!statistic.starts_with('p')) return {};
  const std::optional<double> rank = decimal_number(statistic.substr(1));
  return rank && *rank >= 0 && *rank <= 100 ? rank : std::nullopt;
}

/// The times of one measure, with the order of its percentiles judged.
void add_measure(ImportedRow& row, const Json::Object& members, std::string_view measure) {
  std::vector<RankedValue> ranked;
  for (const auto& [key, value] : members) {
    const auto statistic = statistic_of(key, measure);
    const auto number = value.as_number();
    if (!statistic || row.figures.size() >= kMostRows) continue;
    const std::optional<double> rank = rank_of(*statistic);
    if (!rank && *statistic != "mean" && *statistic != "std") continue;
    const double seconds = number.value_or(kUnknownFigure) / 1e3;
    report(row, fmt::format("{}.{}", measure, printable(*statistic, 16)), {seconds, Unit::seconds},
           printable(key, 40));
    if (rank) ranked.push_back({*rank, seconds * 1e3});
  }
  refuse(row, percentiles_out_of_order(fmt::format("{} in ms", measure), std::move(ranked)));
}

void judge_sums(ImportedRow& row, const Json& json) {
  const double duration = member_number(json, "duration");
  const double time = duration > 0 ? duration : kUnknownFigure;
  const double completed = member_number(json, "completed");
  const double input = member_number(json, "total_input_tokens");
  const double output = member_number(json, "total_output_tokens");
  refuse(row,
         sums_disagree("output tokens/s", member_number(json, "output_throughput"), output / time));
  refuse(row, sums_disagree("tokens/s with prompts", member_number(json, "total_token_throughput"),
                            (input + output) / time));
  refuse(row,
         sums_disagree("requests/s", member_number(json, "request_throughput"), completed / time));
  refuse(row, sums_disagree("requests", member_number(json, "num_prompts"),
                            completed + member_number(json, "failed")));
}

/// "too few" judges the requests: their times are what percentiles are taken of.
std::optional<Objection> few_requests(double completed) {
  if (!std::isfinite(completed) || completed < 0 || completed >= 10) return {};
  return Objection{"n-too-small", fmt::format("{:.0f} requests were completed, too few for a "
                                              "percentile",
                                              completed)};
}

void judge(ImportedRow& row, const Json& json, const ImportOptions& options) {
  const double completed = member_number(json, "completed");
  refuse(row, peak_below_average(member_number(json, "max_output_tokens_per_s"),
                                 member_number(json, "output_throughput")));
  judge_sums(row, json);
  doubt(row, failed_requests(member_number(json, "failed"), completed));
  const double tpot = member_number(json, "median_tpot_ms") / 1e3;
  doubt(row, tpot_itl(tpot, member_number(json, "median_itl_ms") / 1e3));
  doubt(row, few_requests(completed));
  DecodeClaim claim{tpot > 0 ? 1 / tpot : kUnknownFigure, options.bytes_per_token};
  const double accepted = member_number(json, "spec_decode_acceptance_length");
  if (accepted >= 1) claim.tokens_per_step = accepted;
  judge_decode(row, claim, options.ceilings);
}

std::string name_of(const Json& json) {
  const std::string model = printable(json.text("model_id", "a model without a name"), 100);
  const double rate = member_number(json, "request_rate"),
               together = member_number(json, "max_concurrency");
  std::string out = model;
  if (std::isfinite(rate)) out += fmt::format(", {:g} requests/s", rate);
  if (std::isfinite(together)) out += fmt::format(", at most {:g} together", together);
  return out;
}

}  // namespace

std::optional<Imported> vllm_serve(const Json& json, const ImportOptions& options) {
  const bool is_it = json.find("output_throughput") &&
                     (json.find("completed") || json.find("total_output_tokens"));
  if (!is_it) return {};
  ImportedRow row;
  row.name = name_of(json);
  for (const Key& key : kKeys) {
    const double value = member_number(json, key.key) * key.factor;
    report(row, key.name, {value, key.unit}, fmt::format("{}, {}", key.words, key.key));
  }
  for (const std::string_view measure : kMeasures) add_measure(row, *json.as_object(), measure);
  judge(row, json, options);
  return Imported{"vllm bench serve", {std::move(row)}};
}

}  // namespace gb10
