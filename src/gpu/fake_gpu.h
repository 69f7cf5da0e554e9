#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gpu/gpu.h"

namespace gb10 {

/// A GpuView for tests: set the members, they are the answers. Untouched, it is a machine without
/// an NVIDIA driver.
class FakeGpu : public GpuView {
 public:
  static Error none() { return {Error::Kind::unsupported, "libnvidia-ml.so.1 not found"}; }

  Result<std::vector<GpuInfo>> gpus = none();
  Result<GpuDriver> driver_answer = none();
  Result<std::vector<GpuProcess>> gpu_processes = none();
  std::map<int, Result<GpuSeries>> series;
  std::map<std::pair<int, LoadKind>, Result<LoadResult>> loads;

  Result<std::vector<GpuInfo>> list() const override { return gpus; }
  Result<GpuDriver> driver() const override { return driver_answer; }
  Result<std::vector<GpuProcess>> processes() const override { return gpu_processes; }
  Result<GpuSeries> samples(int gpu, std::chrono::duration<double>) const override {
    const auto at = series.find(gpu);
    return at != series.end() ? at->second : none();
  }
  Result<LoadResult> load(int gpu, LoadKind kind, std::chrono::duration<double>) const override {
    const auto at = loads.find({gpu, kind});
    return at != loads.end() ? at->second : none();
  }
};

}  // namespace gb10
