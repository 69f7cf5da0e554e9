#pragma once

#include <cstddef>
#include <string_view>

#include "host/redact_rules.h"
#include "host/redact_span.h"

namespace gb10::redaction {

/// No key that matters is longer: a bound for hostile text.
constexpr std::size_t kLongestKey = 200;

inline bool is_quote(char c) { return c == '"' || c == '\'' || c == '\\'; }

/// The words to the left of a separator: its key, where it begins, and the word before.
struct Key {
  std::string_view key, before;
  std::size_t begin = 0;
  bool closed = false;  // something stands between the key and the separator

  bool is_option() const { return key.starts_with("--") && key.size() > 2; }
};
Key key_before(std::string_view text, std::size_t at);

/// Where a value begins behind a separator, and what ends it.
struct Opening {
  std::size_t at = 0;
  char quote = 0;
  bool nested = false;   // the quote is escaped: JSON inside of a JSON text
  bool to_zero = false;  // up to the next zero byte, as in /proc/PID/environ
  bool to_line = false;  // up to the end of the line, as in /etc/environment
};
Opening opening(std::string_view text, std::size_t at);

/// The same for a value that ends with what its key stands in: a quote that opened before the key
/// ("NAME=a b c"), an item between zero bytes, a line of a file of variables.
Opening enclosed(std::string_view text, Opening value, const Key& key, const Place& place);

/// The end of the value: its closing quote, or where the word ends.
std::size_t value_end(std::string_view text, const Opening& value, Field field);

}  // namespace gb10::redaction
