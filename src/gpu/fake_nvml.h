#pragma once

#include <algorithm>
#include <string_view>

#include "gpu/nvml_api.h"

namespace gb10 {

namespace fake {

inline nvml::Status put(std::string_view text, char* into, unsigned size) {
  if (text.size() >= size) return nvml::kInsufficientSize;
  *std::copy(text.begin(), text.end(), into) = 0;
  return nvml::kSuccess;
}

/// Any function whose every call is refused.
template <nvml::Status status, class... Arguments>
void refuse(Symbol<nvml::Status(Arguments...)>& symbol) {
  symbol.function = [](Arguments...) -> nvml::Status { return status; };
}

/// The field values of a driver with the numbering of CUDA 13.0: power smoothing, in 32 bits and
/// not supported, has the ids that the counters had before.
inline nvml::Status fields13(nvml::Device, int count, nvml::FieldValue* values) {
  for (int i = 0; i < count; ++i) {
    nvml::FieldValue& value = values[i];
    value.type = nvml::kTypeUnsignedLongLong;
    value.status = nvml::kSuccess;
    switch (value.field) {
      case nvml::kFieldSwPowerCap:
        value.value.natural_long_long = 27'800'000'000'000;
        break;
      case nvml::kFieldSyncBoost:
        value.value.natural_long_long = 0;
        break;
      case nvml::kCounters13.sw_thermal:
        value.value.natural_long_long = 173'453'251'000;
        break;
      case nvml::kCounters13.hw_thermal:
        value.value.natural_long_long = 403'805'000;
        break;
      case nvml::kCounters13.hw_power_brake:
        value.value.natural_long_long = 0;
        break;
      default:
        value.status = nvml::kNotSupported;
    }
  }
  return nvml::kSuccess;
}

}  // namespace fake

/// NVML as a GB10's driver answers it: no account of memory, no power limits, no fan, no ECC, no
/// clock of the memory, PCIe of the first generation with one lane.
inline nvml::Api fake_gb10() {
  using namespace nvml;
  Api api;
  api.nvmlInit_v2.function = [] { return kSuccess; };
  api.nvmlShutdown.function = [] { return kSuccess; };
  api.nvmlErrorString.function = [](Status status) {
    return status == kNotSupported ? "Not Supported" : "Unknown Error";
  };
  api.nvmlSystemGetDriverVersion.function = [](char* into, unsigned size) {
    return fake::put("580.142", into, size);
  };
  api.nvmlSystemGetNVMLVersion.function = api.nvmlSystemGetDriverVersion.function;
  api.nvmlSystemGetCudaDriverVersion_v2.function = [](int* v) { return *v = 13000, kSuccess; };
  api.nvmlDeviceGetCount_v2.function = [](unsigned* count) { return *count = 1, kSuccess; };
  api.nvmlDeviceGetHandleByIndex_v2.function = [](unsigned, Device* device) {
    return *device = nullptr, kSuccess;
  };
  api.nvmlDeviceGetName.function = [](Device, char* into, unsigned size) {
    return fake::put("NVIDIA GB10", into, size);
  };
  api.nvmlDeviceGetUUID.function = [](Device, char* into, unsigned size) {
    return fake::put("GPU-00000000-0000-0000-0000-000000000000", into, size);
  };
  api.nvmlDeviceGetPciInfo_v3.function = [](Device, Pci* pci) {
    pci->domain = 0xf, pci->bus = 1, pci->device = 0, pci->device_id = 0x2E1210DE;
    return kSuccess;
  };
  api.nvmlDeviceGetArchitecture.function = [](Device, unsigned* v) { return *v = 10, kSuccess; };
  api.nvmlDeviceGetCudaComputeCapability.function = [](Device, int* major, int* minor) {
    return *major = 12, *minor = 1, kSuccess;
  };
  api.nvmlDeviceGetVbiosVersion.function = [](Device, char* into, unsigned size) {
    return fake::put("9A.0B.25.00.00", into, size);
  };
  api.nvmlDeviceGetC2cModeInfoV.function = [](Device, C2c* c) { return c->enabled = 1, kSuccess; };
  fake::refuse<kNotSupported>(api.nvmlDeviceGetNumaNodeId);
  fake::refuse<kNotSupported>(api.nvmlDeviceGetMemoryInfo);
  fake::refuse<kNotSupported>(api.nvmlDeviceGetMemoryInfo_v2);
  fake::refuse<kNotSupported>(api.nvmlDeviceGetBAR1MemoryInfo);
  fake::refuse<kNotSupported>(api.nvmlDeviceGetPowerManagementLimit);
  fake::refuse<kNotSupported>(api.nvmlDeviceGetPowerManagementDefaultLimit);
  fake::refuse<kNotSupported>(api.nvmlDeviceGetPowerManagementLimitConstraints);
  fake::refuse<kNotSupported>(api.nvmlDeviceGetEnforcedPowerLimit);
  fake::refuse<kNotSupported>(api.nvmlDeviceGetEccMode);
  fake::refuse<kNotSupported>(api.nvmlDeviceGetMigMode);
  fake::refuse<kNotSupported>(api.nvmlDeviceGetFanSpeed);
  api.nvmlDeviceGetPowerUsage.function = [](Device, unsigned* v) { return *v = 11170, kSuccess; };
  api.nvmlDeviceGetTemperature.function = [](Device, int, unsigned* v) {
    return *v = 35, kSuccess;
  };
  api.nvmlDeviceGetUtilizationRates.function = [](Device, Utilization* v) {
    return *v = {96, 0}, kSuccess;
  };
  api.nvmlDeviceGetClockInfo.function = [](Device, int which, unsigned* v) {
    return *v = 2405, which == kClockSm ? kSuccess : kNotSupported;
  };
  api.nvmlDeviceGetMaxClockInfo.function = [](Device, int which, unsigned* v) {
    return *v = 3003, which == kClockSm ? kSuccess : kNotSupported;
  };
  api.nvmlDeviceGetPerformanceState.function = [](Device, int* v) { return *v = 0, kSuccess; };
  api.nvmlDeviceGetCurrentClocksEventReasons.function = [](Device, unsigned long long* v) {
    return *v = 0x4, kSuccess;
  };
  api.nvmlDeviceGetFieldValues.function = fake::fields13;
  api.nvmlDeviceGetPersistenceMode.function = [](Device, int* v) { return *v = 1, kSuccess; };
  api.nvmlDeviceGetComputeMode.function = [](Device, int* v) { return *v = 0, kSuccess; };
  api.nvmlDeviceGetTotalEnergyConsumption.function = [](Device, unsigned long long* v) {
    return *v = 1'500'500, kSuccess;
  };
  api.nvmlDeviceGetCurrPcieLinkGeneration.function = [](Device, unsigned* v) {
    return *v = 1, kSuccess;
  };
  api.nvmlDeviceGetCurrPcieLinkWidth.function = api.nvmlDeviceGetCurrPcieLinkGeneration.function;
  api.nvmlDeviceGetComputeRunningProcesses_v3.function = [](Device, unsigned* n,
                                                            nvml::Process* into) {
    into[0] = {4711, 36'077'305'856, ~0U, ~0U}, into[1] = {4712, ~0ULL, ~0U, ~0U};
    return *n = 2, kSuccess;
  };
  api.nvmlDeviceGetGraphicsRunningProcesses_v3.function = [](Device, unsigned* n,
                                                             nvml::Process* into) {
    into[0] = {4711, 36'077'305'856, ~0U, ~0U}, into[1] = {1200, 18'874'368, ~0U, ~0U};
    return *n = 2, kSuccess;
  };
  return api;
}

}  // namespace gb10
