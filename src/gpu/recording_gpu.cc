#include "gpu/recording_gpu.h"

#include <algorithm>

namespace gb10 {

Result<std::vector<GpuInfo>> RecordingGpu::list() const {
  record_.list = inner_.list();
  return *record_.list;
}

Result<GpuDriver> RecordingGpu::driver() const {
  record_.driver = inner_.driver();
  return *record_.driver;
}

Result<std::vector<GpuProcess>> RecordingGpu::processes() const {
  record_.processes = inner_.processes();
  return *record_.processes;
}

void RecordingGpu::remember(int gpu, const Result<GpuSeries>& series,
                            Clock::time_point asked) const {
  auto& held = record_.samples.try_emplace(gpu, std::vector<GpuSample>{}).first->second;
  if (!series.ok()) {
    if (!held.ok() || held->empty()) held = series.error();
    return;
  }
  if (!held.ok()) held = std::vector<GpuSample>{};
  const Clock::time_point begun = begun_.try_emplace(gpu, asked).first->second;
  double shift = std::chrono::duration<double>(asked - begun).count();
  if (!held->empty()) shift = std::max(shift, held->back().seconds);
  for (GpuSample sample : series->samples) {
    sample.seconds += shift;
    held->push_back(sample);
  }
}

Result<GpuSeries> RecordingGpu::samples(int gpu, std::chrono::duration<double> window) const {
  const Clock::time_point asked = Clock::now();
  Result<GpuSeries> series = inner_.samples(gpu, window);
  remember(gpu, series, asked);
  return series;
}

Result<LoadResult> RecordingGpu::load(int gpu, LoadKind kind,
                                      std::chrono::duration<double> length) const {
  Result<LoadResult> load = inner_.load(gpu, kind, length);
  record_.loads.insert_or_assign({gpu, kind}, load);
  return load;
}

}  // namespace gb10
