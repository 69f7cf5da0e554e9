#include "guard/ring_slot.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>

#include "base/bytes.h"
#include "sampler/metrics.h"

namespace gb10::ring {

namespace {

constexpr std::array<std::uint32_t, 256> kCrcTable = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t rest = i;
    for (int bit = 0; bit < 8; ++bit) rest = (rest & 1U) != 0 ? rest >> 1 ^ 0x82F63B78U : rest >> 1;
    table[i] = rest;
  }
  return table;
}();

bool is_kind(std::uint8_t kind) {
  return kind >= static_cast<std::uint8_t>(SlotKind::start) &&
         kind <= static_cast<std::uint8_t>(SlotKind::stop);
}

}  // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes) {
  std::uint32_t rest = ~0U;
  for (const std::byte byte : bytes)
    rest = rest >> 8 ^ kCrcTable[(rest ^ static_cast<std::uint32_t>(byte)) & 0xFFU];
  return ~rest;
}

std::uint32_t crc32c(std::string_view text) {
  return crc32c(std::as_bytes(std::span(text.data(), text.size())));
}

void seal(SlotBytes slot, const SlotHead& head) {
  std::byte* const at = slot.data();
  std::fill(at + kHeadSize + head.length, at + kSlotSize, std::byte{0});
  put_little_endian(at, kMagic);
  put_little_endian(at + 8, head.sequence);
  put_little_endian(at + 16, static_cast<std::uint64_t>(head.wall));
  put_little_endian(at + 24, std::bit_cast<std::uint64_t>(head.seconds));
  at[32] = static_cast<std::byte>(head.kind);
  at[33] = static_cast<std::byte>(head.length);
  put_little_endian(at + 34, head.part);
  put_little_endian(at + 4, crc32c(slot.subspan(8)));
}

std::optional<SlotHead> head_of(ConstSlotBytes slot) {
  if (*little_endian<std::uint32_t>(slot, 0) != kMagic) return std::nullopt;
  if (*little_endian<std::uint32_t>(slot, 4) != crc32c(slot.subspan(8))) return std::nullopt;
  const auto kind = static_cast<std::uint8_t>(slot[32]);
  SlotHead head;
  head.sequence = *little_endian<std::uint64_t>(slot, 8);
  head.wall = static_cast<std::int64_t>(*little_endian<std::uint64_t>(slot, 16));
  head.seconds = std::bit_cast<double>(*little_endian<std::uint64_t>(slot, 24));
  head.length = static_cast<std::uint8_t>(slot[33]);
  head.part = *little_endian<std::uint16_t>(slot, 34);
  if (!is_kind(kind) || head.length > kPayloadSize || !std::isfinite(head.seconds))
    return std::nullopt;
  head.kind = static_cast<SlotKind>(kind);
  return head;
}

std::string boot_id_digits(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (std::isxdigit(static_cast<unsigned char>(c)) != 0)
      digits += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (c != '-' && c != '\n')
      return {};
  }
  const bool is_one = digits.size() == 32 && digits.find_first_not_of('0') != std::string::npos;
  return is_one ? digits : std::string();
}

const std::string& column_names() {
  static const std::string kNames = [] {
    std::string names;
    for (const MetricSpec& spec : kMetrics)
      names += std::string(names.empty() ? "" : "\n") + spec.name;
    return names;
  }();
  return kNames;
}

}  // namespace gb10::ring
