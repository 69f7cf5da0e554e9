#pragma once

#include <string>
#include <vector>

#include "bench/storage_passes.h"
#include "gpu/cuda.h"
#include "gpu/cufile.h"

namespace gb10 {

/// How many bytes are brought at once, and in how many buffers.
struct CopySizes {
  std::size_t direct = std::size_t{1} << 20U;  // O_DIRECT: one read,
  std::size_t direct_slots = 64;               // its buffers,
  int at_once = 32;                            // and how many of them are read at once
  std::size_t buffered = std::size_t{16} << 20U;
  std::size_t buffered_slots = 4;
};

/// Where a file is brought to.
struct StorageGpu {
  const Cuda& cuda;
  cuda::Device device;
  const Module& module;  // of kernels/bench_storage.cu
  const Stream& stream;
  const CuFile* cufile;   // null where there is none, and
  std::string no_cufile;  // why
  CopySizes sizes = {};
};

/// Every way from the file to the GPU, cold and warm where the page cache has a part in it. The
/// time is that until the data is there; then the GPU sums up what lies there, and the sums of all
/// blocks are compared with the file's. Only where the GPU reads in place the sum is the reading.
/// What cannot be done here says so. Error: the GPU has no room, or its kernel is missing.
Result<std::vector<StoragePasses>> copies_to_gpu(
    const StorageGpu& gpu, const StorageFile& file, const PassMeasure& measure, EarlyEnd& cut,
    const std::function<void(const StoragePasses&)>& told = {});

}  // namespace gb10
