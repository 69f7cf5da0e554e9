#include "rules/sample_window.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/pattern.h"

namespace gb10 {

namespace {

std::optional<double> value_of(const GpuSample& sample, Metric metric) {
  switch (metric) {
    case Metric::utilization:
      return sample.utilization;
    case Metric::sm_clock:
      return sample.sm_clock;
    case Metric::power:
      return sample.power;
    case Metric::temperature:
      return sample.temperature;
    case Metric::reasons:
      return std::nullopt;
  }
  return std::nullopt;
}

Truth truth_of(bool yes) { return yes ? Truth::yes : Truth::no; }

Truth meets_reasons(const MetricClause& clause, const GpuSample& sample) {
  if (!sample.reasons) return Truth::unknown;
  const std::vector<std::string> limits = limiting_reasons(*sample.reasons);
  if (clause.op == Op::matches || clause.op == Op::matches_none) {
    const Result<Pattern> pattern = Pattern::compile(clause.reason);
    const bool hit = std::any_of(limits.begin(), limits.end(), [&](const std::string& limit) {
      return pattern.ok() && pattern->fits(limit);
    });
    return truth_of(hit == (clause.op == Op::matches));
  }
  const bool present = clause.reason == "none"
                           ? limits.empty()
                           : std::find(limits.begin(), limits.end(), clause.reason) != limits.end();
  return truth_of(present == (clause.op != Op::ne));
}

Truth meets(const MetricClause& clause, const GpuSample& sample) {
  if (clause.metric == Metric::reasons) return meets_reasons(clause, sample);
  const std::optional<double> value = value_of(sample, clause.metric);
  if (!value) return Truth::unknown;
  switch (clause.op) {
    case Op::lt:
      return truth_of(*value < clause.bound);
    case Op::le:
      return truth_of(*value <= clause.bound);
    case Op::gt:
      return truth_of(*value > clause.bound);
    default:
      return truth_of(*value >= clause.bound);
  }
}

/// Of one sample: no wins over unknown, unknown over yes.
Truth meets_all(const SampleWindow& window, const GpuSample& sample) {
  Truth all = Truth::yes;
  for (const MetricClause& clause : window.all) all = std::min(all, meets(clause, sample));
  return all;
}

bool long_enough(const SampleWindow& window, std::span<const GpuSample> run) {
  return static_cast<int>(run.size()) >= window.samples && span_of(run) >= window.seconds;
}

/// The first stretch of samples that meet `test` and is long enough for the window; else the one
/// that lasts longest.
template <class Test>
std::span<const GpuSample> longest(const SampleWindow& window, std::span<const GpuSample> samples,
                                   Test test) {
  std::span<const GpuSample> best;
  for (std::size_t begin = 0; begin < samples.size();) {
    std::size_t end = begin;
    while (end < samples.size() && test(samples[end])) ++end;
    const std::span<const GpuSample> run = samples.subspan(begin, end - begin);
    if (long_enough(window, run)) return run;
    if (std::pair(span_of(run), run.size()) > std::pair(span_of(best), best.size())) best = run;
    begin = end + 1;
  }
  return best;
}

}  // namespace

double span_of(std::span<const GpuSample> run) {
  return run.empty() ? 0 : run.back().seconds - run.front().seconds;
}

SampleWindowResult judged(const SampleWindow& window, const GpuSeries& series) {
  const std::span<const GpuSample> samples(series.samples);
  const auto certain = longest(
      window, samples, [&](const GpuSample& s) { return meets_all(window, s) == Truth::yes; });
  if (long_enough(window, certain)) return {Truth::yes, {}, certain};
  const auto possible = longest(
      window, samples, [&](const GpuSample& s) { return meets_all(window, s) != Truth::no; });
  if (long_enough(window, possible))
    return {Truth::unknown, "a reading that it needs is missing from the samples", {}};
  const auto loaded = longest(window, samples, [&](const GpuSample& s) {
    for (const MetricClause& clause : window.all) {
      if (clause.metric == Metric::utilization && meets(clause, s) != Truth::yes) return false;
    }
    return true;
  });
  if (long_enough(window, loaded)) return {Truth::no, {}, {}};
  // Under load, if only shortly, and not one sample as the rule wants it: the state is not there.
  if (possible.empty() && loaded.size() >= 5) return {Truth::no, {}, {}};
  return {Truth::unknown,
          loaded.empty()
              ? std::string("the GPU was idle: not tested under load")
              : fmt::format("under load in {} samples over {:.0f} s; it takes {} over {:.0f} s",
                            loaded.size(), span_of(loaded), window.samples, window.seconds),
          {}};
}

std::optional<Extent> extent(std::span<const GpuSample> run, Metric metric) {
  std::optional<Extent> out;
  for (const GpuSample& sample : run) {
    const std::optional<double> value = value_of(sample, metric);
    if (!value) continue;
    if (!out) out = Extent{*value, *value};
    out->low = std::min(out->low, *value);
    out->high = std::max(out->high, *value);
  }
  return out;
}

}  // namespace gb10
