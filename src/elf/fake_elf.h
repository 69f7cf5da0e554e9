#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gb10 {

/// A section beside those that every library made here has; its bytes begin at a multiple of 8.
struct FakeSection {
  std::string name, bytes = {};
  std::uint32_t type = 1;   // 8 for one whose bytes are not in the file
  std::uint64_t flags = 2;  // loaded; 4 for code
};

struct FakeSymbol {
  std::string name;
  bool defined = true;
  unsigned binding = 1;  // global; 2 weak
};

/// What a library made for a test says of itself.
struct FakeElf {
  std::uint16_t machine = 183;
  std::string soname = {};
  std::vector<std::string> needed = {};
  std::string runpath = {};
  std::string version = {};  // wanted of the first needed library
  std::string rodata = {};
  bool path_is_inherited = false;             // `runpath` is an RPATH
  std::vector<std::string> definitions = {};  // versions
  std::vector<FakeSymbol> symbols = {};       // those that are not defined go first
  std::vector<FakeSection> sections = {};
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
                           std::uint64_t size, std::uint64_t flags = 0) {
  std::string out;
  append(out, name, 4);
  append(out, type, 4);
  for (const std::uint64_t value : {flags, offset, offset, size}) append(out, value, 8);
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

inline std::uint32_t gnu_hash(std::string_view text) {
  std::uint32_t hash = 5381;
  for (const char c : text) hash = hash * 33 + static_cast<unsigned char>(c);
  return hash;
}

/// Tables of symbols: what the loader looks through, and by what it finds its way there.
struct SymbolTables {
  std::string symbols, hash;
};

inline SymbolTables symbol_tables(const std::vector<FakeSymbol>& all, std::string& names) {
  SymbolTables out;
  out.symbols.assign(24, '\0');
  std::uint64_t filter = 0, first = 1;
  std::string chain;
  for (const FakeSymbol& each : all) {
    append(out.symbols, name(names, each.name), 4);
    append(out.symbols, each.binding << 4U, 2);
    append(out.symbols, each.defined ? 1 : 0, 2);
    out.symbols.append(16, '\0');
    if (!each.defined) {
      ++first;
      continue;
    }
    const std::uint32_t hash = gnu_hash(each.name);
    filter |= std::uint64_t{1} << (hash % 64) | std::uint64_t{1} << ((hash >> 5U) % 64);
    append(chain, (hash & ~1U) | (&each == &all.back() ? 1U : 0U), 4);
  }
  for (const std::uint64_t value : {std::uint64_t{1}, first, std::uint64_t{1}, std::uint64_t{5}})
    append(out.hash, value, 4);
  append(out.hash, filter, 8);
  append(out.hash, chain.empty() ? 0 : first, 4);
  out.hash += chain;
  return out;
}

inline std::string version_definitions(const std::vector<std::string>& all, std::string& names) {
  std::string out;
  for (const std::string& each : all) {
    append(out, 1, 4);
    append(out, 2, 2);
    append(out, 1, 2);
    append(out, 0, 4);
    append(out, 20, 4);
    append(out, &each == &all.back() ? 0 : 28, 4);
    append(out, name(names, each), 4);
    append(out, 0, 4);
  }
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
  if (!what.runpath.empty())
    dynamic += fake::entry(what.path_is_inherited ? 15 : 29, fake::name(names, what.runpath));
  if (!what.version.empty()) {
    fake::append(wanted, 1U | (1U << 16U), 4);
    for (const std::uint64_t word :
         {fake::name(names, what.needed.at(0)), std::uint64_t{16}, std::uint64_t{0},
          std::uint64_t{0}, std::uint64_t{0}, fake::name(names, what.version), std::uint64_t{0}}) {
      fake::append(wanted, word, 4);
    }
  }
  const std::string defined = fake::version_definitions(what.definitions, names);
  const fake::SymbolTables tables =
      what.symbols.empty() ? fake::SymbolTables() : fake::symbol_tables(what.symbols, names);
  const std::uint64_t wanted_at = kNames + names.size();
  if (!wanted.empty()) dynamic += fake::entry(0x6ffffffe, wanted_at) + fake::entry(0x6fffffff, 1);
  const std::uint64_t defined_at = wanted_at + wanted.size();
  const std::uint64_t symbols_at = defined_at + defined.size();
  const std::uint64_t hash_at = symbols_at + tables.symbols.size();
  if (!defined.empty())
    dynamic +=
        fake::entry(0x6ffffffc, defined_at) + fake::entry(0x6ffffffd, what.definitions.size());
  if (!tables.hash.empty())
    dynamic += fake::entry(6, symbols_at) + fake::entry(0x6ffffef5, hash_at);
  dynamic += fake::entry(5, kNames) + fake::entry(10, names.size()) + fake::entry(0, 0);
  const std::uint64_t dynamic_at = hash_at + tables.hash.size();
  const std::uint64_t rodata_at = dynamic_at + dynamic.size();
  std::string section_names("\0.rodata\0.shstrtab\0.bss\0", 24), bodies, headers;
  std::uint64_t at = rodata_at + what.rodata.size();
  for (const FakeSection& each : what.sections) {
    const std::string padding((8 - at % 8) % 8, '\0');
    at += padding.size();
    headers += fake::section(static_cast<std::uint32_t>(fake::name(section_names, each.name)),
                             each.type, at, each.bytes.size(), each.flags);
    bodies += padding + (each.type == 8 ? std::string() : each.bytes);
    at = rodata_at + what.rodata.size() + bodies.size();
  }
  const std::uint64_t section_names_at = at;
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
  for (const std::uint64_t value :
       {std::uint64_t{64}, std::uint64_t{56}, std::uint64_t{2}, std::uint64_t{64},
        4 + std::uint64_t{what.sections.size()}, std::uint64_t{2}})
    fake::append(out, value, 2);
  out += fake::segment(1, 0, section_names_at) + fake::segment(2, dynamic_at, dynamic.size());
  out += names + wanted + defined + tables.symbols + tables.hash + dynamic + what.rodata;
  out += bodies + section_names;
  out += fake::section(0, 0, 0, 0) + fake::section(1, 1, rodata_at, what.rodata.size());
  out += fake::section(9, 3, section_names_at, section_names.size());
  return out + fake::section(19, 8, sections_at, 1U << 20U) + headers;
}

}  // namespace gb10
