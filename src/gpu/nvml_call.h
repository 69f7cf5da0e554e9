#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "base/result.h"
#include "gpu/nvml_api.h"

namespace gb10 {

/// What NVML's `status` says, in the driver's own words ("Not Supported"). Not for kSuccess.
Error nvml_error(const nvml::Api& api, nvml::Status status);

/// The driver does not export `function`: `unsupported`, named.
Error nvml_missing(const char* function);

/// Calls `symbol`.
template <class... Arguments>
Result<void> call(const nvml::Api& api, const Symbol<nvml::Status(Arguments...)>& symbol,
                  std::type_identity_t<Arguments>... arguments) {
  if (!symbol.function) return nvml_missing(symbol.name);
  const nvml::Status status = symbol.function(arguments...);
  if (status != nvml::kSuccess) return nvml_error(api, status);
  return {};
}

/// "10de:2e12" and "000f:01:00.0" as sysfs writes them, out of NVML's numbers.
std::string pci_device(const nvml::Pci& pci);
std::string pci_bus_id(const nvml::Pci& pci);

/// The bits of what holds the clocks now, under the function's new name or its old one.
Result<std::uint64_t> event_reasons(const nvml::Api& api, nvml::Device device);

}  // namespace gb10
