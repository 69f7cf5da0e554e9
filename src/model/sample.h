#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace gb10 {

/// One reading of a GPU. Nothing where the driver gave no answer; never 0 in its place.
struct GpuSample {
  double seconds = 0;                    // since the first sample of the series
  std::optional<double> utilization;     // 0 to 1
  std::optional<double> sm_clock;        // Hz
  std::optional<double> power;           // W
  std::optional<double> temperature;     // °C
  std::optional<std::uint64_t> reasons;  // clocks event reasons, NVML's bits
  std::optional<double> energy = {};     // J since the driver was loaded

  friend bool operator==(const GpuSample&, const GpuSample&) = default;
};

/// Samples of one GPU in the order of time.
struct GpuSeries {
  int gpu = 0;
  std::string origin;  // "10 s of own load", "watched for 10 s", "recorded"
  std::vector<GpuSample> samples;
};

/// The words for the bits that limit a clock ("sw_power_cap", "hw_thermal_slowdown"); idle and
/// application settings are not limits and give none.
std::vector<std::string> limiting_reasons(std::uint64_t reasons);

Json to_json(const GpuSample& sample);
Result<GpuSample> sample_from(const Json& json);

}  // namespace gb10
