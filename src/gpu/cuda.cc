#include "gpu/cuda.h"

#include <fmt/format.h>

namespace gb10 {

namespace {

// The second and third are where containers and WSL put the driver without telling the loader.
const std::vector<std::string>& library_names() {
  static const std::vector<std::string> kNames = {
      "libcuda.so.1", "/usr/local/nvidia/lib64/libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"};
  return kNames;
}

Error::Kind kind_of(cuda::Status status) {
  switch (status) {
    case cuda::kNoBinaryForGpu:
    case cuda::kUnsupportedPtx:
    case cuda::kNotSupported:
      return Error::Kind::unsupported;
    case cuda::kNotPermitted:
      return Error::Kind::denied;
    default:
      return Error::Kind::failed;
  }
}

std::string hint_for(cuda::Status status) {
  if (status == cuda::kOutOfMemory) return "gb10 memory shows who holds the memory";
  if (status == cuda::kUnsupportedPtx) return "the driver is older than this program's device code";
  return {};
}

}  // namespace

Error cuda_error(const cuda::Api& api, const char* function, cuda::Status status) {
  const char* name = nullptr;
  if (api.cuGetErrorName.function) api.cuGetErrorName.function(status, &name);
  return {kind_of(status),
          fmt::format("{}: {} ({})", function, name ? name : "unknown CUDA error", status),
          hint_for(status)};
}

Result<Cuda> Cuda::open() {
  Library library = TRY(Library::open(library_names(), "it comes with the NVIDIA driver"));
  const cuda::Api api = cuda::bound(library);
  return Cuda(api, std::move(library));
}

Result<std::int64_t> Cuda::version() const {
  int version = 0;
  TRY(call(api(), api().cuDriverGetVersion, &version));
  return std::int64_t{version};
}

Result<std::int64_t> Cuda::init() const {
  if (!api().cuInit.function) {
    return Error{Error::Kind::unsupported, "libcuda.so.1 has no cuInit"};
  }
  return std::int64_t{api().cuInit.function(0)};
}

Result<cuda::Device> Cuda::device(const std::string& bus_id) const {
  cuda::Device device = 0;
  TRY(call(api(), api().cuDeviceGetByPCIBusId, &device, bus_id.c_str()));
  return device;
}

Result<int> Cuda::attribute(cuda::Device device, int which) const {
  int value = 0;
  TRY(call(api(), api().cuDeviceGetAttribute, &value, which, device));
  return value;
}

Result<Context> Cuda::context(cuda::Device device) const {
  cuda::ContextHandle handle = nullptr;
  TRY(call(api(), api().cuDevicePrimaryCtxRetain, &handle, device));
  Context context(api(), device);
  TRY(call(api(), api().cuCtxSetCurrent, handle));
  return context;
}

Result<CudaMemory> Cuda::memory() const {
  std::size_t free = 0, total = 0;
  TRY(call(api(), api().cuMemGetInfo_v2, &free, &total));
  return CudaMemory{free, total};
}

Result<Stream> Cuda::stream() const {
  cuda::StreamHandle handle = nullptr;
  TRY(call(api(), api().cuStreamCreate, &handle, cuda::kStreamDefault));
  return Stream(api(), handle);
}

Result<Event> Cuda::event() const {
  cuda::EventHandle handle = nullptr;
  TRY(call(api(), api().cuEventCreate, &handle, cuda::kEventBlockingSync));
  return Event(api(), handle);
}

Result<double> Cuda::elapsed(const Event& begin, const Event& end) const {
  float milliseconds = 0;
  TRY(call(api(), api().cuEventElapsedTime, &milliseconds, begin.get(), end.get()));
  return double{milliseconds};
}

Result<Module> Cuda::module(std::span<const std::byte> fatbin) const {
  cuda::ModuleHandle handle = nullptr;
  TRY(call(api(), api().cuModuleLoadData, &handle, fatbin.data()));
  return Module(api(), handle);
}

Result<cuda::FunctionHandle> Cuda::function(const Module& module, const char* name) const {
  cuda::FunctionHandle handle = nullptr;
  TRY(call(api(), api().cuModuleGetFunction, &handle, module.get(), name));
  return handle;
}

Result<DeviceMemory> Cuda::allocate(std::size_t bytes) const {
  cuda::Address address = 0;
  TRY(call(api(), api().cuMemAlloc_v2, &address, bytes));
  return DeviceMemory(api(), address);
}

}  // namespace gb10
