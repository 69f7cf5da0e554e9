#pragma once
// The functions of NVML that we call. The lock of the clock is the one setting that is changed.

#include "gpu/library.h"
#include "gpu/nvml_types.h"

namespace gb10::nvml {

// nvml.h 13.0, exported names.
#define GB10_NVML_FUNCTIONS(X)                                                          \
  X(nvmlInit_v2, Status())                                                              \
  X(nvmlShutdown, Status())                                                             \
  X(nvmlErrorString, const char*(Status))                                               \
  X(nvmlSystemGetDriverVersion, Status(char*, unsigned))                                \
  X(nvmlSystemGetNVMLVersion, Status(char*, unsigned))                                  \
  X(nvmlSystemGetCudaDriverVersion_v2, Status(int*))                                    \
  X(nvmlDeviceGetCount_v2, Status(unsigned*))                                           \
  X(nvmlDeviceGetHandleByIndex_v2, Status(unsigned, Device*))                           \
  X(nvmlDeviceGetName, Status(Device, char*, unsigned))                                 \
  X(nvmlDeviceGetUUID, Status(Device, char*, unsigned))                                 \
  X(nvmlDeviceGetPciInfo_v3, Status(Device, Pci*))                                      \
  X(nvmlDeviceGetArchitecture, Status(Device, unsigned*))                               \
  X(nvmlDeviceGetCudaComputeCapability, Status(Device, int*, int*))                     \
  X(nvmlDeviceGetVbiosVersion, Status(Device, char*, unsigned))                         \
  X(nvmlDeviceGetGspFirmwareVersion, Status(Device, char*))                             \
  X(nvmlDeviceGetC2cModeInfoV, Status(Device, C2c*))                                    \
  X(nvmlDeviceGetNumaNodeId, Status(Device, unsigned*))                                 \
  X(nvmlDeviceGetMemoryInfo, Status(Device, Memory*))                                   \
  X(nvmlDeviceGetMemoryInfo_v2, Status(Device, Memory2*))                               \
  X(nvmlDeviceGetBAR1MemoryInfo, Status(Device, Bar1*))                                 \
  X(nvmlDeviceGetPowerUsage, Status(Device, unsigned*))                                 \
  X(nvmlDeviceGetPowerManagementLimit, Status(Device, unsigned*))                       \
  X(nvmlDeviceGetPowerManagementDefaultLimit, Status(Device, unsigned*))                \
  X(nvmlDeviceGetPowerManagementLimitConstraints, Status(Device, unsigned*, unsigned*)) \
  X(nvmlDeviceGetEnforcedPowerLimit, Status(Device, unsigned*))                         \
  X(nvmlDeviceGetTemperature, Status(Device, int, unsigned*))                           \
  X(nvmlDeviceGetTemperatureThreshold, Status(Device, int, unsigned*))                  \
  X(nvmlDeviceGetMarginTemperature, Status(Device, Margin*))                            \
  X(nvmlDeviceGetUtilizationRates, Status(Device, Utilization*))                        \
  X(nvmlDeviceGetClockInfo, Status(Device, int, unsigned*))                             \
  X(nvmlDeviceGetMaxClockInfo, Status(Device, int, unsigned*))                          \
  X(nvmlDeviceGetPerformanceState, Status(Device, int*))                                \
  X(nvmlDeviceGetCurrentClocksEventReasons, Status(Device, unsigned long long*))        \
  X(nvmlDeviceGetCurrentClocksThrottleReasons, Status(Device, unsigned long long*))     \
  X(nvmlDeviceGetFieldValues, Status(Device, int, FieldValue*))                         \
  X(nvmlDeviceGetPersistenceMode, Status(Device, int*))                                 \
  X(nvmlDeviceGetComputeMode, Status(Device, int*))                                     \
  X(nvmlDeviceGetEccMode, Status(Device, int*, int*))                                   \
  X(nvmlDeviceGetMigMode, Status(Device, unsigned*, unsigned*))                         \
  X(nvmlDeviceGetFanSpeed, Status(Device, unsigned*))                                   \
  X(nvmlDeviceGetTotalEnergyConsumption, Status(Device, unsigned long long*))           \
  X(nvmlDeviceGetCurrPcieLinkGeneration, Status(Device, unsigned*))                     \
  X(nvmlDeviceGetMaxPcieLinkGeneration, Status(Device, unsigned*))                      \
  X(nvmlDeviceGetCurrPcieLinkWidth, Status(Device, unsigned*))                          \
  X(nvmlDeviceGetMaxPcieLinkWidth, Status(Device, unsigned*))                           \
  X(nvmlDeviceGetDisplayActive, Status(Device, int*))                                   \
  X(nvmlDeviceGetComputeRunningProcesses_v3, Status(Device, unsigned*, Process*))       \
  X(nvmlDeviceGetGraphicsRunningProcesses_v3, Status(Device, unsigned*, Process*))      \
  X(nvmlDeviceSetGpuLockedClocks, Status(Device, unsigned, unsigned))                   \
  X(nvmlDeviceResetGpuLockedClocks, Status(Device))                                     \
  X(nvmlDeviceSetPersistenceMode, Status(Device, int))                                  \
  X(nvmlDeviceGetAccountingMode, Status(Device, int*))                                  \
  X(nvmlDeviceSetAccountingMode, Status(Device, int))

/// The functions by name; those that the driver does not export stay null.
struct Api {
#define X(name, ...) Symbol<__VA_ARGS__> name{#name};
  GB10_NVML_FUNCTIONS(X)
#undef X
};

inline Api bound(const Library& library) {
  Api api;
#define X(name, ...) library.bind(api.name);
  GB10_NVML_FUNCTIONS(X)
#undef X
  return api;
}

}  // namespace gb10::nvml
