#include "host/redact_values.h"

#include <algorithm>

namespace gb10::redaction {

namespace {

using View = std::string_view;

/// No value that matters is longer.
constexpr std::size_t kLongestValue = 8192;

bool in_key(char c) { return is_alnum(c) || c == '_' || c == '-'; }

/// The end of an escape that stands for a letter, as Go writes "&" in JSON; 0 for none.
std::size_t letter_end(View text, std::size_t at) {
  const std::size_t end = at + 6;
  if (end > text.size() || char_at(text, at + 1) != 'u' || !is_behind_escape(text, end)) return 0;
  return text.substr(at + 2, 3) == "000" ? 0 : end;
}

/// The first of `ends` at `at` or behind it.
std::size_t first_of(View text, View ends, std::size_t at) {
  return std::min(text.find_first_of(ends, at), text.size());
}

bool ends_word(char c) { return static_cast<unsigned char>(c) <= ' ' || is_quote(c); }

/// The end of a word that is a value.
std::size_t word_end(View text, std::size_t begin, Field field) {
  std::size_t end = begin;
  for (;; ++end) {
    while (end < text.size() && !ends_word(text[end])) ++end;
    const std::size_t letter = char_at(text, end) == '\\' ? letter_end(text, end) : 0;
    if (letter == 0) break;
    end = letter - 1;
  }
  const bool opaque = field == Field::token || field == Field::password || field == Field::argument;
  if (!opaque) end = first_of(text.substr(0, end), ",;)]}", begin);
  while (end > begin && View(",;)]}").find(text[end - 1]) != View::npos) --end;
  return end;
}

std::size_t quote_end(View text, const Opening& value) {
  // What single quotes open within a text of JSON ends with that text.
  const bool within = value.quote == '\'' && is_json(text);
  for (std::size_t i = value.at; i < text.size(); ++i) {
    if (within && text[i] == '"') return i;
    if (text[i] == value.quote || text[i] == '\n' || (value.nested && text[i] == '\\')) return i;
    if (text[i] == '\\') ++i;
  }
  return text.size();
}

/// True for files with one variable on each line.
bool is_variables(const Place& place) {
  return place.kind == Place::Kind::file &&
         (place.last() == "environment" || place.name.find("/environment.d/") != View::npos);
}

}  // namespace

Key key_before(std::string_view text, std::size_t at) {
  const std::size_t first = at > kLongestKey ? at - kLongestKey : 0;
  const auto back = [&](std::size_t from, auto in) {
    while (from > first && in(text[from - 1]) && !is_behind_escape(text, from)) --from;
    return from;
  };
  const std::size_t end = back(at, [](char c) { return is_quote(c) || is_blank(c); });
  const std::size_t begin = back(end, in_key);
  const std::size_t before_end = back(begin, [](char c) { return c == ' '; });
  const std::size_t before = back(before_end, in_key);
  return {text.substr(begin, end - begin), text.substr(before, before_end - before), begin,
          end != at};
}

Opening opening(std::string_view text, std::size_t at) {
  const char separator = text[at];
  Opening out{.at = at + 1, .to_zero = separator == '\0'};
  for (; out.at < text.size() && out.at < at + kLongestKey; ++out.at) {
    const char c = text[out.at];
    if (is_quote(c)) {
      if (out.quote != 0 || (c == '\\' && !is_quote(char_at(text, out.at + 1)))) break;
      if (c == '\\') out.nested = true;
      if (c != '\\') out.quote = c;
    } else if (!is_blank(c) && !(separator == ',' && c == '\n')) {
      break;
    }
  }
  return out;
}

Opening enclosed(std::string_view text, Opening value, const Key& key, const Place& place) {
  if (value.quote != 0 || key.closed) return value;
  const char before = key.begin == 0 ? 0 : text[key.begin - 1];
  const bool zeros = place.kind == Place::Kind::file && text.find('\0', value.at) != View::npos;
  if (before == '"' || before == '\'') {
    if (key.is_option()) return value;
    Opening quoted = value;
    quoted.quote = before;
    quoted.nested = key.begin >= 2 && text[key.begin - 2] == '\\';
    const std::size_t end = quote_end(text, quoted);
    return end < text.size() && text[end] != '\n' ? quoted : value;
  }
  if (before == 0) value.to_zero = zeros || place.kind == Place::Kind::variable;
  if (before == 0 || before == '\n') value.to_line = is_variables(place);
  return value;
}

std::size_t value_end(std::string_view text, const Opening& value, Field field) {
  const View rest = text.substr(0, value.at + kLongestValue);
  if (value.quote != 0) return quote_end(rest, value);
  if (value.to_zero) return first_of(rest, View("\0", 1), value.at);
  // The name of a Wi-Fi network may have blanks in it.
  if (value.to_line || field == Field::network) {
    return first_of(rest, is_json(text) ? "\r\n\"\\" : "\r\n", value.at);
  }
  return word_end(rest, value.at, field);
}

}  // namespace gb10::redaction
