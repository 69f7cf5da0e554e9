#pragma once

#include "bench/cpu_memory.h"
#include "bench/gpu_memory.h"

namespace gb10 {

struct ContentionMeasure {
  int blocks = 6;
  double block_seconds = 0.25;  // of one
  std::function<EarlyEnd()> must_end = {};
};

/// What a GPU's work and that of the CPUs come to alone and together, in turns:
/// "memory.together.cpu_read.gpu", ".gpu_alone", ".cpu", ".cpu_alone" for `kind` = read.
Result<CpuRuns> contended(const MemoryPlace& place, const Probe& gpu, CpuArrays& arrays,
                          CpuWork kind, const std::vector<int>& cpus,
                          const ContentionMeasure& measure);

}  // namespace gb10
