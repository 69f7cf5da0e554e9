#pragma once

#include <libdeflate.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gb10 {

/// A member of a zip archive made for a test, and what it says that is not so.
struct FakeMember {
  std::string name = {}, bytes = {};
  bool deflated = false;
  std::uint16_t flags = 0;
  std::optional<std::uint16_t> method = {};
  std::optional<std::uint64_t> size = {}, packed = {}, offset = {};
  std::optional<std::uint32_t> crc32 = {};
  std::optional<std::uint32_t> own_size = {};  // in its own header
  std::optional<std::string> own_name = {};
  std::string extra = {};   // of its own header
  bool descriptor = false;  // its sizes stand behind its bytes
  bool zip64 = false;       // its numbers stand in the zip64 field
};

namespace fake {

inline std::string number(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>(value >> (8 * i)));
  return out;
}

inline std::string deflated(const std::string& bytes) {
  libdeflate_compressor* const tool = libdeflate_alloc_compressor(6);
  std::string out(libdeflate_deflate_compress_bound(tool, bytes.size()), '\0');
  out.resize(libdeflate_deflate_compress(tool, bytes.data(), bytes.size(), out.data(), out.size()));
  libdeflate_free_compressor(tool);
  return out;
}

struct ZipParts {
  std::string members, directory;
};

inline void add(ZipParts& to, const FakeMember& member) {
  const std::string packed = member.deflated ? deflated(member.bytes) : member.bytes;
  const std::uint32_t sum =
      member.crc32.value_or(libdeflate_crc32(0, member.bytes.data(), member.bytes.size()));
  const std::uint16_t flags = member.flags | (member.descriptor ? 8U : 0U);
  const std::uint16_t method = member.method.value_or(member.deflated ? 8 : 0);
  const std::uint64_t size = member.size.value_or(member.bytes.size());
  const std::uint64_t length = member.packed.value_or(packed.size());
  const std::uint64_t offset = member.offset.value_or(to.members.size());
  const std::string& own = member.own_name ? *member.own_name : member.name;
  const std::string start = number(20, 2) + number(flags, 2) + number(method, 2) + number(0, 4);
  const bool bare = member.descriptor;
  const std::uint64_t own_size = member.zip64 ? 0xffffffff : member.own_size.value_or(size);
  to.members += number(0x04034b50, 4) + start + number(bare ? 0 : sum, 4) +
                number(bare           ? 0
                       : member.zip64 ? 0xffffffff
                                      : length,
                       4) +
                number(bare ? 0 : own_size, 4) + number(own.size(), 2) +
                number(member.extra.size(), 2) + own + member.extra + packed;
  if (bare)
    to.members += number(0x08074b50, 4) + number(sum, 4) + number(length, 4) + number(size, 4);
  const std::string field = member.zip64 ? number(1, 2) + number(24, 2) + number(size, 8) +
                                               number(length, 8) + number(offset, 8)
                                         : std::string();
  const bool far = member.zip64;
  to.directory += number(0x02014b50, 4) + number(20, 2) + start + number(sum, 4) +
                  number(far ? 0xffffffff : length, 4) + number(far ? 0xffffffff : size, 4) +
                  number(member.name.size(), 2) + number(field.size(), 2) + number(0, 8) +
                  number(0, 2) + number(far ? 0xffffffff : offset, 4) + member.name + field;
}

}  // namespace fake

/// The bytes of a zip archive. `zip64` writes the large end marks too.
inline std::string zip_of(const std::vector<FakeMember>& members, bool zip64 = false,
                          const std::string& comment = {}) {
  fake::ZipParts parts;
  for (const FakeMember& member : members) fake::add(parts, member);
  const std::uint64_t at = parts.members.size(), size = parts.directory.size();
  std::string out = parts.members + parts.directory;
  if (zip64) {
    out += fake::number(0x06064b50, 4) + fake::number(44, 8) + fake::number(45, 2) +
           fake::number(45, 2) + fake::number(0, 8) + fake::number(members.size(), 8) +
           fake::number(members.size(), 8) + fake::number(size, 8) + fake::number(at, 8);
    out += fake::number(0x07064b50, 4) + fake::number(0, 4) + fake::number(at + size, 8) +
           fake::number(1, 4);
  }
  const std::uint64_t count = zip64 ? 0xffff : members.size();
  return out + fake::number(0x06054b50, 4) + fake::number(0, 4) + fake::number(count, 2) +
         fake::number(count, 2) + fake::number(zip64 ? 0xffffffff : size, 4) +
         fake::number(zip64 ? 0xffffffff : at, 4) + fake::number(comment.size(), 2) + comment;
}

}  // namespace gb10
