#include "model/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gb10 {

namespace {

constexpr std::array<std::pair<CompareVerdict, const char*>, 4> kVerdicts = {
    {{CompareVerdict::faster, "faster"},
     {CompareVerdict::slower, "slower"},
     {CompareVerdict::equivalent, "equivalent"},
     {CompareVerdict::cannot_tell, "cannot-tell"}}};

Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json interval_json(const std::optional<ConfidenceInterval>& interval) {
  if (!interval) return nullptr;
  return Json().push(number_json(interval->low)).push(number_json(interval->high));
}

Json side_json(const BlockSide& side) {
  Json odd = Json::array();
  for (const OddBlock& block : side.odd) {
    odd.push(Json()
                 .set("at", number_json(block.at))
                 .set("value", number_json(block.value))
                 .set("score", number_json(block.score)));
  }
  return Json()
      .set("blocks", side.blocks)
      .set("median", number_json(side.median))
      .set("interval", interval_json(side.interval))
      .set("min", number_json(side.least))
      .set("max", number_json(side.most))
      .set("outliers", std::move(odd));
}

Json shift_json(const BlockShift& shift) {
  return Json()
      .set("size", number_json(shift.size))
      .set("interval", interval_json(shift.interval))
      .set("p_different", number_json(shift.p_different))
      .set("p_equivalent", number_json(shift.p_equivalent));
}

Json metric_json(const MetricComparison& metric) {
  return Json()
      .set("metric", metric.metric)
      .set("unit", word(metric.unit))
      .set("better", metric.higher_is_better ? "higher" : "lower")
      .set("verdict", word(metric.verdict))
      .set("only_clock", metric.only_clock)
      .set("why", metric.why)
      .set("blocks_needed", metric.blocks_needed ? Json(*metric.blocks_needed) : Json(nullptr))
      .set("shift", shift_json(metric.shift))
      .set("per_clock", metric.per_clock ? shift_json(*metric.per_clock) : Json(nullptr))
      .set("a", side_json(metric.a))
      .set("b", side_json(metric.b));
}

Json text_json(const std::optional<std::string>& text) {
  return text ? Json(*text) : Json(nullptr);
}

Json difference_json(const ParamDifference& difference) {
  return Json()
      .set("key", difference.key)
      .set("a", text_json(difference.a))
      .set("b", text_json(difference.b))
      .set("meant", difference.is_meant);
}

template <class T>
Json list_json(const std::vector<T>& all, Json (*json)(const T&)) {
  Json out = Json::array();
  for (const T& each : all) out.push(json(each));
  return out;
}

}  // namespace

const char* word(CompareVerdict verdict) {
  for (const auto& [each, text] : kVerdicts) {
    if (each == verdict) return text;
  }
  return "";
}

std::optional<CompareVerdict> compare_verdict(std::string_view word) {
  for (const auto& [each, text] : kVerdicts) {
    if (word == text) return each;
  }
  return std::nullopt;
}

Json to_json(const RunComparison& comparison) {
  return Json()
      .set("a", comparison.a)
      .set("b", comparison.b)
      .set("by", comparison.by)
      .set("verdict", word(comparison.verdict))
      .set("only_clock", comparison.only_clock)
      .set("headline", comparison.headline)
      .set("margin", number_json(comparison.margin))
      .set("confidence", number_json(comparison.confidence))
      .set("differences", list_json(comparison.differences, difference_json))
      .set("metrics", list_json(comparison.metrics, metric_json))
      .set("notes", Json::list(comparison.notes));
}

std::map<std::string, std::string> fingerprint(const RunRecord& record) {
  std::map<std::string, std::string> out;
  for (const auto& [key, value] : record.params) {
    // Of gb10 itself is "version"; a parameter of that name is another thing.
    if (!key.starts_with("result.")) out.emplace(key == "version" ? "version, asked" : key, value);
  }
  out["version"] = record.version;
  return out;
}

bool higher_is_better(Unit unit) {
  constexpr std::array<Unit, 5> kLowerIsBetter = {Unit::seconds, Unit::joules, Unit::watts,
                                                  Unit::celsius, Unit::bytes};
  return std::find(kLowerIsBetter.begin(), kLowerIsBetter.end(), unit) == kLowerIsBetter.end();
}

}  // namespace gb10
