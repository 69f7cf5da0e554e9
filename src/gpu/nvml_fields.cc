#include "gpu/nvml_fields.h"

#include <array>
#include <ratio>

#include <fmt/format.h>

#include "gpu/gpu.h"
#include "gpu/nvml_call.h"
#include "gpu/nvml_counters.h"
#include "model/sample.h"

namespace gb10 {

namespace {

constexpr const char* kSource = "NVML";

/// What a getter is given: one GPU, and the counters that were asked once for all.
struct Asked {
  const nvml::Api& api;
  nvml::Device device;
  const EventCounters& counters;
};

Error senseless(std::string what) { return {Error::Kind::unsupported, std::move(what)}; }

template <auto Function>
Result<unsigned> number(const Asked& gpu) {
  unsigned value = 0;
  TRY(call(gpu.api, gpu.api.*Function, gpu.device, &value));
  return value;
}

/// A number of the driver in our unit. None of the fields read by this can be 0 or all ones: such
/// an answer is a driver that says success and knows nothing.
template <auto Function, Unit unit, class Scale>
Result<Value> amount(const Asked& gpu) {
  const unsigned value = TRY(number<Function>(gpu));
  if (value == 0 || value == ~0U) return senseless(fmt::format("the driver answers {}", value));
  return Value(Quantity{double{1} * value * Scale::num / Scale::den, unit});
}

template <auto Function>
Result<Value> whole(const Asked& gpu) {
  const unsigned value = TRY(number<Function>(gpu));
  if (value == 0 || value == ~0U) return senseless(fmt::format("the driver answers {}", value));
  return Value(std::int64_t{value});
}

template <auto Function, int which, Unit unit, class Scale>
Result<Value> amount_of(const Asked& gpu) {
  unsigned value = 0;
  TRY(call(gpu.api, gpu.api.*Function, gpu.device, which, &value));
  if (value == 0 || value == ~0U) return senseless(fmt::format("the driver answers {}", value));
  return Value(Quantity{double{1} * value * Scale::num / Scale::den, unit});
}

template <auto Function, unsigned size>
Result<Value> text(const Asked& gpu) {
  std::array<char, size + 1> buffer{};
  TRY(call(gpu.api, gpu.api.*Function, gpu.device, buffer.data(), size));
  if (!buffer[0]) return senseless("the driver answers an empty text");
  return Value(std::string(buffer.data()));
}

template <auto Function>
Result<Value> truth(const Asked& gpu) {
  int state = 0;
  TRY(call(gpu.api, gpu.api.*Function, gpu.device, &state));
  return Value(state != 0);
}

Result<Value> ratio(unsigned percent, unsigned limit) {
  if (percent > limit) return senseless(fmt::format("the driver answers {} %", percent));
  return Value(gb10::percent(percent));
}

Result<nvml::Pci> pci(const Asked& gpu) {
  nvml::Pci pci{};
  TRY(call(gpu.api, gpu.api.nvmlDeviceGetPciInfo_v3, gpu.device, &pci));
  return pci;
}

Result<Value> bus_id(const Asked& gpu) {
  return pci(gpu).map([](const nvml::Pci& p) { return Value(pci_bus_id(p)); });
}

Result<Value> device_id(const Asked& gpu) {
  return pci(gpu).map([](const nvml::Pci& p) { return Value(pci_device(p)); });
}

Result<Value> architecture(const Asked& gpu) {
  // nvml.h 13.5: NVML_DEVICE_ARCH_*; 12 and 14 have no name there.
  constexpr std::array kNames = {"",          "",       "Kepler", "Maxwell", "Pascal",
                                 "Volta",     "Turing", "Ampere", "Ada",     "Hopper",
                                 "Blackwell", "Orin",   "",       "Rubin"};
  const unsigned value = TRY(number<&nvml::Api::nvmlDeviceGetArchitecture>(gpu));
  if (value >= kNames.size() || !*kNames[value]) {
    return senseless(fmt::format("the driver answers {}, which has no name here", value));
  }
  return Value(std::string(kNames[value]));
}

Result<Value> capability(const Asked& gpu) {
  int major = 0, minor = 0;
  TRY(call(gpu.api, gpu.api.nvmlDeviceGetCudaComputeCapability, gpu.device, &major, &minor));
  return Value(Version{fmt::format("{}.{}", major, minor)});
}

Result<Value> gsp_version(const Asked& gpu) {
  std::array<char, nvml::kGspSize + 1> buffer{};
  TRY(call(gpu.api, gpu.api.nvmlDeviceGetGspFirmwareVersion, gpu.device, buffer.data()));
  if (!buffer[0]) return senseless("the driver answers an empty text");
  return Value(std::string(buffer.data()));
}

Result<Value> c2c(const Asked& gpu) {
  nvml::C2c mode{};
  TRY(call(gpu.api, gpu.api.nvmlDeviceGetC2cModeInfoV, gpu.device, &mode));
  return Value(std::string(mode.enabled ? "enabled" : "disabled"));
}

Result<Value> numa_node(const Asked& gpu) {
  const unsigned node = TRY(number<&nvml::Api::nvmlDeviceGetNumaNodeId>(gpu));
  if (node == ~0U) return senseless("the driver answers no node");
  return Value(std::int64_t{node});
}

/// Version 2 counts what the driver keeps for itself apart from `used`; older drivers know only
/// version 1. A GB10 answers Not Supported, one driver for it success with zeros.
Result<nvml::Memory2> memory(const Asked& gpu) {
  nvml::Memory2 memory{};
  memory.version = nvml::kMemory2;
  if (!call(gpu.api, gpu.api.nvmlDeviceGetMemoryInfo_v2, gpu.device, &memory).ok()) {
    nvml::Memory old{};
    TRY(call(gpu.api, gpu.api.nvmlDeviceGetMemoryInfo, gpu.device, &old));
    memory.total = old.total, memory.free = old.free, memory.used = old.used;
  }
  if (memory.total == 0) return senseless("the driver answers a total of 0 bytes");
  return memory;
}

template <unsigned long long nvml::Memory2::*Member>
Result<Value> memory_part(const Asked& gpu) {
  return memory(gpu).map(
      [](const nvml::Memory2& m) { return Value(bytes(static_cast<double>(m.*Member))); });
}

Result<Value> bar1(const Asked& gpu) {
  nvml::Bar1 bar{};
  TRY(call(gpu.api, gpu.api.nvmlDeviceGetBAR1MemoryInfo, gpu.device, &bar));
  if (bar.total == 0) return senseless("the driver answers a total of 0 bytes");
  return Value(bytes(static_cast<double>(bar.total)));
}

template <bool largest>
Result<Value> power_constraint(const Asked& gpu) {
  unsigned least = 0, most = 0;
  TRY(call(gpu.api, gpu.api.nvmlDeviceGetPowerManagementLimitConstraints, gpu.device, &least,
           &most));
  const unsigned value = largest ? most : least;
  if (most == 0 || value == ~0U) return senseless(fmt::format("the driver answers {}", value));
  return Value(watts(value / 1000.0));
}

Result<Value> temperature(const Asked& gpu) {
  unsigned value = 0;
  TRY(call(gpu.api, gpu.api.nvmlDeviceGetTemperature, gpu.device, nvml::kSensorGpu, &value));
  return Value(celsius(value));
}

Result<Value> temperature_margin(const Asked& gpu) {
  nvml::Margin margin{nvml::kMargin1, 0};
  TRY(call(gpu.api, gpu.api.nvmlDeviceGetMarginTemperature, gpu.device, &margin));
  return Value(celsius(margin.degrees));
}

Result<Value> memory_temperature(const Asked& gpu) {
  nvml::FieldValue value{};
  value.field = nvml::kFieldMemoryTemperature;
  TRY(call(gpu.api, gpu.api.nvmlDeviceGetFieldValues, gpu.device, 1, &value));
  const std::uint64_t degrees = TRY(field_number(gpu.api, value));
  if (degrees == 0) return senseless("the driver answers 0");
  return Value(celsius(static_cast<double>(degrees)));
}

Result<nvml::Utilization> utilization(const Asked& gpu) {
  nvml::Utilization both{};
  TRY(call(gpu.api, gpu.api.nvmlDeviceGetUtilizationRates, gpu.device, &both));
  return both;
}

Result<Value> gpu_utilization(const Asked& gpu) {
  const nvml::Utilization both = TRY(utilization(gpu));
  return ratio(both.gpu, 100);
}

/// A driver that keeps no account of the memory gives 0 here at every load.
Result<Value> memory_utilization(const Asked& gpu) {
  const nvml::Utilization both = TRY(utilization(gpu));
  if (both.memory == 0 && !memory(gpu).ok()) {
    return senseless("the driver answers 0, as it does at any load where it counts no memory");
  }
  return ratio(both.memory, 100);
}

Result<Value> fan(const Asked& gpu) {
  const unsigned value = TRY(number<&nvml::Api::nvmlDeviceGetFanSpeed>(gpu));
  return ratio(value, 200);  // nvml.h: may be above 100 %
}

Result<Value> pstate(const Asked& gpu) {
  int state = 0;
  TRY(call(gpu.api, gpu.api.nvmlDeviceGetPerformanceState, gpu.device, &state));
  if (state < 0 || state >= nvml::kPstateUnknown) return senseless("the driver answers unknown");
  return Value(std::int64_t{state});
}

Result<Value> reasons(const Asked& gpu) {
  return event_reasons(gpu.api, gpu.device).map([](std::uint64_t bits) {
    return Value(limiting_reasons(bits));
  });
}

template <Result<std::uint64_t> EventCounters::*Member>
Result<Value> counter(const Asked& gpu) {
  return (gpu.counters.*Member).map([](std::uint64_t nanoseconds) {
    return Value(seconds(static_cast<double>(nanoseconds) / 1e9));
  });
}

Result<Value> compute_mode(const Asked& gpu) {
  int mode = 0;
  TRY(call(gpu.api, gpu.api.nvmlDeviceGetComputeMode, gpu.device, &mode));
  switch (mode) {
    case nvml::kComputeDefault:
      return Value(std::string("default"));
    case nvml::kComputeProhibited:
      return Value(std::string("prohibited"));
    case nvml::kComputeExclusiveProcess:
      return Value(std::string("exclusive process"));
    default:
      return senseless(fmt::format("the driver answers mode {}", mode));
  }
}

Result<Value> ecc(const Asked& gpu) {
  int now = 0, next = 0;
  TRY(call(gpu.api, gpu.api.nvmlDeviceGetEccMode, gpu.device, &now, &next));
  return Value(now != 0);
}

Result<Value> mig(const Asked& gpu) {
  unsigned now = 0, next = 0;
  TRY(call(gpu.api, gpu.api.nvmlDeviceGetMigMode, gpu.device, &now, &next));
  return Value(std::string(now ? "enabled" : "disabled"));
}

/// Takes milliseconds on some drivers: asked once a list, never for a sample.
Result<Value> energy(const Asked& gpu) {
  unsigned long long millijoules = 0;
  TRY(call(gpu.api, gpu.api.nvmlDeviceGetTotalEnergyConsumption, gpu.device, &millijoules));
  return Value(static_cast<double>(millijoules) / 1000);
}

struct Field {
  FactSpec spec;
  Result<Value> (*get)(const Asked&);
};

using A = nvml::Api;
using C = EventCounters;
using Mega = std::mega;
using Milli = std::milli;
using One = std::ratio<1>;

constexpr Field kFields[] = {
    {{"name", Type::text, Unit::none, "name of the GPU"},
     text<&A::nvmlDeviceGetName, nvml::kNameSize>},
    {{"uuid", Type::text, Unit::none, "unique id of the GPU"},
     text<&A::nvmlDeviceGetUUID, nvml::kUuidSize>},
    {{"pci.bus_id", Type::text, Unit::none, "PCI address as in /sys/bus/pci/devices"}, bus_id},
    {{"pci.device", Type::text, Unit::none, "PCI vendor and device id"}, device_id},
    {{"architecture", Type::text, Unit::none, "architecture of the GPU"}, architecture},
    {{"compute_capability", Type::version, Unit::none, "CUDA compute capability"}, capability},
    {{"vbios", Type::text, Unit::none, "version of the VBIOS"},
     text<&A::nvmlDeviceGetVbiosVersion, nvml::kVbiosSize>},
    {{"gsp_version", Type::text, Unit::none, "version of the GSP firmware that runs"}, gsp_version},
    {{"c2c", Type::text, Unit::none, "chip-to-chip link to the CPU"}, c2c},
    {{"numa_node", Type::integer, Unit::none, "NUMA node of the GPU's memory"}, numa_node},
    {{"memory.total", Type::quantity, Unit::bytes, "memory of the GPU"},
     memory_part<&nvml::Memory2::total>},
    {{"memory.used", Type::quantity, Unit::bytes, "memory of the GPU in use"},
     memory_part<&nvml::Memory2::used>},
    {{"memory.free", Type::quantity, Unit::bytes, "memory of the GPU that is free"},
     memory_part<&nvml::Memory2::free>},
    {{"bar1.total", Type::quantity, Unit::bytes, "window through which PCI sees the memory"}, bar1},
    {{"power.draw", Type::quantity, Unit::watts, "power that the GPU alone draws"},
     amount<&A::nvmlDeviceGetPowerUsage, Unit::watts, Milli>},
    {{"power.limit", Type::quantity, Unit::watts, "power limit that was asked for"},
     amount<&A::nvmlDeviceGetPowerManagementLimit, Unit::watts, Milli>},
    {{"power.default_limit", Type::quantity, Unit::watts, "power limit after a start"},
     amount<&A::nvmlDeviceGetPowerManagementDefaultLimit, Unit::watts, Milli>},
    {{"power.min_limit", Type::quantity, Unit::watts, "lowest power limit"},
     power_constraint<false>},
    {{"power.max_limit", Type::quantity, Unit::watts, "highest power limit"},
     power_constraint<true>},
    {{"power.enforced_limit", Type::quantity, Unit::watts, "power limit in force"},
     amount<&A::nvmlDeviceGetEnforcedPowerLimit, Unit::watts, Milli>},
    {{"temperature", Type::quantity, Unit::celsius, "temperature of the GPU"}, temperature},
    {{"temperature.slowdown", Type::quantity, Unit::celsius,
      "temperature at which the clocks fall"},
     amount_of<&A::nvmlDeviceGetTemperatureThreshold, nvml::kThresholdSlowdown, Unit::celsius,
               One>},
    {{"temperature.shutdown", Type::quantity, Unit::celsius,
      "temperature at which the GPU goes off"},
     amount_of<&A::nvmlDeviceGetTemperatureThreshold, nvml::kThresholdShutdown, Unit::celsius,
               One>},
    {{"temperature.margin", Type::quantity, Unit::celsius,
      "how far it is from the temperature at which the clocks fall"},
     temperature_margin},
    {{"temperature.memory", Type::quantity, Unit::celsius, "temperature of the memory"},
     memory_temperature},
    {{"utilization.gpu", Type::quantity, Unit::ratio, "share of time with a kernel on the GPU"},
     gpu_utilization},
    {{"utilization.memory", Type::quantity, Unit::ratio, "share of time with memory traffic"},
     memory_utilization},
    {{"clock.sm", Type::quantity, Unit::hertz, "clock of the SMs now"},
     amount_of<&A::nvmlDeviceGetClockInfo, nvml::kClockSm, Unit::hertz, Mega>},
    {{"clock.memory", Type::quantity, Unit::hertz, "clock of the memory now"},
     amount_of<&A::nvmlDeviceGetClockInfo, nvml::kClockMemory, Unit::hertz, Mega>},
    {{"clock.max_sm", Type::quantity, Unit::hertz, "highest clock of the SMs"},
     amount_of<&A::nvmlDeviceGetMaxClockInfo, nvml::kClockSm, Unit::hertz, Mega>},
    {{"clock.max_memory", Type::quantity, Unit::hertz, "highest clock of the memory"},
     amount_of<&A::nvmlDeviceGetMaxClockInfo, nvml::kClockMemory, Unit::hertz, Mega>},
    {{"pstate", Type::integer, Unit::none, "performance state, 0 is the fastest"}, pstate},
    {{"reasons", Type::list, Unit::none, "what limits the clocks now"}, reasons},
    {{"counter.sw_power_cap", Type::quantity, Unit::seconds, "time at the power cap"},
     counter<&C::sw_power_cap>},
    {{"counter.hw_thermal", Type::quantity, Unit::seconds, "time slowed by hardware for heat"},
     counter<&C::hw_thermal>},
    {{"counter.sw_thermal", Type::quantity, Unit::seconds, "time slowed by the driver for heat"},
     counter<&C::sw_thermal>},
    {{"counter.hw_power_brake", Type::quantity, Unit::seconds, "time slowed by the power supply"},
     counter<&C::hw_power_brake>},
    {{"counter.sync_boost", Type::quantity, Unit::seconds, "time held to the clock of other GPUs"},
     counter<&C::sync_boost>},
    {{"persistence", Type::boolean, Unit::none, "driver stays loaded without clients"},
     truth<&A::nvmlDeviceGetPersistenceMode>},
    {{"compute_mode", Type::text, Unit::none, "who may compute on the GPU"}, compute_mode},
    {{"ecc", Type::boolean, Unit::none, "memory errors are corrected"}, ecc},
    {{"mig", Type::text, Unit::none, "division into instances"}, mig},
    {{"fan.speed", Type::quantity, Unit::ratio, "speed that the fan is told"}, fan},
    {{"energy", Type::number, Unit::none, "joules since the driver was loaded"}, energy},
    {{"pcie.gen", Type::integer, Unit::none, "PCIe generation now"},
     whole<&A::nvmlDeviceGetCurrPcieLinkGeneration>},
    {{"pcie.gen_max", Type::integer, Unit::none, "highest PCIe generation of slot and GPU"},
     whole<&A::nvmlDeviceGetMaxPcieLinkGeneration>},
    {{"pcie.width", Type::integer, Unit::none, "PCIe lanes now"},
     whole<&A::nvmlDeviceGetCurrPcieLinkWidth>},
    {{"pcie.width_max", Type::integer, Unit::none, "most PCIe lanes of slot and GPU"},
     whole<&A::nvmlDeviceGetMaxPcieLinkWidth>},
    {{"display_active", Type::boolean, Unit::none, "a display is driven"},
     truth<&A::nvmlDeviceGetDisplayActive>},
};

constexpr auto kSpecs = [] {
  std::array<FactSpec, std::size(kFields)> specs{};
  for (std::size_t i = 0; i < specs.size(); ++i) specs[i] = kFields[i].spec;
  return specs;
}();

}  // namespace

std::span<const FactSpec> gpu_fields() { return kSpecs; }

Facts nvml_fields(const nvml::Api& api, nvml::Device device) {
  const EventCounters counters = event_counters(api, device);
  const Asked gpu{api, device, counters};
  Facts facts;
  for (const Field& field : kFields) facts.put(field.spec.pattern, field.get(gpu), kSource);
  return facts;
}

Facts nvml_fields_unknown(const Error& why) {
  Facts facts;
  for (const Field& field : kFields) facts.unknown(field.spec.pattern, why, kSource);
  return facts;
}

}  // namespace gb10
