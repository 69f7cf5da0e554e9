#include "guard/last_minute.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::size_t kAvailable = metric("memory.available");
constexpr std::size_t kPressure = metric("pressure.memory_full");
constexpr std::size_t kKills = metric("memory.oom_kills");
constexpr std::size_t kPower = metric("gpu.power");
constexpr std::size_t kGpuHeat = metric("gpu.temperature");
constexpr std::size_t kHottest = metric("thermal.hottest");

constexpr double kEnd = 10;  // seconds that count as the end
constexpr double kSlopeSeconds = 5;
constexpr double kGiB = 1U << 30U;

double first_known(std::span<const Reading> minute, std::size_t index) {
  for (const Reading& sample : minute) {
    if (sample.knows(index)) return sample.at(index);
  }
  return kNotKnown;
}

double last_known(std::span<const Reading> minute, std::size_t index) {
  for (std::size_t i = minute.size(); i-- > 0;) {
    if (minute[i].knows(index)) return minute[i].at(index);
  }
  return kNotKnown;
}

/// Of what is known since `from`.
std::vector<double> known_between(std::span<const Reading> minute, std::size_t index, double from,
                                  double to) {
  std::vector<double> out;
  for (const Reading& sample : minute) {
    if (sample.knows(index) && sample.seconds >= from && sample.seconds <= to)
      out.push_back(sample.at(index));
  }
  return out;
}

double most(const std::vector<double>& values) {
  return values.empty() ? kNotKnown : *std::max_element(values.begin(), values.end());
}

double middle(std::vector<double> values) {
  if (values.empty()) return kNotKnown;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

double slope(std::span<const Reading> minute) {
  const Reading* first = nullptr;
  const Reading* last = nullptr;
  for (const Reading& sample : minute) {
    if (!sample.knows(kAvailable) || sample.seconds < minute.back().seconds - kSlopeSeconds)
      continue;
    if (!first) first = &sample;
    last = &sample;
  }
  if (!first || last->seconds - first->seconds < 0.5) return kNotKnown;
  return (last->at(kAvailable) - first->at(kAvailable)) / (last->seconds - first->seconds);
}

double longest_gap(std::span<const Reading> minute) {
  double longest = kNotKnown;
  for (std::size_t i = 1; i < minute.size(); ++i) {
    const double gap = minute[i].seconds - minute[i - 1].seconds;
    if (!(gap <= longest)) longest = gap;
  }
  return longest;
}

void put_memory(MinuteNumbers& out, std::span<const Reading> minute, std::optional<double> memory) {
  const double begin = minute.front().seconds, end = minute.back().seconds;
  const std::vector<double> available = known_between(minute, kAvailable, begin, end);
  if (available.empty()) return;
  out.available = last_known(minute, kAvailable);
  out.least = *std::min_element(available.begin(), available.end());
  out.slope = slope(minute);
  // A small machine has little at all times: shares of it count, as the guard's own levels do.
  const double all = std::max(memory.value_or(0), most(available));
  out.floor = std::min(kGiB, 0.04 * all);
  out.short_of = std::min(3 * kGiB, 0.10 * all);
}

std::optional<double> known(const Reading& sample, std::size_t index) {
  return sample.knows(index) ? std::optional(sample.at(index)) : std::nullopt;
}

std::int64_t seconds_of(std::int64_t nanoseconds) { return nanoseconds / 1'000'000'000; }

LastSample told(const Reading& sample) {
  return {.time = seconds_of(sample.wall),
          .available = known(sample, kAvailable),
          .pressure = known(sample, kPressure),
          .power = known(sample, kPower),
          .gpu_temperature = known(sample, kGpuHeat),
          .hottest = known(sample, kHottest),
          .events = {}};
}

/// Who says it.
const char* speaker(EventKind kind) {
  switch (kind) {
    case EventKind::kernel_line:
      return "kernel";
    case EventKind::unit_start:
      return "started";
    case EventKind::decision:
    case EventKind::action:
      return "guard";
    case EventKind::clock_jump:
      return "clock";
    case EventKind::note:
      break;
  }
  return "note";
}

}  // namespace

MinuteNumbers minute_numbers(std::span<const Reading> minute, std::optional<double> memory) {
  MinuteNumbers out;
  out.count = minute.size();
  if (minute.empty()) return out;
  const double begin = minute.front().seconds, end = minute.back().seconds;
  put_memory(out, minute, memory);
  out.pressure = most(known_between(minute, kPressure, end - kEnd, end));
  out.kills = last_known(minute, kKills) - first_known(minute, kKills);
  out.power_before = middle(known_between(minute, kPower, begin, end - kEnd));
  out.power = most(known_between(minute, kPower, end - kSlopeSeconds, end));
  out.gpu_heat = last_known(minute, kGpuHeat);
  out.gpu_rise = out.gpu_heat - first_known(minute, kGpuHeat);
  out.hottest = last_known(minute, kHottest);
  out.latest = longest_gap(minute);
  return out;
}

std::vector<LastSample> told_samples(const BootTrace& trace) {
  std::vector<LastSample> out;
  for (std::size_t i = 0; i < trace.minute.size(); ++i) {
    const Reading& sample = trace.minute[i];
    // Of a burst one a second is told, and the very last.
    const bool is_last = i + 1 == trace.minute.size();
    if (!out.empty() && out.back().time == seconds_of(sample.wall)) {
      if (is_last) out.back() = told(sample);
      continue;
    }
    out.push_back(told(sample));
  }
  if (!trace.ring || out.empty()) return out;
  for (const RingEvent& event : trace.ring->events) {
    const std::int64_t time = seconds_of(event.when.wall);
    if (time < out.front().time) continue;
    auto at = out.end() - 1;
    while (at != out.begin() && at->time > time) --at;
    at->events.push_back(fmt::format("{}: {}", speaker(event.kind), printable(event.text, 200)));
  }
  return out;
}

}  // namespace gb10
