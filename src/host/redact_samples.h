#pragma once
// For tests: what redaction makes of one text.

#include <string>
#include <string_view>
#include <vector>

#include "host/redact.h"

namespace gb10 {

/// What becomes of one file.
inline std::string redacted_file(std::string_view path, std::string_view text) {
  Record record;
  record.reads.emplace(std::string(path), std::string(text));
  return *redacted(record).reads.begin()->second;
}

inline std::string redacted_text(std::string_view text) {
  return redacted_file("/var/log/syslog", text);
}

/// What becomes of a program's answer.
inline std::string redacted_output(std::vector<std::string> argv, std::string_view out) {
  Record record;
  record.queries.emplace(std::move(argv), Output{0, std::string(out), ""});
  return redacted(record).queries.begin()->second->out;
}

/// A record that knows of one person.
inline Record record_of(std::string_view user, std::string_view full_name) {
  Record record;
  const std::string name(user);
  record.reads.emplace("/etc/passwd", name + ":x:1000:1000:" + std::string(full_name) + ":/home/" +
                                          name + ":/bin/bash\n");
  return record;
}

}  // namespace gb10
