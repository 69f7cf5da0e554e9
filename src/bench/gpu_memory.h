#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/cpu_memory.h"
#include "bench/probe.h"
#include "gpu/cuda.h"

namespace gb10 {

/// Where: all borrowed, and longer-lived than the work.
struct MemoryPlace {
  const Cuda& cuda;
  cuda::Device device;
  const Module& module;  // kernels/bench_memory.cu
  const Stream& stream;
};

/// Puts one kernel on the stream, in blocks of 256 threads; does not wait for it.
template <class... Arguments>
Result<void> launched(const MemoryPlace& place, const char* kernel, unsigned blocks,
                      unsigned threads, Arguments... arguments) {
  const cuda::FunctionHandle function = TRY(place.cuda.function(place.module, kernel));
  void* pointers[] = {&arguments...};
  const cuda::Api& api = place.cuda.api();
  return call(api, api.cuLaunchKernel, function, blocks, 1U, 1U, threads, 1U, 1U, 0U,
              place.stream.get(), static_cast<void**>(pointers), nullptr);
}
/// Seconds of what `enqueue` puts on the stream, by the GPU's clock.
Result<double> timed(const MemoryPlace& place, const std::function<Result<void>()>& enqueue);

/// A kernel and the grid that it runs in.
struct GpuGeometry {
  const char* kernel = "";
  unsigned blocks = 0;
  double seconds = 0;  // as tried
};

/// Two buffers in the GPU's memory, each many times what its caches hold, and what is done to them.
class GpuMemory {
 public:
  /// `bytes` of each buffer. Error `busy` or that of the driver.
  static Result<std::unique_ptr<GpuMemory>> make(const MemoryPlace& place, std::uint64_t bytes);

  /// Tries every kernel in several grids and keeps the fastest. Before it, those for 132 SMs.
  Result<void> choose();
  /// memory.gpu.read, .write, .copy, .matrix_vector, and .copy_driver, the driver's own copy.
  std::vector<Probe> probes() const;
  /// Spoils the results, computes them anew and compares them with the CPU's: the sum of all words
  /// of what is read, written or copied, and places that are drawn.
  Result<MemoryCheck> checked();
  /// "read_8 in 1056 blocks, …".
  std::string chosen() const;

  std::uint64_t size() const { return source_.count() * sizeof(std::uint64_t); }
  cuda::Address source() const { return source_.address(); }

 private:
  enum Work { read, write, copy, matrix_vector };

  GpuMemory(const MemoryPlace& place, DeviceBuffer<std::uint64_t> source,
            DeviceBuffer<std::uint64_t> target, DeviceBuffer<std::uint32_t> results,
            DeviceBuffer<float> vector)
      : place_(place),
        source_(std::move(source)),
        target_(std::move(target)),
        results_(std::move(results)),
        vector_(std::move(vector)) {}

  Result<void> enqueue(Work work, const GpuGeometry& geometry) const;
  Result<void> enqueue_read(cuda::Address from, const GpuGeometry& geometry) const;
  /// The sum of all 32-bit words of one of the buffers, by the kernel that reads.
  Result<std::uint32_t> sum_of(cuda::Address buffer);
  Result<void> enqueue_driver_copy() const;
  Result<void> try_all(Work work, const std::vector<GpuGeometry>& all);
  Result<MemoryCheck> checked_sum(cuda::Address buffer, std::uint32_t wanted);
  Result<MemoryCheck> checked_write();
  Result<MemoryCheck> checked_copy(bool by_driver, std::uint32_t sum);
  Result<MemoryCheck> checked_rows();
  Result<void> wait() const;
  unsigned long long count() const { return source_.count() / 2; }  // pieces of 16 bytes
  unsigned rows() const;

  MemoryPlace place_;
  DeviceBuffer<std::uint64_t> source_, target_;
  DeviceBuffer<std::uint32_t> results_;  // of read: a sum for each block; of rows: floats
  DeviceBuffer<float> vector_;
  std::vector<GpuGeometry> geometry_;  // by Work
};

/// The word of the source at `index`: four bf16 numbers, as `fill` of the device code makes them.
std::uint64_t source_word(std::uint64_t index);
/// The sum of the halves of its first words, and these words.
std::uint32_t source_sum(std::uint64_t words);
void fill_source(std::span<std::uint64_t> words);
/// Fills so many words of the GPU's reach with them and waits for it.
Result<void> fill_source(const MemoryPlace& place, cuda::Address at, std::uint64_t words);
/// Bytes of each buffer: at least ten times the caches, and no more than a safe part of what is
/// available, best `wanted`. Error `busy` where both cannot be.
Result<std::uint64_t> gpu_buffer_size(std::uint64_t available, std::uint64_t caches,
                                      std::uint64_t wanted);

}  // namespace gb10
