#include "bench/comparison.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/comparison_words.h"
#include "bench/rank_sum.h"
#include "bench/statistics.h"

namespace gb10 {

namespace {

/// One metric of one run, block by block; only those that are known.
struct Blocks {
  std::vector<double> at, values;
  std::vector<double> per_clock;  // the same of work for each cycle; empty where it is not known
  std::size_t unknown = 0;
};

struct BlocksOfBoth {
  Blocks a, b;
};

const Series* find_series(const RunRecord& record, std::string_view metric) {
  for (const Series& series : record.series) {
    if (series.metric == metric) return &series;
  }
  return nullptr;
}

/// Work or time for one cycle of the clock; nothing for what has no such form.
std::optional<double> in_cycles(double value, Unit unit, double clock) {
  if (!std::isfinite(clock) || clock <= 0) return std::nullopt;
  if (unit == Unit::seconds) return value * clock;
  if (unit == Unit::hertz || unit == Unit::ratio || !higher_is_better(unit)) return std::nullopt;
  return value / clock;
}

/// In each block that is known the clock is to be known as well.
std::vector<double> per_clock(const Series& series, const Series* clock) {
  if (!clock || clock->at != series.at || clock->values.size() != series.values.size()) return {};
  std::vector<double> out;
  for (std::size_t i = 0; i < series.values.size(); ++i) {
    if (!std::isfinite(series.values[i])) continue;
    const auto value = in_cycles(series.values[i], series.unit, clock->values[i]);
    if (!value) return {};
    out.push_back(*value);
  }
  return out;
}

Blocks blocks_of(const RunRecord& record, const Series& series) {
  Blocks out;
  for (std::size_t i = 0; i < std::min(series.at.size(), series.values.size()); ++i) {
    if (!std::isfinite(series.values[i])) {
      ++out.unknown;
      continue;
    }
    out.at.push_back(series.at[i]);
    out.values.push_back(series.values[i]);
  }
  out.per_clock = per_clock(series, find_series(record, kClockSeries));
  return out;
}

BlockSide side_of(const Blocks& blocks, const CompareOptions& options) {
  BlockSide out;
  out.blocks = static_cast<int>(blocks.values.size());
  if (blocks.values.empty()) return out;
  out.median = *median(blocks.values);
  const auto [least, most] = std::minmax_element(blocks.values.begin(), blocks.values.end());
  out.least = *least;
  out.most = *most;
  out.interval = median_interval(blocks.values, 1 - options.alpha);
  for (const auto& [index, score] : outliers(blocks.values))
    out.odd.push_back({blocks.at[index], blocks.values[index], score});
  return out;
}

/// Not known where A's median is no measure.
BlockShift shift_of(const std::vector<double>& a, const std::vector<double>& b,
                    const CompareOptions& options) {
  BlockShift out;
  const std::optional<double> unit = median(a);
  if (!unit || *unit <= 0 || b.empty()) return out;
  const RankSum ranks(a, b);
  out.size = ranks.shift() / *unit;
  if (const auto interval = ranks.interval(1 - options.alpha))
    out.interval = {interval->low / *unit, interval->high / *unit};
  out.p_different = ranks.p_different();
  out.p_equivalent = ranks.p_equivalent(options.margin * *unit);
  return out;
}

bool are_countable(const BlocksOfBoth& blocks) {
  const std::size_t most = std::max(blocks.a.values.size(), blocks.b.values.size());
  const std::size_t least = std::min(blocks.a.values.size(), blocks.b.values.size());
  return most <= kMostBlocks && least >= static_cast<std::size_t>(kLeastBlocks);
}

MetricComparison measured(const Series& series, const BlocksOfBoth& blocks,
                          const CompareOptions& options) {
  MetricComparison out;
  out.metric = series.metric.substr(0, series.metric.size() - kBlockSuffix.size());
  out.unit = series.unit;
  out.higher_is_better = higher_is_better(series.unit);
  out.a = side_of(blocks.a, options);
  out.b = side_of(blocks.b, options);
  if (out.a.blocks > kMostBlocks || out.b.blocks > kMostBlocks) return out;
  out.shift = shift_of(blocks.a.values, blocks.b.values, options);
  if (!are_countable(blocks)) out.shift.p_different = out.shift.p_equivalent = BlockShift().size;
  if (are_countable(blocks) && !blocks.a.per_clock.empty() && !blocks.b.per_clock.empty())
    out.per_clock = shift_of(blocks.a.per_clock, blocks.b.per_clock, options);
  return out;
}

/// Corrects one of the p values of all metrics for their number; `p` is where it lies in one, or
/// nothing.
template <class Place>
void correct(std::vector<MetricComparison>& metrics, Place p) {
  std::vector<double*> places;
  std::vector<double> values;
  for (MetricComparison& metric : metrics) {
    double* const place = p(metric);
    if (!place) continue;
    places.push_back(place);
    values.push_back(*place);
  }
  const std::vector<double> corrected = holm(values);
  for (std::size_t i = 0; i < places.size(); ++i) *places[i] = corrected[i];
}

void correct_all(std::vector<MetricComparison>& metrics) {
  correct(metrics, [](MetricComparison& metric) { return &metric.shift.p_different; });
  correct(metrics, [](MetricComparison& metric) { return &metric.shift.p_equivalent; });
  correct(metrics, [](MetricComparison& metric) {
    return metric.per_clock ? &metric.per_clock->p_different : nullptr;
  });
  correct(metrics, [](MetricComparison& metric) {
    return metric.per_clock ? &metric.per_clock->p_equivalent : nullptr;
  });
}

/// Where one run is much more restless than the other, ranks tell levels apart too easily: then the
/// intervals of both medians, which need no such likeness, have to say the same.
bool is_borne_out(const MetricComparison& metric, const BlocksOfBoth& blocks,
                  const CompareOptions& options) {
  constexpr double kUnlike = 2;
  const double a = spread(blocks.a.values), b = spread(blocks.b.values);
  if (std::max(a, b) <= kUnlike * std::min(a, b)) return true;
  if (!metric.a.interval || !metric.b.interval) return false;
  const double least = metric.b.interval->low - metric.a.interval->high;
  const double most = metric.b.interval->high - metric.a.interval->low;
  if (metric.verdict != CompareVerdict::equivalent) return least > 0 || most < 0;
  return std::max(-least, most) < options.margin * metric.a.median;
}

CompareVerdict verdict_of(const MetricComparison& metric, const CompareOptions& options) {
  // What is not known is no number, and so never below.
  if (metric.shift.p_equivalent <= options.alpha) return CompareVerdict::equivalent;
  if (!(metric.shift.p_different <= options.alpha)) return CompareVerdict::cannot_tell;
  return (metric.shift.size > 0) == metric.higher_is_better ? CompareVerdict::faster
                                                            : CompareVerdict::slower;
}

/// By how much a run as long as this one, right after it, would lie above it, as a share; 0 where
/// it has no trend. That is twice what its second half lies above its first.
double drift(const Blocks& blocks) {
  constexpr double kClear = 0.01;
  const std::span<const double> all = blocks.values;
  if (all.size() < 4 || p_of_trend(all) > kClear) return 0;
  const double first = *median(all.first(all.size() / 2));
  return 2 * (*median(all.subspan(all.size() - all.size() / 2)) - first) / *median(all);
}

void judge(MetricComparison& metric, const BlocksOfBoth& blocks, const CompareOptions& options) {
  metric.verdict = verdict_of(metric, options);
  const bool is_unlike =
      metric.verdict != CompareVerdict::cannot_tell && !is_borne_out(metric, blocks, options);
  if (is_unlike) metric.verdict = CompareVerdict::cannot_tell;
  const bool is_shifted =
      metric.verdict == CompareVerdict::faster || metric.verdict == CompareVerdict::slower;
  metric.only_clock =
      is_shifted && metric.per_clock && metric.per_clock->p_equivalent <= options.alpha;
  if (metric.verdict == CompareVerdict::cannot_tell && are_countable(blocks) &&
      metric.shift.interval) {
    metric.blocks_needed = blocks_needed({metric.shift.size, *metric.shift.interval,
                                          metric.a.blocks, metric.b.blocks, options.margin});
  }
  if (std::min(metric.a.blocks, metric.b.blocks) < kLeastBlocks)
    metric.blocks_needed = kLeastBlocks;
  metric.why = why_of(metric, options);
  if (is_unlike) metric.why = why_of_unlike_runs();
}

/// A run that drifts says of one that ran before or after it only how it drifts.
void doubt(MetricComparison& metric, const BlocksOfBoth& blocks, const CompareOptions& options) {
  if (metric.verdict == CompareVerdict::cannot_tell) return;
  const double a = drift(blocks.a), b = drift(blocks.b);
  const double most = std::fabs(a) >= std::fabs(b) ? a : b;
  if (std::fabs(most) < std::max(std::fabs(metric.shift.size), options.margin) / 2) return;
  metric.verdict = CompareVerdict::cannot_tell;
  metric.only_clock = false;
  metric.why = why_of_drift(std::fabs(a) >= std::fabs(b) ? "A" : "B", most);
}

/// Whether the blocks of one run all lie before those of the other.
bool are_apart(const RunRecord& a, const RunRecord& b, const BlocksOfBoth& blocks) {
  if (blocks.a.at.empty() || blocks.b.at.empty()) return false;
  const double later = (static_cast<double>(b.begun) - static_cast<double>(a.begun)) / 1e9;
  return blocks.a.at.back() < blocks.b.at.front() + later ||
         blocks.b.at.back() + later < blocks.a.at.front();
}

bool is_of_blocks(const Series& series) {
  return series.metric.ends_with(kBlockSuffix) && series.metric.size() > kBlockSuffix.size() &&
         series.metric != kClockSeries;
}

void note_unknown(RunComparison& out, std::string_view metric, const BlocksOfBoth& blocks) {
  const std::size_t unknown = blocks.a.unknown + blocks.b.unknown;
  if (unknown > 0)
    out.notes.push_back(fmt::format("{}: {} not known and left out", printable(metric, 80),
                                    counted(static_cast<std::int64_t>(unknown), "block")));
}

/// The blocks of each metric that both runs measured, in A's order; what only one did is noted.
std::vector<std::pair<const Series*, BlocksOfBoth>> pairs_of(const RunRecord& a, const RunRecord& b,
                                                             RunComparison& out) {
  std::vector<std::pair<const Series*, BlocksOfBoth>> pairs;
  for (const Series& series : a.series) {
    if (!is_of_blocks(series) || find_series(a, series.metric) != &series) continue;
    const Series* const other = find_series(b, series.metric);
    if (!other || other->unit != series.unit) {
      out.notes.push_back(fmt::format("{} was measured in A only{}", printable(series.metric, 80),
                                      other ? ": B has another unit" : ""));
      continue;
    }
    pairs.push_back({&series, {blocks_of(a, series), blocks_of(b, *other)}});
    note_unknown(out, series.metric, pairs.back().second);
  }
  for (const Series& series : b.series) {
    if (is_of_blocks(series) && !find_series(a, series.metric))
      out.notes.push_back(fmt::format("{} was measured in B only", printable(series.metric, 80)));
  }
  return pairs;
}

bool is_meant(std::string_view key, std::string_view by) {
  if (by.empty() || !key.starts_with(by)) return false;
  return key.size() == by.size() || key[by.size()] == '.' || key[by.size()] == '[';
}

std::vector<ParamDifference> differences_of(const RunRecord& a, const RunRecord& b,
                                            std::string_view by) {
  const std::map<std::string, std::string> first = fingerprint(a), second = fingerprint(b);
  std::set<std::string> keys;
  for (const auto& [key, value] : first) keys.insert(key);
  for (const auto& [key, value] : second) keys.insert(key);
  const auto value = [](const std::map<std::string, std::string>& all, const std::string& key) {
    const auto found = all.find(key);
    return found == all.end() ? std::nullopt : std::optional(found->second);
  };
  std::vector<ParamDifference> out;
  for (const std::string& key : keys) {
    ParamDifference each{key, value(first, key), value(second, key), is_meant(key, by)};
    if (each.a != each.b) out.push_back(std::move(each));
  }
  return out;
}

Result<void> check_differences(const std::vector<ParamDifference>& differences,
                               const CompareOptions& options) {
  std::vector<std::string> unmeant;
  for (const ParamDifference& each : differences) {
    if (!each.is_meant) unmeant.push_back(words_of(each));
  }
  if (unmeant.empty() || options.force) return {};
  return Error{Error::Kind::unsupported,
               fmt::format("the runs differ in {}", joined(unmeant, ", ")),
               "say what is meant to differ (--by), or compare all the same (--force)"};
}

CompareVerdict overall(const std::vector<MetricComparison>& metrics) {
  const auto any = [&](CompareVerdict verdict) {
    return std::any_of(metrics.begin(), metrics.end(),
                       [&](const MetricComparison& metric) { return metric.verdict == verdict; });
  };
  for (const CompareVerdict verdict :
       {CompareVerdict::slower, CompareVerdict::faster, CompareVerdict::cannot_tell}) {
    if (any(verdict)) return verdict;
  }
  return CompareVerdict::equivalent;
}

/// Of the metrics that gave the verdict each.
bool is_only_clock(const RunComparison& comparison) {
  bool some = false;
  for (const MetricComparison& metric : comparison.metrics) {
    if (metric.verdict != comparison.verdict) continue;
    if (!metric.only_clock) return false;
    some = true;
  }
  return some;
}

/// Numbers that their own run calls wrong are not compared.
Result<void> check_valid(const RunRecord& record) {
  const auto verdict = record.params.find("result.verdict");
  if (verdict == record.params.end() || verdict->second != "invalid") return {};
  const auto why = record.params.find("result.verdict.why");
  return Error{
      Error::Kind::unsupported,
      fmt::format("run {} is invalid: {}", printable(record.id, 60),
                  why == record.params.end() ? "it does not say why" : printable(why->second, 200)),
      "measure again, or compare all the same (--force)"};
}

}  // namespace

Result<RunComparison> compared(const RunRecord& a, const RunRecord& b,
                               const CompareOptions& options) {
  if (!a.id.empty() && a.id == b.id)
    return Error{Error::Kind::invalid, "A and B are the same run", "name two runs"};
  if (!options.force) {
    TRY(check_valid(a));
    TRY(check_valid(b));
  }
  RunComparison out;
  out.a = a.id;
  out.b = b.id;
  out.by = options.by;
  out.margin = options.margin;
  out.confidence = 1 - options.alpha;
  out.differences = differences_of(a, b, options.by);
  TRY(check_differences(out.differences, options));
  const auto pairs = pairs_of(a, b, out);
  if (pairs.empty())
    return Error{Error::Kind::invalid, "the runs have no metric in common that has blocks",
                 "compare runs of the same benchmark"};
  for (const auto& [series, blocks] : pairs)
    out.metrics.push_back(measured(*series, blocks, options));
  correct_all(out.metrics);
  bool some_apart = false;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    judge(out.metrics[i], pairs[i].second, options);
    if (!are_apart(a, b, pairs[i].second)) continue;
    some_apart = true;
    doubt(out.metrics[i], pairs[i].second, options);
  }
  if (some_apart) out.notes.push_back(note_of_runs_apart());
  out.verdict = overall(out.metrics);
  out.only_clock = is_only_clock(out);
  out.headline = headline_of(out);
  return out;
}

}  // namespace gb10
