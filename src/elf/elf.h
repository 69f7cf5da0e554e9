#pragma once
// elf/ reads executables, libraries and objects by position: header, dynamic section, version and
// section tables. It refuses to read a file whole, to trust an offset, and to follow what it cannot
// bound.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/blob.h"
#include "base/result.h"

namespace gb10 {

/// Bytes of a file.
struct Range {
  std::uint64_t offset = 0, size = 0;
  friend bool operator==(const Range&, const Range&) = default;
};

struct ElfSection {
  std::string name;
  Range range;         // inside the file when `stored`
  bool stored = true;  // false where the file holds no bytes for it
  bool loaded = false, executable = false, writable = false;
};

/// A version that a library wants of another ("libc.so.6", "GLIBC_2.38").
struct ElfVersion {
  std::string library, version;
  bool weak = false;  // the loader only warns where it is missing
  friend bool operator==(const ElfVersion&, const ElfVersion&) = default;
};

/// Where the tables of a file's symbols lie in it; 0 for one that is not there.
struct ElfSymbolTables {
  std::uint64_t symbols = 0, gnu_hash = 0, old_hash = 0;
  Range names;
};

/// What the loader would read. Only 64-bit little-endian files are looked into: of the others
/// `machine`, `bits` and `little_endian` are all that is set.
struct ElfInfo {
  std::uint16_t machine = 0;  // 183 AArch64, 62 x86-64
  int bits = 64;
  bool little_endian = true;
  std::string soname;
  std::vector<std::string> needed;
  std::string runpath;  // or RPATH where there is no RUNPATH
  /// It is an RPATH: what its libraries want is looked for there too.
  bool path_is_inherited = false;
  std::vector<ElfVersion> version_needs;
  std::vector<std::string> version_definitions;
  ElfSymbolTables symbols;
  std::vector<ElfSection> sections;
  /// Why `sections` is empty although the header names a table. The loader needs none, so the rest
  /// is good all the same.
  std::optional<Error> section_problem;

  /// True when everything beyond `machine` was read.
  bool readable() const { return bits == 64 && little_endian; }
  /// Where the section's bytes lie; nothing when there is none or the file holds no bytes for it.
  std::optional<Range> section(std::string_view name) const;
};

/// "aarch64", "x86_64", …; "machine 190" for those without a name here.
std::string machine_name(std::uint16_t machine);

/// Error `invalid` when the blob is no ELF file or one of its tables lies outside it or makes no
/// sense.
Result<ElfInfo> read_elf(const Blob& blob);

/// Where `literal` first stands inside `range`; nothing when it does not. Reads in pieces and at
/// most 64 MiB.
Result<std::optional<std::uint64_t>> find_literal(const Blob& blob, Range range,
                                                  std::string_view literal);

}  // namespace gb10
