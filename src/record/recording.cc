#include "record/recording.h"

#include <time.h>

#include <cmath>

#include <fmt/format.h>

namespace gb10 {

namespace {

enum class Of { mean, least, most, total, grown };

/// A number that a metric comes to.
struct Wanted {
  std::size_t metric;
  Of of;
  const char* word;  // behind the metric's name
};

constexpr Wanted kWanted[] = {
    {metric("gpu.power"), Of::mean, "mean"},
    {metric("gpu.power"), Of::most, "max"},
    {metric("gpu.sm_clock"), Of::mean, "mean"},
    {metric("gpu.sm_clock"), Of::least, "min"},
    {metric("gpu.sm_clock"), Of::most, "max"},
    {metric("gpu.utilization"), Of::mean, "mean"},
    {metric("gpu.temperature"), Of::most, "max"},
    {metric("thermal.hottest"), Of::most, "max"},
    {metric("memory.available"), Of::least, "min"},
    {metric("memory.anonymous"), Of::most, "max"},
    {metric("memory.shared"), Of::most, "max"},
    {metric("memory.file_active"), Of::most, "max"},
    {metric("memory.file_inactive"), Of::most, "max"},
    {metric("memory.dirty"), Of::most, "max"},
    {metric("memory.kernel"), Of::most, "max"},
    {metric("memory.swap_free"), Of::least, "min"},
    {metric("memory.free_32m"), Of::least, "min"},
    {metric("memory.oom_kills"), Of::grown, "grown"},
    {metric("memory.swap_out"), Of::total, "total"},
    {metric("pressure.memory_some"), Of::mean, "mean"},
    {metric("pressure.memory_full"), Of::most, "max"},
    {metric("cpu.busy"), Of::mean, "mean"},
    {metric("disk.read"), Of::total, "total"},
    {metric("disk.written"), Of::total, "total"},
    {metric("network.received"), Of::total, "total"},
    {metric("network.sent"), Of::total, "total"},
};

double value_of(const Trace& trace, Of of) {
  switch (of) {
    case Of::mean:
      return trace.mean();
    case Of::least:
      return trace.least();
    case Of::most:
      return trace.most();
    case Of::total:
      return trace.total();
    case Of::grown:
      return trace.last() - trace.first();
  }
  return kNotKnown;
}

Unit unit_of(const Wanted& wanted) {
  const Unit unit = kMetrics[wanted.metric].unit;
  return wanted.of == Of::total && unit == Unit::bytes_per_second ? Unit::bytes : unit;
}

/// Seconds of CPU that this process has used.
double cpu_seconds() {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

}  // namespace

void Recording::take_gpu(double seconds) {
  const GpuNews& news = feed_.news(seconds);
  const bool fresh = news.sample && news.number != sample_;
  Sampler::put(reading_, news.sample);
  // A sample from before the begin says nothing of the run.
  if (!fresh || news.sampled < begun_) return;
  sample_ = news.number;
  energy_.add(news.sampled, news.sample->power.value_or(kNotKnown));
  timeline_.add(reading_, news.sampled - begun_, {.whole = false, .gpu = true});
  if (!news.sample->energy) return;
  if (!counter_first_) counter_first_ = news.sample->energy, counter_begun_ = news.sampled;
  counter_last_ = news.sample->energy, counter_ended_ = news.sampled;
}

void Recording::take(double seconds, std::int64_t wall, bool whole) {
  sampler_.read(reading_, seconds, whole);
  reading_.wall = wall;
  if (whole) whole_ = seconds;
  ++readings_;
  timeline_.add(reading_, seconds - begun_, {.whole = whole, .gpu = false});
  take_gpu(seconds);
}

void Recording::begin(double seconds, std::int64_t wall) {
  begun_ = ended_ = seconds;
  wall_begun_ = wall;
  cpu_begun_ = cpu_seconds();
  take(seconds, wall, true);
}

void Recording::read(double seconds, std::int64_t wall) {
  take(seconds, wall, seconds - whole_ >= 0.999);
  ended_ = seconds;
}

void Recording::end(double seconds, std::int64_t wall) {
  take(seconds, wall, true);
  ended_ = seconds;
  cpu_ = cpu_seconds() - cpu_begun_;
  energy_.finish(begun_, ended_);
}

Published Recording::published() const {
  Published out;
  out.reading = reading_;
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    if (kMetrics[i].kind == MetricKind::rate) out.totals[i] = timeline_.of(i).total();
  }
  if (energy_.covered() > 0) out.joules = energy_.joules();
  return out;
}

std::string Recording::why_not(std::size_t index) const {
  if (kMetrics[index].source != MetricSource::gpu) {
    const std::string why = sampler_.why_not(index);
    return why.empty() ? "the kernel does not tell" : why;
  }
  const std::string why = feed_.why_not();
  return why.empty() ? "the driver did not tell" : why;
}

void Recording::add_energy(RunRecord& record) const {
  const double share = duration() > 0 ? energy_.covered() / duration() : 0;
  Figure figure{"gpu.energy", Unit::joules, energy_.joules(), "computed", {}};
  figure.how =
      fmt::format("{} readings of power, integrated", timeline_.of(metric("gpu.power")).count());
  if (energy_.covered() > 0 && share < 0.99) {
    figure.how += fmt::format("; they cover {:.1f} of {:.1f} s", energy_.covered(), duration());
  } else if (energy_.covered() <= 0) {
    figure.value = kNotKnown;
    figure.how = why_not(metric("gpu.power"));
  }
  record.results.push_back(std::move(figure));
  if (!counter_first_ || !(counter_ended_ > counter_begun_)) return;
  record.results.push_back({"gpu.energy_counter", Unit::joules, *counter_last_ - *counter_first_,
                            "reported",
                            fmt::format("the driver's own counter, from {:.1f} to {:.1f} s",
                                        counter_begun_ - begun_, counter_ended_ - begun_)});
}

void Recording::add_cost(RunRecord& record) const {
  const double cost = duration() > 0 ? cpu_ / duration() : kNotKnown;
  record.results.push_back({"sampler.cpu", Unit::ratio, cost, "measured",
                            "CPU time of this process, without the one that asks the driver"});
  record.results.push_back({"sampler.readings", Unit::none, readings_, "measured", ""});
}

void Recording::add_to(RunRecord& record) const {
  record.results.push_back({"run.duration", Unit::seconds, duration(), "measured", ""});
  add_energy(record);
  for (const Wanted& wanted : kWanted) {
    const Trace& trace = timeline_.of(wanted.metric);
    const MetricSpec& spec = kMetrics[wanted.metric];
    const double value = value_of(trace, wanted.of);
    const bool reported = spec.source == MetricSource::gpu;
    record.results.push_back({fmt::format("{}.{}", spec.name, wanted.word), unit_of(wanted), value,
                              reported ? "reported" : "measured",
                              std::isnan(value) ? why_not(wanted.metric) : std::string()});
  }
  add_cost(record);
  record.series = timeline_.series();
}

}  // namespace gb10
