#pragma once

#include <cstddef>
#include <span>

namespace gb10 {

/// The first place from `from` on where a container of GPU code or an ELF file may begin (by the
/// first two bytes); `bytes.size()` when there is none. A last single byte is not looked at.
std::size_t next_magic(std::span<const std::byte> bytes, std::size_t from);

}  // namespace gb10
