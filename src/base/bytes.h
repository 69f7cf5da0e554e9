#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace gb10 {

/// The unsigned integer of type T that lies little-endian at `offset`; nothing when it would reach
/// past the end.
template <class T>
std::optional<T> little_endian(std::span<const std::byte> bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value = 0;
  for (std::size_t i = sizeof(T); i-- > 0;) {
    value = static_cast<T>(value << (sizeof(T) > 1 ? 8 : 0)) | static_cast<T>(bytes[offset + i]);
  }
  return value;
}

}  // namespace gb10
