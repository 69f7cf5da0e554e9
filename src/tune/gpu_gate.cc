#include "tune/gpu_gate.h"

#include <algorithm>

namespace gb10 {

namespace {

/// As in data/rules/gpu.low-power-state.toml, for a GPU that is busy.
bool is_stuck(const GpuSample& sample) {
  constexpr double kBusy = 0.9, kSlow = 1400e6, kLittle = 30;
  return sample.utilization.value_or(0) >= kBusy && sample.sm_clock && *sample.sm_clock < kSlow &&
         sample.power && *sample.power < kLittle && sample.reasons &&
         limiting_reasons(*sample.reasons).empty();
}

bool all_stuck(const Result<GpuSeries>& series) {
  return series.ok() && !series->samples.empty() &&
         std::all_of(series->samples.begin(), series->samples.end(), is_stuck);
}

}  // namespace

std::string stuck_clock(const GpuView& gpu, int number) {
  // One look takes no time; only what it makes suspect is watched.
  if (!all_stuck(gpu.samples(number, std::chrono::seconds(0)))) return {};
  if (!all_stuck(gpu.samples(number, std::chrono::seconds(10)))) return {};
  return "the GPU is busy at a low clock with no reason given: a cap would hide that; unplug the "
         "power for a minute first (gb10 doctor)";
}

}  // namespace gb10
