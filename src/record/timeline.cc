#include "record/timeline.h"

#include <cmath>

namespace gb10 {

namespace {

/// No finer than its source is; the text of a recording is as short as that.
double rounded(double value, Unit unit) {
  const double steps = unit == Unit::bytes_per_second ? 1 : 1e6;
  return std::round(value * steps) / steps;
}

double in_milliseconds(double seconds) { return std::round(seconds * 1000) / 1000; }

}  // namespace

void Trace::keep(double seconds, double value) {
  if (offered_++ % stride_ != 0) return;
  if (at_.size() == kMost) {
    for (std::size_t i = 0; 2 * i < kMost; ++i) at_[i] = at_[2 * i], values_[i] = values_[2 * i];
    at_.resize(kMost / 2);
    values_.resize(kMost / 2);
    stride_ *= 2;
  }
  at_.push_back(seconds);
  values_.push_back(value);
}

void Trace::add(double seconds, double value, double passed) {
  keep(seconds, value);
  if (std::isnan(value)) return;
  if (count_++ == 0) first_ = value;
  last_ = value;
  if (!(value >= least_)) least_ = value;
  if (!(value <= most_)) most_ = value;
  if (!(passed > 0)) return;
  sum_ += value * passed;
  weight_ += passed;
}

void Timeline::add(const Reading& reading, double seconds, Freshness fresh) {
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    const MetricSpec& spec = kMetrics[i];
    const bool gpu = spec.source == MetricSource::gpu;
    const bool is_new =
        gpu ? fresh.gpu : fresh.whole || spec.source <= MetricSource::memory_pressure;
    if (!is_new) continue;
    const bool rate = spec.kind == MetricKind::rate;
    const double passed = rate ? seconds - read_at_[i] : 1;
    read_at_[i] = seconds;
    // At the begin no rate is known yet, nor is it of any use to say so.
    if (rate && seconds <= 0) continue;
    traces_[i].add(in_milliseconds(seconds), rounded(reading.at(i), spec.unit), passed);
  }
}

std::vector<Series> Timeline::series() const {
  std::vector<Series> out;
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    const Trace& trace = traces_[i];
    if (trace.count() == 0) continue;
    out.push_back({kMetrics[i].name, kMetrics[i].unit, trace.at(), trace.values()});
  }
  return out;
}

}  // namespace gb10
