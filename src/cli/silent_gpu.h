#pragma once

#include "gpu/gpu.h"
#include "sampler/gpu_feed.h"

namespace gb10 {

/// A GPU that is not asked: every answer is the Error that it was made with, but for the processes
/// that are known already.
class SilentGpu : public GpuView {
 public:
  explicit SilentGpu(Error why) : why_(std::move(why)) {}
  SilentGpu(const GpuNews& news, Error why);

  Result<std::vector<GpuInfo>> list() const override { return why_; }
  Result<GpuDriver> driver() const override { return why_; }
  Result<std::vector<GpuProcess>> processes() const override;
  Result<GpuSeries> samples(int, std::chrono::duration<double>) const override { return why_; }
  Result<LoadResult> load(int, LoadKind, std::chrono::duration<double>) const override {
    return why_;
  }

 private:
  Error why_;
  std::optional<std::vector<GpuProcess>> processes_;
};

}  // namespace gb10
