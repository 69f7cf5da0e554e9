#include "model/version.h"

#include <algorithm>
#include <charconv>

namespace gb10 {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads one number at `at`; too large ones stop at the largest, so that they still order as large.
long long number_at(std::string_view text, std::size_t& at) {
  const std::size_t begin = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  long long number = 0;
  const auto result = std::from_chars(text.data() + begin, text.data() + at, number);
  return result.ec == std::errc() ? number : 999'999'999'999'999'999LL;
}

struct Parsed {
  std::vector<long long> release, build;
  bool pre = false;  // an "rc", "a", "b" or "dev" stands behind the numbers
};

Parsed parsed(std::string_view text) {
  Parsed out;
  std::size_t at = text.starts_with('v') || text.starts_with('V') ? 1 : 0;
  while (at < text.size() && is_digit(text[at])) {
    out.release.push_back(number_at(text, at));
    if (at + 1 < text.size() && text[at] == '.' && is_digit(text[at + 1]))
      ++at;
    else
      break;
  }
  const std::string_view rest = text.substr(std::min(at, text.size()));
  for (const std::string_view mark : {"rc", "a", "b", "dev", ".dev", ".rc"}) {
    const bool numbered =
        rest.starts_with(mark) && rest.size() > mark.size() && is_digit(rest[mark.size()]);
    out.pre = out.pre || numbered;
  }
  if (rest.starts_with('-')) {
    for (at = 1; at < rest.size() && is_digit(rest[at]);) {
      out.build.push_back(number_at(rest, at));
      if (at < rest.size() && (rest[at] == '.' || rest[at] == '-')) ++at;
    }
  }
  return out;
}

int compared(const std::vector<long long>& a, const std::vector<long long>& b) {
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const long long x = i < a.size() ? a[i] : 0;
    const long long y = i < b.size() ? b[i] : 0;
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

}  // namespace

std::vector<long long> Version::numbers() const { return parsed(text).release; }

int compared(const Version& a, const Version& b) {
  const Parsed x = parsed(a.text), y = parsed(b.text);
  if (const int order = compared(x.release, y.release)) return order;
  if (x.pre != y.pre) return x.pre ? -1 : 1;
  // "6.17.0" names every build of it: a build number decides only where both have one.
  if (x.build.empty() || y.build.empty()) return 0;
  return compared(x.build, y.build);
}

}  // namespace gb10
