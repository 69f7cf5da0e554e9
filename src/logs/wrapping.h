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

/// Calls `take` with each line of `text` that was broken at `width`, put together again, and with
/// how many lines stand before it.
void for_each_joined(std::string_view text, std::size_t width,
                     const std::function<void(const std::string&, std::int64_t)>& take);

}  // namespace gb10
