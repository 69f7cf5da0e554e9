// Any bytes as a gpu.jsonl; then every question to the GPU that comes out.

#include "entry.h"
#include "gpu/rooted_gpu.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto gpu = gb10::RootedGpu::read(text_of(data, size));
  if (!gpu.ok()) return 0;
  static_cast<void>(gpu->driver().ok());
  static_cast<void>(gpu->list().ok());
  static_cast<void>(gpu->processes().ok());
  for (const int index : {0, 1, -1}) {
    static_cast<void>(gpu->samples(index, std::chrono::seconds(10)).ok());
    for (const auto kind : {gb10::LoadKind::fma, gb10::LoadKind::copy}) {
      static_cast<void>(gpu->load(index, kind, std::chrono::seconds(5)).ok());
    }
  }
  return 0;
}
