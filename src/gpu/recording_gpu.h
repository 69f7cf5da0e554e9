#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "gpu/gpu.h"
#include "gpu/gpu_record.h"

namespace gb10 {

/// Passes every question on to another GpuView and remembers the answers, errors too. Asked twice,
/// the last answer counts; of samples, every series is put behind the one before it. For one
/// thread.
class RecordingGpu : public GpuView {
 public:
  /// `inner` must live longer.
  explicit RecordingGpu(const GpuView& inner) : inner_(inner) {}

  Result<std::vector<GpuInfo>> list() const override;
  Result<GpuDriver> driver() const override;
  Result<std::vector<GpuProcess>> processes() const override;
  Result<GpuSeries> samples(int gpu, std::chrono::duration<double> window) const override;
  Result<LoadResult> load(int gpu, LoadKind kind,
                          std::chrono::duration<double> length) const override;

  /// What was remembered, as RootedGpu reads it.
  std::string jsonl() const { return record_.jsonl(); }

 private:
  using Clock = std::chrono::steady_clock;

  void remember(int gpu, const Result<GpuSeries>& series, Clock::time_point asked) const;

  const GpuView& inner_;
  // Remembering is not a change that a reader of the GPU can see.
  mutable GpuRecord record_;
  mutable std::map<int, Clock::time_point> begun_;  // the first series of each GPU
};

}  // namespace gb10
