#include "bench/comparison_words.h"

#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

std::string percent_text(double share) { return fmt::format("{:.1f} %", share * 100); }

/// "5.1 % more"; at most as many digits as mean something.
std::string change_text(double share) {
  return fmt::format("{} {}", percent_text(std::fabs(share)), share < 0 ? "less" : "more");
}

std::string names_of(const RunComparison& comparison, CompareVerdict verdict) {
  std::vector<std::string> names;
  for (const MetricComparison& metric : comparison.metrics) {
    if (metric.verdict != verdict) continue;
    const bool is_shift = verdict == CompareVerdict::faster || verdict == CompareVerdict::slower;
    names.push_back(is_shift ? fmt::format("{} {}", metric.metric, change_text(metric.shift.size))
                             : metric.metric);
  }
  return printable(joined(names, ", "), 300);
}

std::string verdict_words(const RunComparison& comparison) {
  switch (comparison.verdict) {
    case CompareVerdict::faster:
      return "B is faster: " + names_of(comparison, CompareVerdict::faster);
    case CompareVerdict::slower:
      return "B is slower: " + names_of(comparison, CompareVerdict::slower);
    case CompareVerdict::equivalent:
      return fmt::format("B is as fast as A, within {}", percent_text(comparison.margin));
    case CompareVerdict::cannot_tell:
      break;
  }
  return "cannot tell whether B is faster or slower than A";
}

}  // namespace

std::string why_of(const MetricComparison& metric, const CompareOptions& options) {
  const std::string margin = percent_text(options.margin);
  if (std::max(metric.a.blocks, metric.b.blocks) > kMostBlocks)
    return fmt::format("more than {} blocks a run", kMostBlocks);
  if (std::min(metric.a.blocks, metric.b.blocks) < kLeastBlocks)
    return fmt::format("fewer than {} blocks a run", kLeastBlocks);
  if (std::isnan(metric.shift.size)) return "A's median is no measure";
  if (metric.only_clock)
    return fmt::format("the clock changed, not the kernel: the same for each cycle, within {}",
                       margin);
  switch (metric.verdict) {
    case CompareVerdict::faster:
    case CompareVerdict::slower:
      return fmt::format("chance alone does so with p = {:.2g}", metric.shift.p_different);
    case CompareVerdict::equivalent:
      return fmt::format("a shift of {} or more would show, p = {:.2g}", margin,
                         metric.shift.p_equivalent);
    case CompareVerdict::cannot_tell:
      break;
  }
  return fmt::format("neither a shift nor that it is below {} is shown", margin);
}

std::string why_of_drift(std::string_view run, double share) {
  return fmt::format(
      "{} drifts, to {} in as much time again, and A and B did not take turns: what looks like a "
      "shift may be the drift",
      run, change_text(share));
}

std::string why_of_unlike_runs() {
  return "one run varies much more than the other, and their medians are not known well enough";
}

std::string note_of_runs_apart() {
  return "A and B did not take turns: whatever changed in between, such as heat, counts as a "
         "difference of theirs";
}

std::string words_of(const ParamDifference& difference) {
  const auto shown = [](const std::optional<std::string>& text) {
    return text ? printable(*text, 80) : std::string("(not said)");
  };
  return fmt::format("{} {} -> {}", printable(difference.key, 80), shown(difference.a),
                     shown(difference.b));
}

std::string headline_of(const RunComparison& comparison) {
  std::string out = verdict_words(comparison);
  if (comparison.only_clock) out += "; the clock changed, not the kernel";
  const std::string faster = names_of(comparison, CompareVerdict::faster);
  if (comparison.verdict == CompareVerdict::slower && !faster.empty())
    out += "; but faster: " + faster;
  const std::string open = names_of(comparison, CompareVerdict::cannot_tell);
  if (comparison.verdict != CompareVerdict::cannot_tell && !open.empty())
    out += "; cannot tell: " + open;
  return out;
}

}  // namespace gb10
