#include "cli/log_end.h"

#include <algorithm>

#include "base/text.h"
#include "logs/escapes.h"

namespace gb10 {

namespace {

constexpr std::size_t kLines = 6, kWidth = 200;  // bytes

/// What stays of a line that is written over at each carriage return.
std::string_view last_state(std::string_view line) {
  while (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line.substr(line.rfind('\r') + 1);
}

std::string end_of_line(std::string_view line) {
  if (line.size() <= kWidth) return printable(line, kWidth);
  line.remove_prefix(line.size() - kWidth);
  // Not in the middle of a character.
  while (!line.empty() && (static_cast<unsigned char>(line.front()) & 0xC0U) == 0x80U)
    line.remove_prefix(1);
  return "…" + printable(line, kWidth);
}

}  // namespace

std::vector<std::string> log_end(std::string_view bytes, bool is_whole) {
  std::size_t begin = is_whole ? 0 : bytes.find('\n') + 1;
  if (begin == bytes.size()) begin = 0;  // one line, longer than what was read
  std::string clean;
  append_without_escapes(bytes.substr(begin), clean);
  std::vector<std::string> out;
  std::size_t own = std::string::npos;
  for (const std::string_view line : lines(clean)) {
    const std::string_view left = last_state(line);
    if (trimmed(left).empty()) continue;
    if (left.starts_with("gb10: ")) own = out.size();
    out.push_back(end_of_line(left));
  }
  if (out.size() <= kLines) return out;
  const std::size_t cut = out.size() - kLines;
  const bool is_cut_off = own != std::string::npos && own < cut;
  const std::string kept = is_cut_off ? out[own] : std::string();
  out.erase(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(cut));
  if (is_cut_off) out.insert(out.begin(), kept);
  return out;
}

}  // namespace gb10
