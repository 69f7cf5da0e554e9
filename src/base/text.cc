#include "base/text.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <cwchar>

#include <fmt/format.h>

namespace gb10 {

namespace {

constexpr std::string_view kBlank = " \t\r\n\v\f";

char32_t code_point(std::string_view text, std::size_t at, std::size_t length) {
  constexpr unsigned kMask[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  char32_t point = static_cast<unsigned char>(text[at]) & kMask[length];
  for (std::size_t i = 1; i < length; ++i) {
    point = (point << 6) | (static_cast<unsigned char>(text[at + i]) & 0x3fU);
  }
  return point;
}

/// Wide characters and emoji take two columns, combining marks none. wcwidth needs a UTF-8 locale,
/// which a static tool cannot count on, so the few ranges that our own texts and file names hold
/// are named here.
std::size_t width_of(char32_t point) {
  if ((point >= 0x300 && point < 0x370) || (point >= 0x200b && point < 0x2010)) return 0;
  const bool wide = (point >= 0x1100 && point < 0x1160) || (point >= 0x2e80 && point < 0xa4d0) ||
                    (point >= 0xac00 && point < 0xd7a4) || (point >= 0xf900 && point < 0xfb00) ||
                    (point >= 0xff00 && point < 0xff61) || (point >= 0x1f300 && point < 0x20000) ||
                    (point >= 0x20000 && point < 0x40000);
  return wide ? 2 : 1;
}

/// Characters that turn the direction of what follows: what is read is not what stands there.
bool turns_text(char32_t point) {
  return point == 0x61c || point == 0x200e || point == 0x200f ||
         (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
}

}  // namespace

std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  }
  // Too long a form, half a pair, or beyond the last character.
  const bool odd = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F) ||
                   (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F);
  return odd ? 0 : length;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

std::vector<std::string_view> lines(std::string_view text) {
  std::vector<std::string_view> all = split(text, '\n');
  if (all.back().empty()) all.pop_back();
  for (std::string_view& line : all) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  }
  return all;
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(kBlank, at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(kBlank, begin), text.size());
    found.push_back(text.substr(begin, end - begin));
    at = end;
  }
  return found;
}

std::optional<std::string_view> value_of(std::string_view text, std::string_view key,
                                         char separator) {
  for (const std::string_view line : lines(text)) {
    const std::size_t at = line.find(separator);
    if (at != std::string_view::npos && trimmed(line.substr(0, at)) == key) {
      return trimmed(line.substr(at + 1));
    }
  }
  return std::nullopt;
}

std::optional<std::int64_t> whole_number(std::string_view text, int base) {
  text = trimmed(text);
  if (base == 16 && (text.starts_with("0x") || text.starts_with("0X"))) text.remove_prefix(2);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

std::optional<double> decimal_number(std::string_view text) {
  text = trimmed(text);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (!std::isfinite(number)) return std::nullopt;
  return number;
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string all;
  for (const std::string& part : parts) {
    if (&part != parts.data()) all += separator;
    all += part;
  }
  return all;
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  if (from.empty()) return std::string(text);
  std::string out;
  for (std::size_t begin = 0;;) {
    const std::size_t at = text.find(from, begin);
    out += text.substr(begin, at == std::string_view::npos ? at : at - begin);
    if (at == std::string_view::npos) return out;
    out += to;
    begin = at + from.size();
  }
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

bool fits_glob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, kept = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t]) && pattern[p] != '*') {
      ++p, ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      kept = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++kept;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text.substr(at));
    const char32_t point = length > 0 ? code_point(text, at, length) : 0;
    const bool shown = length > 0 && point >= 0x20 && point != 0x7f &&
                       !(point >= 0x80 && point < 0xa0) && !turns_text(point);
    const std::string_view piece = shown ? text.substr(at, length) : text[at] == '\t' ? " " : "?";
    if (out.size() + piece.size() > limit) return out + "…";
    out += piece;
    at += length > 0 ? length : 1;
  }
  return out;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> out;
  std::string line;
  for (const std::string_view word : words(text)) {
    if (!line.empty() && columns(line) + 1 + columns(word) > width) {
      out.push_back(std::move(line));
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (!line.empty()) out.push_back(std::move(line));
  return out;
}

std::string shell_quoted(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@%+=,-";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos)
    return std::string(text);
  return "'" + replaced(text, "'", "'\\''") + "'";
}

std::size_t columns(std::string_view text) {
  std::size_t total = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text.substr(at));
    total += length > 0 ? width_of(code_point(text, at, length)) : 1;
    at += length > 0 ? length : 1;
  }
  return total;
}

std::string counted(std::int64_t count, std::string_view singular, std::string_view plural) {
  if (count == 1) return fmt::format("1 {}", singular);
  return plural.empty() ? fmt::format("{} {}s", count, singular)
                        : fmt::format("{} {}", count, plural);
}

}  // namespace gb10
