#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace gb10 {

/// The width at which a terminal has broken the lines of a text that begins with `head`, if it
/// has: no line is longer, some are as long, and what follows those is no beginning of a line,
/// with a time or a name.
std::optional<std::size_t> wrap_width(std::string_view head);

/// A line that was broken, put together again.
struct JoinedLine {
  std::string text;
  std::int64_t before = 0;  // lines that stand before its first piece
  std::int64_t lines = 0;   // that it was broken into
};

/// Calls `take` with each line of `text` that was broken at `width`.
void for_each_joined(std::string_view text, std::size_t width,
                     const std::function<void(const JoinedLine&)>& take);

}  // namespace gb10
