#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/finding.h"

namespace gb10 {

/// How a boot ended, as far as its traces tell.
enum class BootEnd {
  clean_shutdown,
  kernel_panic,
  memory_exhaustion,
  gpu_fault,
  overheated,
  kernel_hang,
  watchdog,
  power_cut_or_trip,  // the power jumped, then nothing
  power_cut,
  power_cut_or_hang,  // nothing tells them apart
  cannot_tell
};
/// "power-cut-or-trip".
const char* word(BootEnd end);

/// One moment before the end. What is not known is nothing.
struct LastSample {
  std::int64_t time = 0;                                  // seconds since 1970
  std::optional<double> available;                        // bytes
  std::optional<double> pressure;                         // memory, all tasks waiting; share of 1
  std::optional<double> power, gpu_temperature, hottest;  // watts, °C, °C
  std::vector<std::string> events;                        // between this moment and the next
};

/// The last that is known of the boot.
struct LastSign {
  std::int64_t time = 0;                    // seconds since 1970
  std::string source;                       // "the flight recorder"
  std::optional<std::int64_t> before_next;  // seconds until the next boot began
};

/// Why a machine went down the last time.
struct LastBoot {
  BootEnd verdict = BootEnd::cannot_tell;
  std::string sentence;                    // the verdict in words, with how sure it is
  std::string why;                         // what is known of such ends; may be empty
  std::vector<std::string> evidence;       // what carries it
  std::vector<std::string> contradicting;  // what speaks against it, or for something else
  std::vector<std::string> not_seen;       // causes of which there was no trace
  std::vector<std::string> missing;        // what could not be looked at, and how to have it
  std::optional<LastSign> last_sign;
  std::string boot;                    // its id, 32 digits; empty when it is not known
  std::optional<std::int64_t> lasted;  // seconds
  std::vector<Step> remedy;
  std::vector<LastSample> samples;  // of the last minute, the oldest first
  std::string origin;               // of what machine
};

Json to_json(const LastBoot& boot);

}  // namespace gb10
