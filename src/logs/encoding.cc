#include "logs/encoding.h"

#include <algorithm>

#include "base/text.h"

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
