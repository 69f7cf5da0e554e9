#include "elf/elf.h"

#include <algorithm>
#include <array>
#include <utility>

#include <elf.h>
#include <fmt/format.h>

#include "base/bytes.h"
#include "elf/window.h"

namespace gb10 {

namespace {

// Far above what linkers write; a file beyond them is made to hurt.
constexpr std::uint64_t kMostSegments = 4096;
constexpr std::uint64_t kMostSections = 65536;
constexpr std::uint64_t kMostDynamic = 16384;
constexpr std::uint64_t kMostVersions = 8192;
constexpr std::uint64_t kLongestName = 4096;
constexpr std::size_t kMostNeeded = 1024;
constexpr std::uint64_t kMostVersionBytes = 1U << 20U;   // of the names of all versions together
constexpr std::uint64_t kMostNeededBytes = 256U << 10U;  // of their names together

Error invalid(std::string what) { return Error{Error::Kind::invalid, std::move(what)}; }

template <class T>
T field(std::span<const std::byte> bytes, std::uint64_t offset) {
  return little_endian<T>(bytes, offset).value_or(0);
}

/// The loader's view: where addresses lie in the file, and what the dynamic section says.
struct Loaded {
  struct Segment {
    std::uint64_t address, offset, size;
  };
  struct Table {
    std::uint64_t address = 0, count = 0;
  };
  std::vector<Segment> segments;
  std::optional<Range> dynamic;
  std::vector<std::uint64_t> needed;
  std::optional<std::uint64_t> soname, runpath, rpath;
  std::uint64_t strings_address = 0, symbols_address = 0;
  std::uint64_t hash_address = 0, old_hash_address = 0;
  Range strings;
  Table needs, definitions;
};

struct Header {
  std::uint64_t segments_at = 0, sections_at = 0;
  std::uint64_t segments = 0, segment_size = 0;
  std::uint64_t sections = 0, section_size = 0, names = 0;
};

Result<Header> header(Window& window, ElfInfo& info) {
  const auto id = TRY(window.at(0, EI_NIDENT + 4));
  if (field<std::uint32_t>(id, 0) != 0x464c457fU) return invalid("is no ELF file");
  const int kind = std::to_integer<int>(id[EI_CLASS]), order = std::to_integer<int>(id[EI_DATA]);
  if ((kind != ELFCLASS32 && kind != ELFCLASS64) || (order != ELFDATA2LSB && order != ELFDATA2MSB))
    return invalid("has an unknown ELF class or byte order");
  info.bits = kind == ELFCLASS64 ? 64 : 32;
  info.little_endian = order == ELFDATA2LSB;
  const auto machine = field<std::uint16_t>(id, offsetof(Elf64_Ehdr, e_machine));
  info.machine =
      info.little_endian ? machine : static_cast<std::uint16_t>(__builtin_bswap16(machine));
  Header found;
  if (!info.readable()) return found;
  const auto all = TRY(window.at(0, sizeof(Elf64_Ehdr)));
  found.segments_at = field<std::uint64_t>(all, offsetof(Elf64_Ehdr, e_phoff));
  found.sections_at = field<std::uint64_t>(all, offsetof(Elf64_Ehdr, e_shoff));
  found.segment_size = field<std::uint16_t>(all, offsetof(Elf64_Ehdr, e_phentsize));
  found.segments = field<std::uint16_t>(all, offsetof(Elf64_Ehdr, e_phnum));
  found.section_size = field<std::uint16_t>(all, offsetof(Elf64_Ehdr, e_shentsize));
  found.sections = field<std::uint16_t>(all, offsetof(Elf64_Ehdr, e_shnum));
  found.names = field<std::uint16_t>(all, offsetof(Elf64_Ehdr, e_shstrndx));
  return found;
}

Result<void> read_segments(Window& window, const Header& head, Loaded& loaded) {
  if (head.segments == 0) return {};
  if (head.segment_size != sizeof(Elf64_Phdr) || head.segments > kMostSegments) {
    return invalid("has a program header table of an unknown form");
  }
  const auto table = TRY(window.at(head.segments_at, head.segments * sizeof(Elf64_Phdr)));
  for (std::uint64_t i = 0; i < head.segments; ++i) {
    const auto entry = table.subspan(i * sizeof(Elf64_Phdr), sizeof(Elf64_Phdr));
    const auto type = field<std::uint32_t>(entry, offsetof(Elf64_Phdr, p_type));
    const auto offset = field<std::uint64_t>(entry, offsetof(Elf64_Phdr, p_offset));
    const auto size = field<std::uint64_t>(entry, offsetof(Elf64_Phdr, p_filesz));
    if (size == 0) continue;
    if (type == PT_DYNAMIC) loaded.dynamic = Range{offset, size};
    if (type == PT_LOAD) {
      loaded.segments.push_back(
          {field<std::uint64_t>(entry, offsetof(Elf64_Phdr, p_vaddr)), offset, size});
    }
  }
  return {};
}

/// Where the byte at `address` lies in the file.
Result<std::uint64_t> file_offset(const Loaded& loaded, std::uint64_t address) {
  for (const Loaded::Segment& segment : loaded.segments) {
    if (address < segment.address || address - segment.address >= segment.size) continue;
    const std::uint64_t inside = address - segment.address;
    if (segment.offset > UINT64_MAX - inside) break;
    return segment.offset + inside;
  }
  return invalid(fmt::format("address {:#x} lies in no segment", address));
}

void take_version_table(std::uint64_t tag, std::uint64_t value, Loaded& loaded) {
  switch (tag) {
    case DT_VERNEED:
      loaded.needs.address = value;
      break;
    case DT_VERNEEDNUM:
      loaded.needs.count = value;
      break;
    case DT_VERDEF:
      loaded.definitions.address = value;
      break;
    case DT_VERDEFNUM:
      loaded.definitions.count = value;
      break;
    default:
      break;
  }
}

void take_dynamic(std::uint64_t tag, std::uint64_t value, Loaded& loaded) {
  switch (tag) {
    case DT_NEEDED:
      loaded.needed.push_back(value);
      break;
    case DT_SONAME:
      loaded.soname = value;
      break;
    case DT_RUNPATH:
      loaded.runpath = value;
      break;
    case DT_RPATH:
      loaded.rpath = value;
      break;
    case DT_STRTAB:
      loaded.strings_address = value;
      break;
    case DT_SYMTAB:
      loaded.symbols_address = value;
      break;
    case DT_GNU_HASH:
      loaded.hash_address = value;
      break;
    case DT_HASH:
      loaded.old_hash_address = value;
      break;
    case DT_STRSZ:
      loaded.strings.size = value;
      break;
    default:
      take_version_table(tag, value, loaded);
  }
}

Result<void> read_dynamic(Window& window, Loaded& loaded) {
  const std::uint64_t count = loaded.dynamic->size / sizeof(Elf64_Dyn);
  if (count > kMostDynamic) return invalid("has a dynamic section that is too long");
  const auto table = TRY(window.at(loaded.dynamic->offset, count * sizeof(Elf64_Dyn)));
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto tag = field<std::uint64_t>(table, i * sizeof(Elf64_Dyn));
    if (tag == DT_NULL) break;
    take_dynamic(tag, field<std::uint64_t>(table, i * sizeof(Elf64_Dyn) + 8), loaded);
  }
  if (loaded.strings_address == 0) return {};
  loaded.strings.offset = TRY(file_offset(loaded, loaded.strings_address));
  if (loaded.strings.offset > window.size() ||
      loaded.strings.size > window.size() - loaded.strings.offset) {
    return invalid("has a string table that reaches past its end");
  }
  return {};
}

Result<std::string> text(Window& strings, const Loaded& loaded, std::uint64_t index) {
  if (index >= loaded.strings.size) return invalid("a name lies outside the string table");
  return strings.text(loaded.strings.offset + index,
                      std::min(kLongestName, loaded.strings.size - index));
}

Result<void> read_names(Window& strings, const Loaded& loaded, ElfInfo& info) {
  if (loaded.needed.size() > kMostNeeded) return invalid("wants too many libraries");
  std::uint64_t bytes = 0;
  for (const std::uint64_t index : loaded.needed) {
    std::string name = TRY(text(strings, loaded, index));
    bytes += name.size();
    if (bytes > kMostNeededBytes) return invalid("wants libraries of too long names");
    info.needed.push_back(std::move(name));
  }
  if (loaded.soname) info.soname = TRY(text(strings, loaded, *loaded.soname));
  const std::optional<std::uint64_t> path = loaded.runpath ? loaded.runpath : loaded.rpath;
  if (path) info.runpath = TRY(text(strings, loaded, *path));
  info.path_is_inherited = loaded.rpath && !loaded.runpath;
  return {};
}

/// Tables whose place makes no sense are left out: the loader may never need them.
ElfSymbolTables symbol_tables(const Loaded& loaded) {
  ElfSymbolTables out;
  out.names = loaded.strings;
  if (loaded.symbols_address != 0)
    out.symbols = file_offset(loaded, loaded.symbols_address).value_or(0);
  if (loaded.hash_address != 0) out.gnu_hash = file_offset(loaded, loaded.hash_address).value_or(0);
  if (loaded.old_hash_address != 0)
    out.old_hash = file_offset(loaded, loaded.old_hash_address).value_or(0);
  return out;
}

/// The step to the next record; a table may only be walked forwards, so that it ends.
Result<std::uint64_t> after(std::uint64_t at, std::uint32_t step) {
  if (step == 0 || at > UINT64_MAX - step) return invalid("has a version table that does not end");
  return at + step;
}

Result<void> read_version_needs(Window& window, Window& strings, const Loaded& loaded,
                                ElfInfo& info) {
  if (loaded.needs.address == 0) return {};
  std::uint64_t at = TRY(file_offset(loaded, loaded.needs.address)), bytes = 0;
  for (std::uint64_t i = 0; i < loaded.needs.count; ++i) {
    if (i >= kMostVersions) return invalid("wants versions of too many libraries");
    const auto need = TRY(window.at(at, sizeof(Elf64_Verneed)));
    const auto count = field<std::uint16_t>(need, offsetof(Elf64_Verneed, vn_cnt));
    const auto step = field<std::uint32_t>(need, offsetof(Elf64_Verneed, vn_next));
    const auto first = field<std::uint32_t>(need, offsetof(Elf64_Verneed, vn_aux));
    const auto file = field<std::uint32_t>(need, offsetof(Elf64_Verneed, vn_file));
    const std::string library = TRY(text(strings, loaded, file));
    std::uint64_t entry = at;
    std::uint32_t next = first;
    for (unsigned j = 0; j < count; ++j) {
      entry = TRY(after(entry, next));
      const auto aux = TRY(window.at(entry, sizeof(Elf64_Vernaux)));
      const auto name = field<std::uint32_t>(aux, offsetof(Elf64_Vernaux, vna_name));
      next = field<std::uint32_t>(aux, offsetof(Elf64_Vernaux, vna_next));
      if (info.version_needs.size() >= kMostVersions) return invalid("wants too many versions");
      const bool weak =
          (field<std::uint16_t>(aux, offsetof(Elf64_Vernaux, vna_flags)) & VER_FLG_WEAK) != 0;
      std::string version = TRY(text(strings, loaded, name));
      bytes += library.size() + version.size();
      if (bytes > kMostVersionBytes) return invalid("wants versions of too long names");
      info.version_needs.push_back({library, std::move(version), weak});
    }
    if (i + 1 < loaded.needs.count) at = TRY(after(at, step));
  }
  return {};
}

Result<void> read_version_definitions(Window& window, Window& strings, const Loaded& loaded,
                                      ElfInfo& info) {
  if (loaded.definitions.address == 0) return {};
  std::uint64_t at = TRY(file_offset(loaded, loaded.definitions.address)), bytes = 0;
  for (std::uint64_t i = 0; i < loaded.definitions.count; ++i) {
    const auto definition = TRY(window.at(at, sizeof(Elf64_Verdef)));
    const auto first = field<std::uint32_t>(definition, offsetof(Elf64_Verdef, vd_aux));
    const auto step = field<std::uint32_t>(definition, offsetof(Elf64_Verdef, vd_next));
    const std::uint64_t entry = TRY(after(at, first));
    const auto aux = TRY(window.at(entry, sizeof(Elf64_Verdaux)));
    const auto name = field<std::uint32_t>(aux, offsetof(Elf64_Verdaux, vda_name));
    if (i >= kMostVersions) return invalid("defines too many versions");
    std::string version = TRY(text(strings, loaded, name));
    bytes += version.size();
    if (bytes > kMostVersionBytes) return invalid("defines versions of too long names");
    info.version_definitions.push_back(std::move(version));
    if (i + 1 < loaded.definitions.count) at = TRY(after(at, step));
  }
  return {};
}

ElfSection section_of(std::span<const std::byte> entry) {
  const auto flags = field<std::uint64_t>(entry, offsetof(Elf64_Shdr, sh_flags));
  return {.name = {},
          .range = {field<std::uint64_t>(entry, offsetof(Elf64_Shdr, sh_offset)),
                    field<std::uint64_t>(entry, offsetof(Elf64_Shdr, sh_size))},
          .stored = field<std::uint32_t>(entry, offsetof(Elf64_Shdr, sh_type)) != SHT_NOBITS,
          .loaded = (flags & SHF_ALLOC) != 0,
          .executable = (flags & SHF_EXECINSTR) != 0,
          .writable = (flags & SHF_WRITE) != 0};
}

Result<std::vector<ElfSection>> sections(Window& window, Window& strings, Header head) {
  std::vector<ElfSection> found;
  if (head.sections_at == 0) return found;
  if (head.section_size != sizeof(Elf64_Shdr)) return invalid("has sections of an unknown form");
  const auto first = TRY(window.at(head.sections_at, sizeof(Elf64_Shdr)));
  // Counts that do not fit the header's 16 bits stand in the first section's entry.
  if (head.sections == 0) head.sections = section_of(first).range.size;
  if (head.names == SHN_XINDEX)
    head.names = field<std::uint32_t>(first, offsetof(Elf64_Shdr, sh_link));
  if (head.sections > kMostSections) return invalid("has too many sections");
  if (head.names >= head.sections) return invalid("has no section of section names");
  const auto table = TRY(window.at(head.sections_at, head.sections * sizeof(Elf64_Shdr)));
  const Range names = section_of(table.subspan(head.names * sizeof(Elf64_Shdr))).range;
  // An object of C++ has thousands of names: read together, they are held for the calls below.
  constexpr std::uint64_t kMostNames = 4U << 20U;
  if (names.size <= kMostNames) static_cast<void>(strings.at(names.offset, names.size).ok());
  for (std::uint64_t i = 1; i < head.sections; ++i) {
    const auto entry = table.subspan(i * sizeof(Elf64_Shdr), sizeof(Elf64_Shdr));
    const auto name = field<std::uint32_t>(entry, offsetof(Elf64_Shdr, sh_name));
    ElfSection section = section_of(entry);
    const Range& range = section.range;
    if (section.stored &&
        (range.offset > window.size() || range.size > window.size() - range.offset))
      return invalid(fmt::format("section {} reaches past the end", i));
    if (name >= names.size || names.offset > UINT64_MAX - name)
      return invalid(fmt::format("section {} has no name", i));
    section.name =
        TRY(strings.text(names.offset + name, std::min<std::uint64_t>(256, names.size - name)));
    found.push_back(std::move(section));
  }
  return found;
}

}  // namespace

