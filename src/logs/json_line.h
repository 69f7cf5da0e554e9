#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "logs/prefix.h"

namespace gb10 {

/// A line that is a JSON object, as loggers write them.
struct JsonLine {
  std::string said;             // its message and its trace, unescaped, a line each
  std::optional<LogTime> time;  // what it says of itself
  bool says_it_is_fine = false;
};

/// Nothing where the line is no JSON object, is too long, or holds no text of that kind.
std::optional<JsonLine> json_line(std::string_view line);

}  // namespace gb10
