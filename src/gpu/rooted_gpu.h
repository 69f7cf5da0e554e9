#pragma once

#include "gpu/gpu.h"
#include "gpu/gpu_record.h"

namespace gb10 {

/// The GPU of a tree or a snapshot: answers what was recorded, and `not_recorded` to the rest.
class RootedGpu : public GpuView {
 public:
  /// Of a machine of which nothing was recorded.
  RootedGpu() = default;
  explicit RootedGpu(GpuRecord record) : record_(std::move(record)) {}
  /// Out of the text of a gpu.jsonl.
  static Result<RootedGpu> read(std::string_view text);

  Result<std::vector<GpuInfo>> list() const override;
  Result<GpuDriver> driver() const override;
  Result<std::vector<GpuProcess>> processes() const override;
  Result<GpuSeries> samples(int gpu, std::chrono::duration<double> window) const override;
  Result<LoadResult> load(int gpu, LoadKind kind,
                          std::chrono::duration<double> length) const override;

 private:
  GpuRecord record_;
};

}  // namespace gb10
