#include "gpu/nvml_counters.h"

#include <array>
#include <optional>

#include <fmt/format.h>

#include "gpu/nvml_call.h"

namespace gb10 {

namespace {

constexpr std::size_t kAsked = 8;
using Values = std::array<nvml::FieldValue, kAsked>;

constexpr std::array<unsigned, kAsked> kIds = {
    nvml::kFieldSwPowerCap,           nvml::kFieldSyncBoost,
    nvml::kCounters12.sw_thermal,     nvml::kCounters12.hw_thermal,
    nvml::kCounters12.hw_power_brake, nvml::kCounters13.sw_thermal,
    nvml::kCounters13.hw_thermal,     nvml::kCounters13.hw_power_brake};
constexpr std::size_t kFirst12 = 2, kFirst13 = 5;

struct Triple {
  std::uint64_t sw_thermal, hw_thermal, hw_power_brake;
  friend bool operator==(const Triple&, const Triple&) = default;
};

/// The three counters from `first` on, when all of them answer in the type of a counter. Power
/// smoothing, which has these ids in the other header, answers in 32 bits or not at all.
std::optional<Triple> triple(const Values& values, std::size_t first) {
  std::array<std::uint64_t, 3> counts{};
  for (std::size_t i = 0; i < 3; ++i) {
    const nvml::FieldValue& value = values[first + i];
    if (value.status != nvml::kSuccess || value.type != nvml::kTypeUnsignedLongLong) return {};
    counts[i] = value.value.natural_long_long;
  }
  return Triple{counts[0], counts[1], counts[2]};
}

void set_thermal(EventCounters& counters, const Result<Triple>& found) {
  counters.sw_thermal = found.map([](const Triple& t) { return t.sw_thermal; });
  counters.hw_thermal = found.map([](const Triple& t) { return t.hw_thermal; });
  counters.hw_power_brake = found.map([](const Triple& t) { return t.hw_power_brake; });
}

Result<Triple> chosen(const nvml::Api& api, const Values& values) {
  const std::optional<Triple> old = triple(values, kFirst12);
  const std::optional<Triple> late = triple(values, kFirst13);
  if (old && late && *old != *late) {
    return Error{Error::Kind::unsupported,
                 "the driver answers both numberings of this counter, and differently"};
  }
  if (old) return *old;
  if (late) return *late;
  const nvml::Status status = values[kFirst12].status;
  if (status != nvml::kSuccess) return nvml_error(api, status);
  return Error{Error::Kind::unsupported, "the driver answers in a type that is no counter"};
}

}  // namespace

Result<std::uint64_t> field_number(const nvml::Api& api, const nvml::FieldValue& value) {
  if (value.status != nvml::kSuccess) return nvml_error(api, value.status);
  switch (value.type) {
    case nvml::kTypeUnsigned:
      return std::uint64_t{value.value.natural};
    case nvml::kTypeUnsignedLong:
      return std::uint64_t{value.value.natural_long};
    case nvml::kTypeUnsignedLongLong:
      return std::uint64_t{value.value.natural_long_long};
    default:
      return Error{Error::Kind::unsupported,
                   fmt::format("the driver answers in type {}, which is no count", value.type)};
  }
}

EventCounters event_counters(const nvml::Api& api, nvml::Device device) {
  Values values{};
  for (std::size_t i = 0; i < kAsked; ++i) values[i].field = kIds[i];
  const Result<void> asked =
      call(api, api.nvmlDeviceGetFieldValues, device, static_cast<int>(kAsked), values.data());
  if (!asked.ok()) {
    const Error& e = asked.error();
    return {e, e, e, e, e};
  }
  const Error none{Error::Kind::unsupported, ""};
  EventCounters counters{field_number(api, values[0]), field_number(api, values[1]), none, none,
                         none};
  set_thermal(counters, chosen(api, values));
  return counters;
}

}  // namespace gb10