std::optional<Range> ElfInfo::section(std::string_view name) const {
  const auto found = std::find_if(sections.begin(), sections.end(), [&](const ElfSection& section) {
    return section.stored && section.name == name;
  });
  return found == sections.end() ? std::nullopt : std::optional(found->range);
}

std::string machine_name(std::uint16_t machine) {
  constexpr std::array<std::pair<unsigned, const char*>, 9> kNames = {{{EM_AARCH64, "aarch64"},
                                                                       {EM_X86_64, "x86_64"},
                                                                       {EM_386, "i386"},
                                                                       {EM_ARM, "arm"},
                                                                       {EM_PPC64, "ppc64"},
                                                                       {EM_S390, "s390"},
                                                                       {EM_RISCV, "riscv"},
                                                                       {EM_CUDA, "cuda"},
                                                                       {EM_MIPS, "mips"}}};
  for (const auto& [number, name] : kNames) {
    if (number == machine) return name;
  }
  return fmt::format("machine {}", machine);
}

Result<ElfInfo> read_elf(const Blob& blob) {
  // One window for tables and one for names: they lie far apart and are read in turns.
  Window window(blob), strings(blob);
  ElfInfo info;
  const Header head = TRY(header(window, info));
  if (!info.readable()) return info;
  Loaded loaded;
  TRY(read_segments(window, head, loaded));
  if (loaded.dynamic) {
    TRY(read_dynamic(window, loaded));
    TRY(read_names(strings, loaded, info));
    info.symbols = symbol_tables(loaded);
    TRY(read_version_needs(window, strings, loaded, info));
    TRY(read_version_definitions(window, strings, loaded, info));
  }
  Result<std::vector<ElfSection>> found = sections(window, strings, head);
  if (found) {
    info.sections = *std::move(found);
  } else {
    info.section_problem = found.error();
  }
  return info;
}

}  // namespace gb10
