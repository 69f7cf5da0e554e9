#pragma once

#include <time.h>

#include <cstdint>

namespace gb10 {

/// Seconds since boot of a clock that only goes on, through suspend too.
inline double boot_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Nanoseconds since 1970, as the machine's clock is set.
inline std::int64_t wall_nanoseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace gb10
