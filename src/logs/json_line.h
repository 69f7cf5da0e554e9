#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gb10 {

/// What a line that is a JSON object says: its message and its trace, each unescaped, a line each.
/// Nothing where the line is no JSON object, is too long, or holds no text of that kind.
std::optional<std::string> said_by_json(std::string_view line);

}  // namespace gb10
