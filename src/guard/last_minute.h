#pragma once

#include <optional>
#include <span>
#include <vector>

#include "guard/last_boot_trace.h"
#include "model/last_boot.h"

namespace gb10 {

/// What the samples of a boot's last minute show in numbers; what is not known is not a number.
struct MinuteNumbers {
  std::size_t count = 0;                               // of samples
  double available = kNotKnown, least = kNotKnown;     // bytes: at the last, and the least
  double slope = kNotKnown;                            // bytes a second, over the last seconds
  double short_of = kNotKnown;                         // bytes below which memory is short
  double floor = kNotKnown;                            // bytes below which none is left
  double pressure = kNotKnown;                         // the most in the last 10 s; share of 1
  double kills = kNotKnown;                            // by the kernel, for memory
  double power_before = kNotKnown, power = kNotKnown;  // watts: usual, and the most at the end
  double gpu_heat = kNotKnown, gpu_rise = kNotKnown;   // °C: the last, and over the minute
  double hottest = kNotKnown;                          // °C, the last
  double latest = kNotKnown;                           // seconds between two samples, the most
};

/// `memory` is all there is, in bytes, where that is known.
MinuteNumbers minute_numbers(std::span<const Reading> minute, std::optional<double> memory);

/// The samples as they are told, one a second, each with the events that came after it.
std::vector<LastSample> told_samples(const BootTrace& trace);

}  // namespace gb10
