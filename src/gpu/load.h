#pragma once

#include <cstdint>
#include <functional>

#include "gpu/cuda.h"
#include "gpu/gpu.h"

namespace gb10 {

/// What own load is wanted.
struct LoadWish {
  LoadKind kind = LoadKind::fma;
  double seconds = 0;      // at least 0.1, at most 600
  std::uint64_t seed = 0;  // of the random input
};

/// Keeps `device` busy for that long and compares the result with the CPU's. `sample` is asked
/// about every half second while a batch runs. Call it in the helper process only, after cuInit.
/// Errors: `busy` where less than 4 GiB are available, `unsupported` where the program was built
/// without device code.
Result<LoadResult> own_load(const Cuda& cuda, cuda::Device device, const LoadWish& wish,
                            const std::function<Result<GpuSample>()>& sample);

/// Whether the GPU has no memory but the machine's. Needs a context.
Result<bool> shares_memory(const Cuda& cuda, cuda::Device device);

/// Memory that a load may count on, bytes: what CUDA calls free, and on a GPU that shares the
/// machine's memory also the page cache, which CUDA does not count. Needs a context.
Result<std::uint64_t> available_memory(const Cuda& cuda, cuda::Device device);

}  // namespace gb10
