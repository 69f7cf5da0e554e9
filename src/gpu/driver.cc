#include "gpu/driver.h"

namespace gb10 {

namespace {

/// `ask` of an opened library, or why it is not opened.
template <class Api, class F>
auto asked(const Result<Api>& api, F ask) -> decltype(ask(*api)) {
  if (!api.ok()) return api.error();
  return ask(*api);
}

Result<std::int64_t> cuda_version(const Result<Nvml>& nvml, const Result<Cuda>& cuda) {
  const Result<std::int64_t> version = asked(cuda, [](const Cuda& c) { return c.version(); });
  if (version.ok() || !nvml.ok()) return version;
  const Result<std::int64_t> other = nvml->cuda_version();
  return other.ok() ? other : version;
}

}  // namespace

Result<cuda::Device> cuda_device(const Result<Nvml>& nvml, const Result<Cuda>& cuda, int gpu) {
  if (!nvml.ok()) return nvml.error();
  if (!cuda.ok()) return cuda.error();
  const std::int64_t status = TRY(cuda->init());
  if (status != cuda::kSuccess) {
    return cuda_error(cuda->api(), "cuInit", static_cast<cuda::Status>(status));
  }
  const std::string bus_id = TRY(nvml->bus_id(gpu));
  return cuda->device(bus_id);
}

GpuDriver driver_answer(const Result<Nvml>& nvml, const Result<Cuda>& cuda) {
  return {asked(nvml, [](const Nvml& n) { return n.driver_version(); }),
          asked(nvml, [](const Nvml& n) { return n.nvml_version(); }), cuda_version(nvml, cuda),
          asked(cuda, [](const Cuda& c) { return c.init(); })};
}

}  // namespace gb10
