#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/comparison.h"
#include "bench/job_trial.h"

namespace gb10 {

namespace {

/// As many digits as mean something.
int digits_of(const BlockShift& shift) {
  const bool is_narrow = shift.interval && shift.interval->high - shift.interval->low < 0.01;
  return std::fabs(shift.size) < 0.0995 || is_narrow ? 1 : 0;
}

/// " (1.6 to 2.6)", both without their sign, where both ends have the same.
std::string span_text(const BlockShift& shift) {
  if (!shift.interval) return {};
  const double low = std::min(std::fabs(shift.interval->low), std::fabs(shift.interval->high));
  const double high = std::max(std::fabs(shift.interval->low), std::fabs(shift.interval->high));
  const int digits = digits_of(shift);
  return fmt::format(" ({:.{}f} to {:.{}f})", low * 100, digits, high * 100, digits);
}

/// " (-1.2 to +3.0 %)".
std::string signed_span(const BlockShift& shift) {
  if (!shift.interval) return {};
  return fmt::format(" ({:+.1f} to {:+.1f} %)", shift.interval->low * 100,
                     shift.interval->high * 100);
}

std::string amount_text(const BlockShift& shift) {
  return fmt::format("{:.{}f} %", std::fabs(shift.size) * 100, digits_of(shift));
}

/// "2.1 % slower (1.6 to 2.6)", with a word for more and one for less.
std::string shifted(const MetricComparison& metric, const char* word) {
  return fmt::format("{} {}{}", amount_text(metric.shift), word, span_text(metric.shift));
}

struct Words {
  const char *better, *worse, *same, *open;
};

Words words_of(const MetricComparison& metric) {
  if (metric.metric == kJobScore)
    return {"higher score", "lower score", "the same score",
            "whether its score is higher or lower"};
  if (metric.metric == kJobEnergyOfWork)
    return {"less energy for its work", "more energy for its work", "as much energy for its work",
            "about energy for its work"};
  if (metric.metric == kJobEnergy)
    return {"less energy", "more energy", "as much energy", "about energy"};
  return {"faster", "slower", "as fast", "whether it is faster or slower"};
}

std::string metric_text(const MetricComparison& metric, double margin) {
  const Words words = words_of(metric);
  switch (metric.verdict) {
    case CompareVerdict::faster:
      return shifted(metric, words.better);
    case CompareVerdict::slower:
      return shifted(metric, words.worse);
    case CompareVerdict::equivalent:
      return fmt::format("{} within {:.1f} %{}", words.same, margin * 100,
                         signed_span(metric.shift));
    case CompareVerdict::cannot_tell:
      break;
  }
  return fmt::format("cannot tell {}{}", words.open, signed_span(metric.shift));
}

Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

}  // namespace

std::string job_headline(const std::string& profile, const RunComparison& comparison) {
  const MetricComparison& gain = comparison.metrics.front();
  const int blocks = std::min(gain.a.blocks, gain.b.blocks);
  if (blocks < kLeastBlocks)
    return fmt::format("{}: cannot tell: {} a side, {} are the least", profile,
                       counted(blocks, "block"), kLeastBlocks);
  std::string out = fmt::format("{}: {}", profile, metric_text(gain, comparison.margin));
  if (gain.only_clock) out += ", only by its clock";
  if (comparison.metrics.size() < 2) return out + ", energy not known";
  return fmt::format("{}, {}", out, metric_text(comparison.metrics[1], comparison.margin));
}

Json to_json(const JobVerdict& verdict) {
  Json price = Json::array();
  for (const JobPrice& each : verdict.price) {
    price.push(Json::object()
                   .set("name", each.name)
                   .set("unit", word(each.unit))
                   .set("a", number_json(each.a))
                   .set("b", number_json(each.b))
                   .set("evidence", each.evidence)
                   .set("how", each.how));
  }
  Json limits = Json::object().set("a", verdict.limits_a).set("b", verdict.limits_b);
  return Json::object()
      .set("schema", 1)
      .set("verdict", word(verdict.comparison.verdict))
      .set("headline", verdict.comparison.headline)
      .set("comparison", to_json(verdict.comparison))
      .set("price", std::move(price))
      .set("limited", std::move(limits));
}

}  // namespace gb10
