#include "elf/scan.h"

#include <cstdint>
#include <cstring>

namespace gb10 {

namespace {

// Sixteen bytes at once on any CPU that has them (SSE2, NEON).
using Lane = unsigned char __attribute__((vector_size(16)));

Lane lane(const std::byte* from) {
  Lane out;
  std::memcpy(&out, from, sizeof(out));
  return out;
}

/// Whether a byte of the sixteen is set; compilers differ in their sign.
template <class Mask>
bool any(const Mask& mask) {
  std::uint64_t halves[2];
  std::memcpy(halves, &mask, sizeof(halves));
  return (halves[0] | halves[1]) != 0;
}

/// 50 ED begins a container, 7F 45 an ELF file.
bool begins(std::byte first, std::byte second) {
  return (first == std::byte{0x50} && second == std::byte{0xED}) ||
         (first == std::byte{0x7F} && second == std::byte{0x45});
}

}  // namespace

std::size_t next_magic(std::span<const std::byte> bytes, std::size_t from) {
  std::size_t at = from;
  for (; at + sizeof(Lane) + 1 <= bytes.size(); at += sizeof(Lane)) {
    const Lane first = lane(bytes.data() + at), second = lane(bytes.data() + at + 1);
    const auto hits = ((first == 0x50) & (second == 0xED)) | ((first == 0x7F) & (second == 0x45));
    if (!any(hits)) continue;
    for (std::size_t i = at; i < at + sizeof(Lane); ++i) {
      if (begins(bytes[i], bytes[i + 1])) return i;
    }
  }
  for (; at + 1 < bytes.size(); ++at) {
    if (begins(bytes[at], bytes[at + 1])) return at;
  }
  return bytes.size();
}

}  // namespace gb10
