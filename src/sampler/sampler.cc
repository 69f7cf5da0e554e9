#include "sampler/sampler.h"

#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>

#include "sampler/heat_feed.h"
#include "sampler/texts.h"

namespace gb10 {

namespace {

/// The file of a source; null where it is none.
const char* path_of(MetricSource source) {
  switch (source) {
    case MetricSource::meminfo:
      return "/proc/meminfo";
    case MetricSource::memory_pressure:
      return "/proc/pressure/memory";
    case MetricSource::vmstat:
      return "/proc/vmstat";
    case MetricSource::buddyinfo:
      return "/proc/buddyinfo";
    case MetricSource::cpu_pressure:
      return "/proc/pressure/cpu";
    case MetricSource::io_pressure:
      return "/proc/pressure/io";
    case MetricSource::stat:
      return "/proc/stat";
    case MetricSource::load:
      return "/proc/loadavg";
    case MetricSource::disks:
      return "/proc/diskstats";
    case MetricSource::links:
      return "/proc/net/dev";
    case MetricSource::heat:
    case MetricSource::gpu:
      return nullptr;
  }
  return nullptr;
}

constexpr bool is_quick(MetricSource source) { return source <= MetricSource::memory_pressure; }

/// Names below `dir` that stand for a device and not for what lies on top of others.
std::vector<std::string> devices(const HostView& host, const std::string& dir) {
  std::vector<std::string> out;
  const auto names = host.list(dir);
  if (!names.ok()) return out;
  for (const DirEntry& entry : *names) {
    if (host.info(fmt::format("{}/{}/device", dir, entry.name)).ok()) out.push_back(entry.name);
  }
  return out;
}

}  // namespace

Sampler::Sampler(const HostView& host, Settings settings)
    : settings_(settings),
      zones_(settings.heat ? heat_zones(host) : std::vector<std::unique_ptr<Blob>>()),
      disks_(devices(host, "/sys/block")),
      links_(devices(host, "/sys/class/net")),
      buffer_(std::make_unique<std::array<std::byte, kLargest>>()) {
  for (std::size_t i = 0; i < kSources; ++i) {
    const char* const path = path_of(static_cast<MetricSource>(i));
    if (!path) continue;
    auto file = host.open(path);
    if (file.ok()) {
      files_[i] = *std::move(file);
    } else {
      missing_[i] = file.error().what;
    }
  }
  if (zones_.empty())
    missing_[static_cast<std::size_t>(MetricSource::heat)] = "the kernel names no thermal zone";
}

std::string_view Sampler::text_of(const Blob& file) {
  const auto count = file.read_at(0, *buffer_);
  if (!count.ok()) return {};
  return {reinterpret_cast<const char*>(buffer_->data()), *count};
}

double Sampler::share_of_cores(std::string_view text) {
  const texts::CpuTime now = texts::cpu_time(text);
  const double busy = now.busy - cores_before_.busy, all = now.all - cores_before_.all;
  cores_before_ = {now.busy, now.all};
  return all > 0 ? std::clamp(busy / all, 0.0, 1.0) : kNotKnown;
}

double Sampler::raw(const MetricSpec& spec, std::string_view text) const {
  const std::string_view key = spec.key;
  switch (spec.source) {
    case MetricSource::meminfo:
    case MetricSource::vmstat:
      return texts::after(text, key);
    case MetricSource::memory_pressure:
    case MetricSource::cpu_pressure:
    case MetricSource::io_pressure:
      return texts::pressure(text, key);
    case MetricSource::buddyinfo:
      return texts::in_blocks(text, texts::number(key), settings_.page_size);
    case MetricSource::load:
      return texts::number(text);
    case MetricSource::disks:
      return texts::sum(text, disks_, 2, key == "read" ? 2 : 6);
    case MetricSource::links:
      return texts::sum(text, links_, 0, key == "received" ? 0 : 8);
    case MetricSource::stat:
    case MetricSource::heat:
    case MetricSource::gpu:
      break;
  }
  return kNotKnown;
}

void Sampler::set(Reading& reading, std::size_t index, double value) {
  const MetricSpec& spec = kMetrics[index];
  value *= spec.scale == kPerPage ? settings_.page_size : spec.scale;
  if (spec.kind == MetricKind::level) {
    reading.values[index] = value;
    return;
  }
  Before& before = before_[index];
  const double passed = reading.seconds - before.seconds, grown = value - before.value;
  // A counter that fell has started anew.
  reading.values[index] = passed > 0 && grown >= 0 ? grown / passed : kNotKnown;
  before = {value, reading.seconds};
}

void Sampler::read_source(MetricSource source, Reading& reading) {
  const auto& file = files_[static_cast<std::size_t>(source)];
  const std::string_view text = file ? text_of(*file) : std::string_view();
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    const MetricSpec& spec = kMetrics[i];
    if (spec.source != source) continue;
    if (source == MetricSource::stat) {
      reading.values[i] = share_of_cores(text);
    } else if (source == MetricSource::heat) {
      if (settings_.heat) reading.values[i] = hottest(zones_);
    } else {
      set(reading, i, raw(spec, text));
    }
  }
}

void Sampler::read(Reading& reading, double seconds, bool whole) {
  reading.seconds = seconds;
  for (std::size_t i = 0; i + 1 < kSources; ++i) {
    const auto source = static_cast<MetricSource>(i);
    if (whole || is_quick(source)) read_source(source, reading);
  }
}

void Sampler::put(Reading& reading, const std::optional<GpuSample>& sample) {
  const auto set = [&](std::size_t index, const auto& value) {
    reading.values[index] = sample && value ? static_cast<double>(*value) : kNotKnown;
  };
  const GpuSample none;
  const GpuSample& gpu = sample ? *sample : none;
  set(metric("gpu.utilization"), gpu.utilization);
  set(metric("gpu.sm_clock"), gpu.sm_clock);
  set(metric("gpu.power"), gpu.power);
  set(metric("gpu.temperature"), gpu.temperature);
  set(metric("gpu.limits"), gpu.reasons);
}

std::string Sampler::why_not(std::size_t index) const {
  return missing_[static_cast<std::size_t>(kMetrics[index].source)];
}

Sampler::Settings settings_here() {
  return {.page_size = static_cast<double>(::sysconf(_SC_PAGESIZE))};
}

}  // namespace gb10
