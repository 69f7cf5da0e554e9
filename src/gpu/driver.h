#pragma once

#include "gpu/cuda.h"
#include "gpu/gpu.h"
#include "gpu/nvml.h"

namespace gb10 {

/// What the driver says of itself through both of its libraries. Starts CUDA (cuInit), which wakes
/// an idle GPU: ask for samples of an idle one before. Makes no context: one takes hundreds of MiB,
/// which a machine that is short of memory does not have.
GpuDriver driver_answer(const Result<Nvml>& nvml, const Result<Cuda>& cuda);

/// CUDA's device for NVML's GPU, after cuInit. An Error where cuInit does not say 0.
Result<cuda::Device> cuda_device(const Result<Nvml>& nvml, const Result<Cuda>& cuda, int gpu);

}  // namespace gb10
