#pragma once
// The values and structs of NVML that we use, declared by ourselves because nvml.h is often not
// installed, and checked against the real header in abi_test.cc. nvmlReturn_t and the enumerations
// are ints, nvmlDevice_t is an opaque pointer.

namespace gb10::nvml {

using Status = int;
using Device = struct OpaqueDevice*;

// nvml.h 13.0: nvmlReturn_t.
constexpr Status kSuccess = 0, kNotSupported = 3, kNoPermission = 4, kNotFound = 6,
                 kInsufficientSize = 7, kDriverNotLoaded = 9, kTimeout = 10, kFunctionNotFound = 13,
                 kOperatingSystem = 17, kInUse = 19, kDeprecated = 26;

// nvml.h 13.0: nvmlClockType_t, nvmlTemperatureSensors_t, nvmlTemperatureThresholds_t,
// nvmlPstates_t, nvmlComputeMode_t, nvmlValueType_t.
constexpr int kClockSm = 1, kClockMemory = 2;
constexpr int kSensorGpu = 0;
constexpr int kThresholdShutdown = 0, kThresholdSlowdown = 1;
constexpr int kPstateUnknown = 32;
constexpr int kComputeDefault = 0, kComputeProhibited = 2, kComputeExclusiveProcess = 3;
constexpr int kTypeDouble = 0, kTypeUnsigned = 1, kTypeUnsignedLong = 2, kTypeUnsignedLongLong = 3,
              kTypeLongLong = 4, kTypeSigned = 5;

// nvml.h 13.0: buffer sizes (driver and NVML version, uuid, name v2, VBIOS, GSP firmware).
constexpr unsigned kVersionSize = 80, kUuidSize = 96, kNameSize = 96, kVbiosSize = 32,
                   kGspSize = 64;

// nvml.h 13.0: NVML_FI_DEV_*. The counters of event reasons are in nanoseconds.
constexpr unsigned kFieldSwPowerCap = 74, kFieldSyncBoost = 76, kFieldMemoryTemperature = 82;

/// The ids of three counters moved between headers: nvml.h of CUDA 12.9 has 251 to 253, those of
/// CUDA 13.0 and later 269 to 271, and each pair of numbers means power smoothing in the other.
struct CounterIds {
  unsigned sw_thermal, hw_thermal, hw_power_brake;
};
constexpr CounterIds kCounters12 = {251, 252, 253}, kCounters13 = {269, 270, 271};

/// nvml.h 13.0: nvmlPciInfo_t.
struct Pci {
  char bus_id_legacy[16];
  unsigned domain, bus, device, device_id, subsystem_id;
  char bus_id[32];
};

/// nvml.h 13.0: nvmlMemory_t.
struct Memory {
  unsigned long long total, free, used;
};

/// nvml.h 13.0: nvmlMemory_v2_t; `version` must be kMemory2.
struct Memory2 {
  unsigned version;
  unsigned long long total, reserved, free, used;
};
constexpr unsigned kMemory2 = sizeof(Memory2) | 2U << 24U;

/// nvml.h 13.0: nvmlBAR1Memory_t.
struct Bar1 {
  unsigned long long total, free, used;
};

/// nvml.h 13.0: nvmlUtilization_t, percent.
struct Utilization {
  unsigned gpu, memory;
};

/// nvml.h 13.0: nvmlMarginTemperature_v1_t, °C; `version` must be kMargin1.
struct Margin {
  unsigned version;
  int degrees;
};
constexpr unsigned kMargin1 = sizeof(Margin) | 1U << 24U;

/// nvml.h 13.0: nvmlC2cModeInfo_v1_t.
struct C2c {
  unsigned enabled;
};

/// nvml.h 13.0: nvmlProcessInfo_t; memory of all ones: not told.
struct Process {
  unsigned pid;
  unsigned long long memory;
  unsigned gpu_instance, compute_instance;
};

/// nvml.h 13.0: nvmlFieldValue_t.
struct FieldValue {
  unsigned field, scope;
  long long timestamp, latency;
  int type;
  Status status;
  union {
    double real;
    int whole;
    unsigned natural;
    unsigned long natural_long;
    unsigned long long natural_long_long;
    long long whole_long_long;
  } value;
};

}  // namespace gb10::nvml
