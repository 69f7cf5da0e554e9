#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gb10 {

/// When a line was written, as far as its prefix tells.
struct LogTime {
  std::optional<std::int64_t> day;  // days since 1970, or within an unknown year 100 * month + day
  bool has_year = false;
  bool has_zone = false;
  double second = 0;  // of the day, in the zone of Greenwich where one is named
};

/// A line taken apart.
struct LogLine {
  std::string_view message;  // without prefixes: what the program itself said
  std::string_view leveled;  // the message with its level before it; empty where it has none
  std::string_view source;   // the first prefix that names a service, pod, host or rank
  std::optional<LogTime> time;
  bool says_it_is_fine = false;  // at level INFO, DEBUG or the like
};

/// The time that `text` is, as JSON lines have it; nothing where it is none.
std::optional<LogTime> time_of(std::string_view text);

/// True for the word of a level at which nothing is wrong ("info", "DEBUG").
bool is_fine_level(std::string_view word);

/// Takes off what Docker Compose, Kubernetes, journald, syslog, dmesg, Ray, torchrun, mpirun, vLLM,
/// SGLang, glog and their like put before a message, however they are stacked.
LogLine taken_apart(std::string_view line);

}  // namespace gb10
