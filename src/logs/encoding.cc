#include "logs/encoding.h"

#include <algorithm>

namespace gb10 {

namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

void append_character(std::uint32_t value, std::string& out) {
  const auto tail = [&](unsigned shift) {
    out += static_cast<char>(0x80U | ((value >> shift) & 0x3FU));
  };
  if (value < 0x80) {
    out += static_cast<char>(value);
  } else if (value < 0x800) {
    out += static_cast<char>(0xC0U | (value >> 6U));
    tail(0);
  } else if (value < 0x10000) {
    out += static_cast<char>(0xE0U | (value >> 12U));
    tail(6), tail(0);
  } else {
    out += static_cast<char>(0xF0U | (value >> 18U));
    tail(12), tail(6), tail(0);
  }
}

/// Bytes of the character that begins `text`; 0 where it is no UTF-8.
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

}  // namespace

Encoding encoding_of(std::string_view head) {
  if (head.starts_with("\xFF\xFE")) return Encoding::utf16_little;
  if (head.starts_with("\xFE\xFF")) return Encoding::utf16_big;
  head = head.substr(0, 256);
  if (head.size() < 8) return Encoding::bytes;
  std::size_t even = 0, odd = 0;
  for (std::size_t i = 0; i + 1 < head.size(); i += 2) {
    even += head[i] == 0;
    odd += head[i + 1] == 0;
  }
  const std::size_t units = head.size() / 2;
  if (odd > units * 3 / 4 && even < units / 4) return Encoding::utf16_little;
  if (even > units * 3 / 4 && odd < units / 4) return Encoding::utf16_big;
  return Encoding::bytes;
}

void Utf16Reader::append(std::string_view bytes, std::string& out) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (!has_byte_) {
      byte_ = byte;
      has_byte_ = true;
      continue;
    }
    has_byte_ = false;
    unit(big_endian_ ? byte_ * 256U + byte : byte * 256U + byte_, out);
  }
}

void Utf16Reader::unit(std::uint32_t value, std::string& out) {
  const bool low = value >= 0xDC00 && value < 0xE000;
  if (high_ != 0 && low) {
    append_character(0x10000 + ((high_ - 0xD800) << 10U) + (value - 0xDC00), out);
    high_ = 0;
    return;
  }
  if (high_ != 0) append_character(kReplacement, out);
  high_ = value >= 0xD800 && value < 0xDC00 ? value : 0;
  if (high_ != 0 || value == 0xFEFF) return;  // the mark at the beginning says nothing
  append_character(low ? kReplacement : value, out);
}

std::string as_utf8(std::string_view text) {
  const bool ascii = std::all_of(text.begin(), text.end(),
                                 [](char c) { return static_cast<signed char>(c) >= 0; });
  if (ascii) return std::string(text);
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text.substr(at));
    if (length == 0)
      out += '?';
    else
      out.append(text.substr(at, length));
    at += std::max<std::size_t>(length, 1);
  }
  return out;
}

}  // namespace gb10
