// Texts in JSON hide the beginning of words behind escapes: in "\nalice" the n is no letter.

#include <algorithm>

#include "host/redact_span.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;

constexpr View kLetters = "bfnrt";

bool is_octal(char c) { return c >= '0' && c <= '7'; }

/// True when `text` is a backslash, `mark` (0 for none) and digits that `is_digit` takes.
template <class F>
bool is_numbered(View text, char mark, F is_digit) {
  const std::size_t digits = mark == 0 ? 1 : 2;
  if (text.empty() || text[0] != '\\' || (mark != 0 && text[1] != mark)) return false;
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(digits), text.end(), is_digit);
}

View before(View text, std::size_t at, std::size_t count) {
  return at < count ? View() : text.substr(at - count, count);
}

/// True when the backslash at `at` is not itself escaped.
bool opens_escape(View text, std::size_t at) {
  constexpr std::size_t kMost = 64;
  std::size_t count = 0;
  while (count < kMost && count <= at && text[at - count] == '\\') ++count;
  return count % 2 == 1;
}

}  // namespace

bool is_behind_escape(std::string_view text, std::size_t at) {
  if (at < 2 || at > text.size()) return false;
  if (text[at - 2] == '\\') return kLetters.find(text[at - 1]) != View::npos;
  return is_numbered(before(text, at, 6), 'u', is_hex) ||
         is_numbered(before(text, at, 4), 'x', is_hex) ||
         is_numbered(before(text, at, 4), 0, is_octal);
}

bool is_in_escape(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongest = 5;  // behind the backslash: "u003c"
  for (std::size_t back = 1; back <= std::min(at, kLongest); ++back) {
    if (text[at - back] != '\\' || !opens_escape(text, at - back)) continue;
    return back == 1 || text[at - back + 1] == 'u';
  }
  return false;
}

bool is_json(std::string_view text) {
  const View head = text.substr(0, 64);
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == View::npos || head[first] == '{') return first != View::npos;
  if (head[first] != '[') return false;
  const std::size_t next = head.find_first_not_of(" \t\r\n", first + 1);
  return next != View::npos && View("{[\"]").find(head[next]) != View::npos;
}

}  // namespace gb10::redaction
