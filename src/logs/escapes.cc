#include "logs/escapes.h"

#include <algorithm>
#include <cstring>

namespace gb10 {

namespace {

constexpr char kEscape = '\x1b';
constexpr std::size_t kLongestTitle = 4096;

bool in(char c, unsigned char low, unsigned char high) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= low && byte <= high;
}

/// The length of a control sequence "ESC [ … letter".
std::size_t control_length(std::string_view text) {
  std::size_t at = 2;
  while (at < text.size() && in(text[at], 0x20, 0x3f)) ++at;
  return at < text.size() && in(text[at], 0x40, 0x7e) ? at + 1 : at;
}

/// The length of a command "ESC ] … BEL" or "ESC ] … ESC \"; one that never ends is two bytes.
std::size_t command_length(std::string_view text) {
  const std::size_t limit = std::min(text.size(), kLongestTitle);
  for (std::size_t at = 2; at < limit; ++at) {
    if (text[at] == '\n') break;
    if (text[at] == '\a') return at + 1;
    if (text[at] == kEscape) return at + 1 < limit && text[at + 1] == '\\' ? at + 2 : at;
  }
  return 2;
}

/// The length of the sequence that begins `text`, which begins with ESC.
std::size_t sequence_length(std::string_view text) {
  if (text.size() < 2 || text[1] == '\n') return 1;
  if (text[1] == '[') return control_length(text);
  if (text[1] == ']') return command_length(text);
  if (in(text[1], 0x20, 0x2f)) return std::min<std::size_t>(3, text.size());
  return in(text[1], 0x30, 0x7e) ? 2 : 1;
}

}  // namespace

bool has_escapes(std::string_view text) {
  return !text.empty() && std::memchr(text.data(), kEscape, text.size()) != nullptr;
}

void append_without_escapes(std::string_view text, std::string& out) {
  out.reserve(out.size() + text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t escape = std::min(text.find(kEscape, at), text.size());
    out.append(text.substr(at, escape - at));
    at = escape;
    if (at < text.size()) {
      const std::size_t length = sequence_length(text.substr(at));
      // A line end within a broken sequence is one that the reader has counted.
      const std::string_view sequence = text.substr(at, length);
      if (sequence.find('\n') != std::string_view::npos) out += '\n';
      at += length;
    }
  }
}

}  // namespace gb10
