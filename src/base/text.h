#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gb10 {

/// Without blanks, tabs and line ends at both ends.
std::string_view trimmed(std::string_view text);

/// The pieces between `separator`; an empty text gives one empty piece.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The lines of `text` without their ends; a last empty line does not count.
std::vector<std::string_view> lines(std::string_view text);

/// The words between runs of blanks and tabs.
std::vector<std::string_view> words(std::string_view text);

/// The text behind `key` and `separator` in the first line "key : value" of `text`, trimmed.
/// Nothing when no line has that key.
std::optional<std::string_view> value_of(std::string_view text, std::string_view key,
                                         char separator = ':');

/// The whole of `text` as a number; nothing when anything is left over or it does not fit.
std::optional<std::int64_t> whole_number(std::string_view text, int base = 10);
std::optional<double> decimal_number(std::string_view text);

std::string joined(const std::vector<std::string>& parts, std::string_view separator);
std::string replaced(std::string_view text, std::string_view from, std::string_view to);
std::string lower(std::string_view text);

/// True when `text` fits `pattern`, in which `*` stands for any run of characters and `?` for one.
bool fits_glob(std::string_view pattern, std::string_view text);

/// `text` as one line: control characters and bytes that are no UTF-8 become "?", at most `limit`
/// bytes.
std::string printable(std::string_view text, std::size_t limit = 400);

/// `text` as one word of a POSIX shell: in single quotes, unless nothing in it needs them.
std::string shell_quoted(std::string_view text);

/// `text` broken at blanks into lines of at most `width` columns.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// Bytes of the UTF-8 character that begins `text`, which is not empty; 0 where it is none.
std::size_t character_length(std::string_view text);

/// Columns that `text` takes on a terminal.
std::size_t columns(std::string_view text);

/// "1 file", "2 files".
std::string counted(std::int64_t count, std::string_view singular, std::string_view plural = {});

}  // namespace gb10
