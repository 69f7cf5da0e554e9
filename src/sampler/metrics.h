#pragma once
// sampler/ reads one set of metrics over time: levels and rates of memory, CPU, disks, links, heat
// and GPU. A reading allocates nothing, so that it works while memory runs out. It refuses to judge
// what it reads.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "model/quantity.h"

namespace gb10 {

/// Where a metric is read: a file that is read whole and parsed for each of its metrics, or the
/// driver.
enum class MetricSource {
  meminfo,
  memory_pressure,
  vmstat,
  buddyinfo,
  cpu_pressure,
  io_pressure,
  stat,
  load,
  disks,
  links,
  heat,
  gpu
};

/// A level is as the source says it; a rate is how much a counter grew in a second since the
/// reading before, so the first reading knows none.
enum class MetricKind { level, rate };

/// One metric. `key` is what its source calls it, `scale` turns the source's unit into `unit`.
struct MetricSpec {
  const char* name;
  Unit unit;
  MetricKind kind;
  MetricSource source;
  const char* key;
  double scale;
  const char* words;
};

/// A scale: the source counts pages, whose size is the machine's.
inline constexpr double kPerPage = -1;

/// Every metric, in the order in which a recording keeps them. Sources up to memory_pressure are
/// read at every sample, the others once a second: they cost more than they change.
inline constexpr MetricSpec kMetrics[] = {
    {"memory.available", Unit::bytes, MetricKind::level, MetricSource::meminfo, "MemAvailable",
     1024, "what programs can still get, with what the kernel can give back"},
    {"memory.free", Unit::bytes, MetricKind::level, MetricSource::meminfo, "MemFree", 1024,
     "used for nothing; what CUDA's own query calls free"},
    {"memory.file_active", Unit::bytes, MetricKind::level, MetricSource::meminfo, "Active(file)",
     1024, "page cache in use"},
    {"memory.file_inactive", Unit::bytes, MetricKind::level, MetricSource::meminfo,
     "Inactive(file)", 1024, "page cache not used of late"},
    {"memory.dirty", Unit::bytes, MetricKind::level, MetricSource::meminfo, "Dirty", 1024,
     "page cache that must be written before it can go"},
    {"memory.anonymous", Unit::bytes, MetricKind::level, MetricSource::meminfo, "AnonPages", 1024,
     "programs' own memory"},
    {"memory.shared", Unit::bytes, MetricKind::level, MetricSource::meminfo, "Shmem", 1024,
     "shared memory and tmpfs"},
    {"memory.kernel", Unit::bytes, MetricKind::level, MetricSource::meminfo, "SUnreclaim", 1024,
     "kernel objects that cannot go"},
    {"memory.swap_free", Unit::bytes, MetricKind::level, MetricSource::meminfo, "SwapFree", 1024,
     "swap space left"},
    {"memory.cma_free", Unit::bytes, MetricKind::level, MetricSource::meminfo, "CmaFree", 1024,
     "free memory in the contiguous area"},
    {"pressure.memory_some", Unit::ratio, MetricKind::rate, MetricSource::memory_pressure,
     "some total", 1e-6, "share of the time in which a task waited for memory"},
    {"pressure.memory_full", Unit::ratio, MetricKind::rate, MetricSource::memory_pressure,
     "full total", 1e-6, "share of the time in which all tasks waited for memory"},
    {"memory.oom_kills", Unit::none, MetricKind::level, MetricSource::vmstat, "oom_kill", 1,
     "processes that the kernel killed for memory since boot"},
    {"memory.swap_out", Unit::bytes_per_second, MetricKind::rate, MetricSource::vmstat, "pswpout",
     kPerPage, "written to swap"},
    {"memory.compact_fail", Unit::none, MetricKind::rate, MetricSource::vmstat, "compact_fail", 1,
     "compactions a second that gave no block"},
    {"memory.free_32m", Unit::bytes, MetricKind::level, MetricSource::buddyinfo, "33554432", 1,
     "free memory in blocks of 32 MiB or more"},
    {"memory.free_2m", Unit::bytes, MetricKind::level, MetricSource::buddyinfo, "2097152", 1,
     "free memory in blocks of 2 MiB or more"},
    {"pressure.cpu_some", Unit::ratio, MetricKind::rate, MetricSource::cpu_pressure, "some total",
     1e-6, "share of the time in which a task waited for a CPU"},
    {"pressure.io_full", Unit::ratio, MetricKind::rate, MetricSource::io_pressure, "full total",
     1e-6, "share of the time in which all tasks waited for a disk"},
    {"cpu.busy", Unit::ratio, MetricKind::rate, MetricSource::stat, "busy", 1,
     "share of all cores' time in use"},
    {"cpu.load", Unit::none, MetricKind::level, MetricSource::load, "1", 1,
     "tasks that run or wait, mean of a minute"},
    {"disk.read", Unit::bytes_per_second, MetricKind::rate, MetricSource::disks, "read", 512,
     "read from disks"},
    {"disk.written", Unit::bytes_per_second, MetricKind::rate, MetricSource::disks, "written", 512,
     "written to disks"},
    {"network.received", Unit::bytes_per_second, MetricKind::rate, MetricSource::links, "received",
     1, "received by network cards"},
    {"network.sent", Unit::bytes_per_second, MetricKind::rate, MetricSource::links, "sent", 1,
     "sent by network cards"},
    {"thermal.hottest", Unit::celsius, MetricKind::level, MetricSource::heat, "", 1,
     "the hottest zone that the kernel knows"},
    {"gpu.utilization", Unit::ratio, MetricKind::level, MetricSource::gpu, "utilization", 1,
     "share of the time in which a kernel ran"},
    {"gpu.sm_clock", Unit::hertz, MetricKind::level, MetricSource::gpu, "sm_clock", 1,
     "clock of the multiprocessors"},
    {"gpu.power", Unit::watts, MetricKind::level, MetricSource::gpu, "power", 1,
     "what the GPU draws"},
    {"gpu.temperature", Unit::celsius, MetricKind::level, MetricSource::gpu, "temperature", 1,
     "heat of the GPU"},
    {"gpu.limits", Unit::none, MetricKind::level, MetricSource::gpu, "reasons", 1,
     "what holds its clock back, NVML's bits"},
};

inline constexpr std::size_t kMetricCount = std::size(kMetrics);

/// The place of a metric by its name; a name that is not there does not compile.
consteval std::size_t metric(std::string_view name) {
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    if (name == kMetrics[i].name) return i;
  }
  throw "no such metric";
}

constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

/// All metrics at one moment; what is not known is not a number.
struct Reading {
  double seconds = 0;     // of a clock that only goes on
  std::int64_t wall = 0;  // nanoseconds since 1970
  std::array<double, kMetricCount> values = [] {
    std::array<double, kMetricCount> none{};
    none.fill(kNotKnown);
    return none;
  }();

  double at(std::size_t index) const { return values[index]; }
  bool knows(std::size_t index) const { return !std::isnan(values[index]); }
};

}  // namespace gb10
