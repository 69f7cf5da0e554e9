#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/gpu_memory.h"

namespace gb10 {

/// Memory that a GPU can reach, by whatever name it has there.
struct GpuReach {
  std::string name;  // "device", "pinned"
  cuda::Address address = 0;
  std::uint64_t bytes = 0;
};

/// One thread of the GPU follows a random round of nodes of 128 bytes through the first so many
/// bytes of `where`: "memory.gpu.latency.device.512MiB", seconds of a load. Overwrites the nodes.
struct GpuLatencyMeasure {
  std::vector<std::uint64_t> sizes = {};
  int blocks = 6;
  unsigned steps = 1U << 14U;  // loads of a block
  std::function<EarlyEnd()> must_end = {};
};
Result<CpuRuns> latencies(const MemoryPlace& place, const GpuReach& where,
                          const GpuLatencyMeasure& measure);

/// "512MiB", "4KiB": fit for the name of a metric.
std::string size_name(std::uint64_t bytes);

}  // namespace gb10
