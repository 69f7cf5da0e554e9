#include "record/prometheus.h"

#include <fmt/format.h>

#include "base/text.h"
#include "model/sample.h"

namespace gb10 {

namespace {

/// What stands behind a metric's name, for its unit.
const char* ending(const MetricSpec& spec, bool total) {
  switch (spec.unit) {
    case Unit::bytes:
    case Unit::bytes_per_second:
      return "_bytes";
    case Unit::hertz:
      return "_hertz";
    case Unit::watts:
      return "_watts";
    case Unit::celsius:
      return "_celsius";
    case Unit::ratio:
      return total ? "_seconds" : "_ratio";
    default:
      return "";
  }
}

/// The kernel's own counter, which the sampler keeps as a level.
bool is_counter(std::size_t index) { return index == metric("memory.oom_kills"); }

/// Of a counter Prometheus makes any rate itself; the share of busy cores stays a share, as it is
/// no time that anything waited.
bool is_told_as_total(const MetricSpec& spec) {
  return spec.kind == MetricKind::rate && spec.source != MetricSource::stat;
}

std::string words_of(const MetricSpec& spec, bool total) {
  std::string words = spec.words;
  if (!total) return words;
  for (const std::string_view head : {"share of the time in which ", "compactions a second "}) {
    if (words.starts_with(head))
      words = (head.starts_with("share") ? "time in which " : "compactions ") +
              words.substr(head.size());
  }
  return words + ", since this exporter started";
}

void add(std::string& out, const std::string& name, const char* type, std::string_view words,
         double value) {
  if (std::isnan(value)) return;
  out += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n{0} {3}\n", name, words, type, value);
}

void add_metric(std::string& out, std::size_t index, const Published& published) {
  const MetricSpec& spec = kMetrics[index];
  const bool total = is_told_as_total(spec), counter = total || is_counter(index);
  const std::string name = fmt::format("gb10_{}{}{}", replaced(spec.name, ".", "_"),
                                       ending(spec, total), counter ? "_total" : "");
  add(out, name, counter ? "counter" : "gauge", words_of(spec, total),
      total ? published.totals[index] : published.reading.at(index));
}

/// One line for each reason that may hold the clock back: 1 where it does.
void add_limits(std::string& out, const Reading& reading) {
  constexpr std::size_t kLimits = metric("gpu.limits");
  if (!reading.knows(kLimits)) return;
  const auto now = limiting_reasons(static_cast<std::uint64_t>(reading.at(kLimits)));
  out +=
      "# HELP gb10_gpu_limited whether the GPU's clock is held back, by reason\n"
      "# TYPE gb10_gpu_limited gauge\n";
  for (const std::string& each : limiting_reasons(~std::uint64_t{0})) {
    const bool is_set = std::find(now.begin(), now.end(), each) != now.end();
    out += fmt::format("gb10_gpu_limited{{reason=\"{}\"}} {}\n", each, is_set ? 1 : 0);
  }
}

}  // namespace

void PublishedBoard::put(const Published& published) {
  const std::lock_guard lock(mutex_);
  newest_ = published;
}

Published PublishedBoard::get() const {
  const std::lock_guard lock(mutex_);
  return newest_;
}

std::string prometheus_page(const Published& published, std::string_view version) {
  std::string out = fmt::format(
      "# HELP gb10_build_info always 1; the version is its label\n# TYPE gb10_build_info gauge\n"
      "gb10_build_info{{version=\"{}\"}} 1\n",
      version);
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    if (i != metric("gpu.limits")) add_metric(out, i, published);
  }
  add(out, "gb10_gpu_energy_joules_total", "counter",
      "energy of the GPU, out of readings of its power, since this exporter started",
      published.joules);
  add_limits(out, published.reading);
  return out;
}

}  // namespace gb10
