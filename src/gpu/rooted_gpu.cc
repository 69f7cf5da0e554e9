#include "gpu/rooted_gpu.h"

#include <fmt/format.h>

namespace gb10 {

namespace {

Error not_recorded(std::string what) {
  return {Error::Kind::not_recorded, fmt::format("{} not recorded", what)};
}

}  // namespace

Result<RootedGpu> RootedGpu::read(std::string_view text) {
  GpuRecord record = TRY(GpuRecord::read(text));
  return RootedGpu(std::move(record));
}

Result<std::vector<GpuInfo>> RootedGpu::list() const {
  return record_.list ? *record_.list : not_recorded("the list of GPUs was");
}

Result<GpuDriver> RootedGpu::driver() const {
  return record_.driver ? *record_.driver : not_recorded("the NVIDIA driver's answer was");
}

Result<std::vector<GpuProcess>> RootedGpu::processes() const {
  return record_.processes ? *record_.processes : not_recorded("the processes on the GPUs were");
}

Result<GpuSeries> RootedGpu::samples(int gpu, std::chrono::duration<double>) const {
  const auto at = record_.samples.find(gpu);
  if (at == record_.samples.end()) {
    return not_recorded(fmt::format("samples of GPU {} were", gpu));
  }
  return at->second.map([&](const std::vector<GpuSample>& samples) {
    return GpuSeries{gpu, "recorded", samples};
  });
}

Result<LoadResult> RootedGpu::load(int gpu, LoadKind kind, std::chrono::duration<double>) const {
  const auto at = record_.loads.find({gpu, kind});
  return at != record_.loads.end()
             ? at->second
             : not_recorded(fmt::format("{} load on GPU {} was", word(kind), gpu));
}

}  // namespace gb10
