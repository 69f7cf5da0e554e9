#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// The bytes of a slot of the flight recorder's ring. Everything is little-endian:
///
///      0  u32  magic
///      4  u32  CRC-32C of the 248 bytes behind it
///      8  u64  sequence, which grows by one with each slot
///     16  i64  nanoseconds since 1970, by the machine's clock
///     24  f64  seconds since boot (CLOCK_BOOTTIME)
///     32  u8   kind
///     33  u8   bytes of payload in use; the others are 0
///     34  u16  part, counted from 0; the highest bit says that more follow
///     36       payload
///
///     start    16 bytes of boot id, u32 schema, u8 (1: said again, so that it outlives a turn),
///              version as text
///     metrics  u32 schema, then a piece of the names, one a line, of the sample's columns; the
///              schema is the CRC-32C of all names
///     sample   u32 schema, then each column as f32; what is not known is no number
///     event    u8 kind of event, then a piece of its text
///     stop     the reason as text
namespace gb10::ring {

inline constexpr std::size_t kSlotSize = 256, kHeadSize = 36, kPayloadSize = kSlotSize - kHeadSize;
inline constexpr std::uint32_t kMagic = 0x52303147;  // "G10R"
inline constexpr std::uint16_t kMoreFollow = 0x8000;

enum class SlotKind : std::uint8_t { start = 1, metrics, sample, event, stop };

struct SlotHead {
  std::uint64_t sequence = 0;
  std::int64_t wall = 0;
  double seconds = 0;
  SlotKind kind = SlotKind::start;
  std::uint8_t length = 0;
  std::uint16_t part = 0;
};

using SlotBytes = std::span<std::byte, kSlotSize>;
using ConstSlotBytes = std::span<const std::byte, kSlotSize>;

std::uint32_t crc32c(std::span<const std::byte> bytes);
std::uint32_t crc32c(std::string_view text);

/// Writes the head before a payload that is in its place already.
void seal(SlotBytes slot, const SlotHead& head);

/// The head of a slot that is whole; nothing for any other bytes.
std::optional<SlotHead> head_of(ConstSlotBytes slot);

/// Writes `value` little-endian at `into`.
template <class T>
void put_little_endian(std::byte* into, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i)
    into[i] = static_cast<std::byte>(value >> (8 * i) & 0xFFU);
}

/// The 32 digits of a boot id, however it was written; empty when it is none.
std::string boot_id_digits(std::string_view text);

/// The names of all metrics that this program knows, one a line, as a ring keeps them.
const std::string& column_names();

}  // namespace gb10::ring
