#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "base/result.h"
#include "gpu/api_handle.h"
#include "gpu/cuda_api.h"
#include "gpu/library.h"

namespace gb10 {

/// What CUDA's `status` says, by name and number: "cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY (2)".
Error cuda_error(const cuda::Api& api, const char* function, cuda::Status status);

/// Calls `symbol`. A function that this driver does not export is `unsupported`, named.
template <class... Arguments>
Result<void> call(const cuda::Api& api, const Symbol<cuda::Status(Arguments...)>& symbol,
                  std::type_identity_t<Arguments>... arguments) {
  if (!symbol.function) {
    return Error{Error::Kind::unsupported, std::string("libcuda.so.1 has no ") + symbol.name};
  }
  const cuda::Status status = symbol.function(arguments...);
  if (status != cuda::kSuccess) return cuda_error(api, symbol.name, status);
  return {};
}

template <class Handle, auto release>
using CudaHandle = ApiHandle<cuda::Api, Handle, release>;

using Stream = CudaHandle<cuda::StreamHandle, &cuda::Api::cuStreamDestroy_v2>;
using Event = CudaHandle<cuda::EventHandle, &cuda::Api::cuEventDestroy_v2>;
using Module = CudaHandle<cuda::ModuleHandle, &cuda::Api::cuModuleUnload>;
using DeviceMemory = CudaHandle<cuda::Address, &cuda::Api::cuMemFree_v2>;
using PinnedMemory = CudaHandle<void*, &cuda::Api::cuMemFreeHost>;
/// The primary context of a device, current in this thread.
using Context = CudaHandle<cuda::Device, &cuda::Api::cuDevicePrimaryCtxRelease_v2>;

/// Memory of the GPU, bytes, as the context sees it.
struct CudaMemory {
  std::uint64_t free = 0, total = 0;
};

/// The CUDA driver API, opened. The handles made by it must end before it does.
class Cuda {
 public:
  static Result<Cuda> open();
  explicit Cuda(cuda::Api api, std::optional<Library> library = std::nullopt)
      : library_(std::move(library)), api_(std::make_unique<cuda::Api>(api)) {}

  const cuda::Api& api() const { return *api_; }

  /// 13000 for CUDA 13.0. Needs no `init`.
  Result<std::int64_t> version() const;
  /// cuInit's own answer, 0 when all is well: only this shows a dead compute engine.
  Result<std::int64_t> init() const;

  /// The GPU at this PCI address ("000f:01:00.0"): CUDA numbers GPUs in another order than NVML.
  Result<cuda::Device> device(const std::string& bus_id) const;
  Result<int> attribute(cuda::Device device, int which) const;
  Result<Context> context(cuda::Device device) const;
  Result<CudaMemory> memory() const;

  /// A stream that keeps its order with the copies and fills of DeviceBuffer, which are on the
  /// default stream.
  Result<Stream> stream() const;
  /// An event for timing whose wait does not keep a CPU busy.
  Result<Event> event() const;
  /// Milliseconds between two events that have happened.
  Result<double> elapsed(const Event& begin, const Event& end) const;
  Result<Module> module(std::span<const std::byte> fatbin) const;
  Result<cuda::FunctionHandle> function(const Module& module, const char* name) const;
  Result<DeviceMemory> allocate(std::size_t bytes) const;

 private:
  std::optional<Library> library_;
  std::unique_ptr<cuda::Api> api_;  // handles point to it, and Cuda moves
};

/// `count` values of type T in the memory of the GPU.
template <class T>
class DeviceBuffer {
 public:
  static_assert(std::is_trivially_copyable_v<T>);

  static Result<DeviceBuffer> make(const Cuda& cuda, std::size_t count) {
    DeviceMemory memory = TRY(cuda.allocate(count * sizeof(T)));
    return DeviceBuffer(std::move(memory), count);
  }

  std::size_t count() const { return count_; }
  cuda::Address address() const { return memory_.get(); }

  Result<void> upload(std::span<const T> values) {
    CHECK(values.size() <= count_);
    const cuda::Api& api = memory_.api();
    return call(api, api.cuMemcpyHtoD_v2, address(), values.data(), values.size_bytes());
  }
  /// Fills `into` from the value at `first` on.
  Result<void> download(std::size_t first, std::span<T> into) const {
    CHECK(first <= count_ && into.size() <= count_ - first);
    const cuda::Api& api = memory_.api();
    return call(api, api.cuMemcpyDtoH_v2, into.data(), address() + first * sizeof(T),
                into.size_bytes());
  }
  /// Sets every byte to 0xff, which is no number in floating point: what a kernel leaves out shows.
  Result<void> poison() {
    const cuda::Api& api = memory_.api();
    return call(api, api.cuMemsetD8_v2, address(), 0xff, count_ * sizeof(T));
  }

 private:
  DeviceBuffer(DeviceMemory memory, std::size_t count)
      : memory_(std::move(memory)), count_(count) {}

  DeviceMemory memory_;
  std::size_t count_;
};

}  // namespace gb10
