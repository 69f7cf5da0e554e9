#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gb10 {

/// What a library made for a test says of itself.
struct FakeElf {
  std::uint16_t machine = 183;
  std::string soname = {};
  std::vector<std::string> needed = {};
  std::string runpath = {};
  std::string version = {};  // wanted of the first needed library
  std::string rodata = {};
};

namespace fake {

inline void append(std::string& to, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) to.push_back(static_cast<char>(value >> (8 * i)));
}

/// Adds `text` to a string table and tells its place there.
inline std::uint64_t name(std::string& table, std::string_view text) {
  const std::uint64_t at = table.size();
  table.append(text).push_back('\0');
  return at;
}

inline std::string segment(std::uint32_t type, std::uint64_t offset, std::uint64_t size) {
  std::string out;
  append(out, type, 4);
  append(out, 4, 4);
  for (const std::uint64_t value : {offset, offset, offset, size, size, std::uint64_t{8}}) {
    append(out, value, 8);
  }
  return out;
}

inline std::string section(std::uint32_t name, std::uint32_t type, std::uint64_t offset,
                           std::uint64_t size) {
  std::string out;
  append(out, name, 4);
  append(out, type, 4);
  for (const std::uint64_t value : {std::uint64_t{0}, offset, offset, size}) append(out, value, 8);
  append(out, 0, 8);
  append(out, 1, 8);
  append(out, 0, 8);
  return out;
}

inline std::string entry(std::uint64_t tag, std::uint64_t value) {
  std::string out;
  append(out, tag, 8);
  append(out, value, 8);
  return out;
}

}  // namespace fake

/// The bytes of a small 64-bit library, so that no binary file has to be kept for tests.
inline std::string bytes_of(const FakeElf& what) {
  constexpr std::uint64_t kNames = 64 + 2 * 56;
  std::string names(1, '\0'), dynamic, wanted;
  for (const std::string& library : what.needed) {
    dynamic += fake::entry(1, fake::name(names, library));
  }
  if (!what.soname.empty()) dynamic += fake::entry(14, fake::name(names, what.soname));
  if (!what.runpath.empty()) dynamic += fake::entry(29, fake::name(names, what.runpath));
  if (!what.version.empty()) {
    fake::append(wanted, 1U | (1U << 16U), 4);
    for (const std::uint64_t word :
         {fake::name(names, what.needed.at(0)), std::uint64_t{16}, std::uint64_t{0},
          std::uint64_t{0}, std::uint64_t{0}, fake::name(names, what.version), std::uint64_t{0}}) {
      fake::append(wanted, word, 4);
    }
  }
  const std::uint64_t wanted_at = kNames + names.size();
  if (!wanted.empty()) dynamic += fake::entry(0x6ffffffe, wanted_at) + fake::entry(0x6fffffff, 1);
  dynamic += fake::entry(5, kNames) + fake::entry(10, names.size()) + fake::entry(0, 0);
  const std::uint64_t dynamic_at = wanted_at + wanted.size();
  const std::uint64_t rodata_at = dynamic_at + dynamic.size();
  const std::string section_names("\0.rodata\0.shstrtab\0.bss\0", 24);
  const std::uint64_t section_names_at = rodata_at + what.rodata.size();
  const std::uint64_t sections_at = section_names_at + section_names.size();

  std::string out(
      "\x7f"
      "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0",
      18);
  fake::append(out, what.machine, 2);
  fake::append(out, 1, 4);
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{64}, sections_at}) {
    fake::append(out, value, 8);
  }
  fake::append(out, 0, 4);
  for (const std::uint64_t value : {64, 56, 2, 64, 4, 2}) fake::append(out, value, 2);
  out += fake::segment(1, 0, section_names_at) + fake::segment(2, dynamic_at, dynamic.size());
  out += names + wanted + dynamic + what.rodata + section_names;
  out += fake::section(0, 0, 0, 0) + fake::section(1, 1, rodata_at, what.rodata.size());
  out += fake::section(9, 3, section_names_at, section_names.size());
  return out + fake::section(19, 8, sections_at, 1U << 20U);
}

}  // namespace gb10
