#pragma once

#include "base/result.h"
#include "gpu/nvml_api.h"

namespace gb10 {

/// How long each reason has held the clocks down since the driver was loaded, nanoseconds.
struct EventCounters {
  Result<std::uint64_t> sw_power_cap, sync_boost, sw_thermal, hw_thermal, hw_power_brake;
};

/// Asks all of them at once. The three thermal and brake counters have other ids in the headers of
/// CUDA 12.9 and 13.0; the numbering counts whose three answer in 64 bits. Where both do and
/// differ, the counters are not known.
EventCounters event_counters(const nvml::Api& api, nvml::Device device);

/// One field value as a whole number.
Result<std::uint64_t> field_number(const nvml::Api& api, const nvml::FieldValue& value);

}  // namespace gb10
