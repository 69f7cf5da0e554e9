#include "report/comparison.h"

#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string amount(double value, Unit unit) {
  return std::isfinite(value) ? to_text(Quantity{value, unit}) : "not known";
}

std::string signed_percent(double share) {
  const std::string out = fmt::format("{:+.1f}", share * 100);
  return out == "-0.0" ? "+0.0" : out;
}

/// "-5.0 % (-6.1 to -4.0 %)".
std::string shift_text(const BlockShift& shift) {
  if (!std::isfinite(shift.size)) return "not known";
  std::string out = signed_percent(shift.size) + " %";
  if (!shift.interval) return out + " (too few blocks for an interval)";
  return fmt::format("{} ({} to {} %)", out, signed_percent(shift.interval->low),
                     signed_percent(shift.interval->high));
}

/// Words that fit what was measured: energy is not slower.
std::string verdict_text(const MetricComparison& metric) {
  const bool is_speed = metric.higher_is_better || metric.unit == Unit::seconds;
  switch (metric.verdict) {
    case CompareVerdict::faster:
      return is_speed ? "faster" : "better";
    case CompareVerdict::slower:
      return is_speed ? "slower" : "worse";
    case CompareVerdict::equivalent:
      return "equivalent";
    case CompareVerdict::cannot_tell:
      break;
  }
  return "cannot tell";
}

std::string why_text(const MetricComparison& metric) {
  if (!metric.blocks_needed) return metric.why;
  if (*metric.blocks_needed > kMostBlocks)
    return metric.why + "; it would take more blocks than can be compared";
  return fmt::format("{}; it would take about {} blocks a run", metric.why, *metric.blocks_needed);
}

/// "A 8 blocks, 199.6 to 200.4, median 200 (199.7 to 200.3)".
std::string side_text(std::string_view name, const BlockSide& side, Unit unit) {
  std::string out = fmt::format("{} {}", name, counted(side.blocks, "block"));
  if (side.blocks == 0) return out;
  out += fmt::format(", {} to {}, median {}", amount(side.least, unit), amount(side.most, unit),
                     amount(side.median, unit));
  if (!side.interval) return out + " (too few for an interval)";
  return out + fmt::format(" ({} to {})", amount(side.interval->low, unit),
                           amount(side.interval->high, unit));
}

void add_odd(Rows& rows, std::string_view name, const BlockSide& side, Unit unit) {
  constexpr std::size_t kShown = 3;
  std::vector<std::string> parts;
  for (const OddBlock& block : side.odd) {
    if (parts.size() == kShown) break;
    parts.push_back(fmt::format("{} at {} (Z {:+.1f})", amount(block.value, unit),
                                to_text(seconds(block.at)), block.score));
  }
  if (parts.empty()) return;
  const std::size_t more = side.odd.size() - parts.size();
  rows.push_back(
      {"", fmt::format("{}, unlike its others, but counted: {}{}", name, joined(parts, ", "),
                       more > 0 ? fmt::format(", {} more", more) : "")});
}

void add_metric(Rows& rows, const MetricComparison& metric) {
  rows.push_back(
      {"  " + printable(metric.metric, 60),
       fmt::format("{}: {} -> {}, {}", verdict_text(metric), amount(metric.a.median, metric.unit),
                   amount(metric.b.median, metric.unit), shift_text(metric.shift))});
  rows.push_back({"", why_text(metric)});
  if (metric.per_clock)
    rows.push_back({"", "for each cycle of the clock: " + shift_text(*metric.per_clock)});
  rows.push_back({"", side_text("A", metric.a, metric.unit)});
  rows.push_back({"", side_text("B", metric.b, metric.unit)});
  add_odd(rows, "A", metric.a, metric.unit);
  add_odd(rows, "B", metric.b, metric.unit);
}

std::string difference_text(const ParamDifference& difference) {
  const auto shown = [](const std::optional<std::string>& value) {
    return value ? printable(*value, 100) : std::string("not said");
  };
  return fmt::format("{}: {} -> {}{}", printable(difference.key, 100), shown(difference.a),
                     shown(difference.b),
                     difference.is_meant ? "" : " (not what is compared; forced)");
}

/// In red where B is worse, in green where it is better.
std::string headline(const RunComparison& comparison, const Dress& dress) {
  const std::string words = joined(wrapped(printable(comparison.headline, 600), dress.width), "\n");
  const char* color = nullptr;
  if (comparison.verdict == CompareVerdict::slower) color = "\x1b[31m";
  if (comparison.verdict == CompareVerdict::faster) color = "\x1b[32m";
  return dress.color && color ? fmt::format("{}{}\x1b[0m", color, words) : words;
}

}  // namespace

std::string text(const RunComparison& comparison, const Dress& dress) {
  Rows rows;
  for (const MetricComparison& metric : comparison.metrics) add_metric(rows, metric);
  for (const ParamDifference& each : comparison.differences)
    rows.push_back({"  differs", difference_text(each)});
  for (const std::string& note : comparison.notes) rows.push_back({"  note", printable(note, 300)});
  rows.push_back(
      {"  runs", fmt::format("A {}, B {}; intervals of {:.0f} %, no shift below {:.1f} %",
                             printable(comparison.a, 60), printable(comparison.b, 60),
                             comparison.confidence * 100, comparison.margin * 100)});
  return fmt::format("{}\n{}", headline(comparison, dress), table(rows, dress));
}

}  // namespace gb10
