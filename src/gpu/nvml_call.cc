#include "gpu/nvml_call.h"

#include <fmt/format.h>

namespace gb10 {

namespace {

Error::Kind kind_of(nvml::Status status) {
  switch (status) {
    case nvml::kNotSupported:
    case nvml::kFunctionNotFound:
    case nvml::kDeprecated:
      return Error::Kind::unsupported;
    case nvml::kNoPermission:
    case nvml::kOperatingSystem:
      return Error::Kind::denied;
    case nvml::kNotFound:
    case nvml::kDriverNotLoaded:
      return Error::Kind::not_found;
    case nvml::kTimeout:
      return Error::Kind::timeout;
    case nvml::kInUse:
      return Error::Kind::busy;
    default:
      return Error::Kind::failed;
  }
}

}  // namespace

Error nvml_error(const nvml::Api& api, nvml::Status status) {
  const char* const words =
      api.nvmlErrorString.function ? api.nvmlErrorString.function(status) : nullptr;
  return {kind_of(status),
          words && *words ? std::string(words) : fmt::format("NVML error {}", status)};
}

Error nvml_missing(const char* function) {
  return {Error::Kind::unsupported, fmt::format("libnvidia-ml.so.1 has no {}", function)};
}

std::string pci_device(const nvml::Pci& pci) {
  return fmt::format("{:04x}:{:04x}", pci.device_id & 0xffff, pci.device_id >> 16);
}

std::string pci_bus_id(const nvml::Pci& pci) {
  return fmt::format("{:04x}:{:02x}:{:02x}.0", pci.domain, pci.bus, pci.device);
}

Result<std::uint64_t> event_reasons(const nvml::Api& api, nvml::Device device) {
  unsigned long long bits = 0;
  const auto& symbol = api.nvmlDeviceGetCurrentClocksEventReasons.function
                           ? api.nvmlDeviceGetCurrentClocksEventReasons
                           : api.nvmlDeviceGetCurrentClocksThrottleReasons;
  TRY(call(api, symbol, device, &bits));
  return std::uint64_t{bits};
}

}  // namespace gb10
