#pragma once

#include <string>
#include <string_view>

namespace gb10 {

/// True when `text` holds an escape sequence, which without_escapes takes out.
bool has_escapes(std::string_view text);

/// Appends `text` to `out` without the sequences that colour text, move the cursor or set titles.
/// Line ends stay where they are, even within a sequence that was cut off.
void append_without_escapes(std::string_view text, std::string& out);

}  // namespace gb10
