#include "elf/symbols.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>

#include <elf.h>

#include "base/bytes.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kHashHeader = 16, kFilter = 8, kWord = 4;
constexpr std::uint32_t kMostSymbols = 1U << 22U, kMostChain = 1U << 16U;
constexpr std::uint64_t kMostNames = 256U << 20U;       // bytes of a table
constexpr std::uint64_t kMostWantedBytes = 16U << 20U;  // of the names that are kept
constexpr std::size_t kLongestName = 32768, kMostWanted = 1U << 16U;

/// The head of a GNU hash table.
struct HashHead {
  std::uint32_t buckets = 0, first = 0, filters = 0, shift = 0;
};

Result<HashHead> hash_head(Window& window, const ElfSymbolTables& tables) {
  if (tables.gnu_hash == 0 || tables.symbols == 0)
    return Error{Error::Kind::unsupported, "it has no hash table of its symbols"};
  const auto bytes = TRY(window.at(tables.gnu_hash, kHashHeader));
  HashHead head;
  head.buckets = little_endian<std::uint32_t>(bytes, 0).value_or(0);
  head.first = little_endian<std::uint32_t>(bytes, 4).value_or(0);
  head.filters = little_endian<std::uint32_t>(bytes, 8).value_or(0);
  head.shift = little_endian<std::uint32_t>(bytes, 12).value_or(0);
  const bool makes_sense = head.buckets > 0 && head.buckets <= kMostSymbols && head.filters > 0 &&
                           head.filters <= kMostSymbols && head.first <= kMostSymbols &&
                           head.shift < 32;
  if (!makes_sense) return Error{Error::Kind::invalid, "its hash table of symbols makes no sense"};
  return head;
}

std::uint32_t gnu_hash(std::string_view name) {
  std::uint32_t hash = 5381;
  for (const char c : name) hash = hash * 33 + static_cast<unsigned char>(c);
  return hash;
}

/// A symbol as far as it matters here.
struct Symbol {
  std::uint32_t name = 0;
  unsigned binding = 0;
  bool defined = false;
};

Symbol symbol_at(std::span<const std::byte> bytes, std::uint64_t at) {
  Symbol out;
  out.name = little_endian<std::uint32_t>(bytes, at + offsetof(Elf64_Sym, st_name)).value_or(0);
  const auto info = little_endian<std::uint8_t>(bytes, at + offsetof(Elf64_Sym, st_info));
  const auto section = little_endian<std::uint16_t>(bytes, at + offsetof(Elf64_Sym, st_shndx));
  out.binding = ELF64_ST_BIND(info.value_or(0));
  out.defined = section.value_or(SHN_UNDEF) != SHN_UNDEF;
  return out;
}

/// How many symbols the file has: by its older hash table or by its table of sections.
Result<std::uint64_t> symbol_count(Window& window, const ElfInfo& info) {
  std::optional<std::uint64_t> count;
  if (info.symbols.old_hash != 0) {
    const auto bytes = TRY(window.at(info.symbols.old_hash, 2 * kWord));
    count = little_endian<std::uint32_t>(bytes, kWord).value_or(0);
  } else {
    const auto section = info.section(".dynsym");
    if (section && section->offset == info.symbols.symbols)
      count = section->size / sizeof(Elf64_Sym);
  }
  if (!count) return Error{Error::Kind::unsupported, "nothing tells how many symbols it has"};
  if (*count > kMostSymbols) return Error{Error::Kind::invalid, "it has too many symbols"};
  return *count;
}

/// How many symbols may be undefined: linkers put what is not hashed, that is what is not defined,
/// before all else.
Result<std::uint64_t> wanted_count(Window& window, const ElfInfo& info) {
  const bool has_old_only =
      info.symbols.gnu_hash == 0 && info.symbols.old_hash != 0 && info.symbols.symbols != 0;
  if (has_old_only) return symbol_count(window, info);
  const HashHead head = TRY(hash_head(window, info.symbols));
  // Where nothing is defined, GNU ld writes an empty table that begins at the first symbol.
  const bool is_empty =
      head.buckets == 1 && head.first == 1 && head.filters == 1 && head.shift == 0;
  if (is_empty) return symbol_count(window, info);
  return std::uint64_t{head.first};
}

}  // namespace

Result<std::vector<std::string>> wanted_symbols(
    const Blob& blob, const ElfInfo& info, const std::function<bool(std::string_view)>& keeps) {
  Window window(blob);
  const std::uint64_t count = TRY(wanted_count(window, info));
  const std::uint64_t size = count * sizeof(Elf64_Sym);
  const std::string symbols = TRY(bytes_at(blob, info.symbols.symbols, size, kMostNames));
  const Range& range = info.symbols.names;
  const std::string names = TRY(bytes_at(blob, range.offset, range.size, kMostNames));
  const auto bytes = std::as_bytes(std::span(symbols.data(), symbols.size()));
  std::vector<std::string> out;
  std::set<std::uint32_t> seen;
  std::uint64_t kept = 0;
  for (std::uint64_t i = 1; i < count; ++i) {
    const Symbol symbol = symbol_at(bytes, i * sizeof(Elf64_Sym));
    if (symbol.defined || symbol.binding != STB_GLOBAL || symbol.name >= names.size()) continue;
    const char* const begin = names.data() + symbol.name;
    // The names of all symbols together may be longer than the file: they may lie in each other.
    const std::size_t room = std::min(names.size() - symbol.name, kLongestName);
    const std::string_view name(begin, ::strnlen(begin, room));
    if (name.size() == room || !keeps(name) || !seen.insert(symbol.name).second) continue;
    kept += name.size();
    if (kept > kMostWantedBytes)
      return Error{Error::Kind::invalid, "wants symbols of too long names"};
    out.emplace_back(name);
    if (out.size() == kMostWanted) break;
  }
  return out;
}

Result<DefinedSymbols> DefinedSymbols::open(const Blob& blob, const ElfInfo& info) {
  DefinedSymbols out(blob);
  const HashHead head = TRY(hash_head(out.chains_, info.symbols));
  out.tables_ = info.symbols;
  out.buckets_ = head.buckets;
  out.first_ = head.first;
  out.filters_ = head.filters;
  out.shift_ = head.shift;
  return out;
}

Result<bool> DefinedSymbols::is_defined_as(std::uint64_t index, std::string_view name) {
  const auto bytes = TRY(names_.at(tables_.symbols + index * sizeof(Elf64_Sym), sizeof(Elf64_Sym)));
  const Symbol symbol = symbol_at(bytes, 0);
  if (!symbol.defined || symbol.name >= tables_.names.size) return false;
  const std::uint64_t room = tables_.names.size - symbol.name;
  if (name.size() >= room) return false;
  const auto text = TRY(names_.at(tables_.names.offset + symbol.name, name.size() + 1));
  return std::memcmp(text.data(), name.data(), name.size()) == 0 &&
         text[name.size()] == std::byte{0};
}

Result<bool> DefinedSymbols::has(std::string_view name) {
  const std::uint32_t hash = gnu_hash(name);
  const std::uint64_t filters = tables_.gnu_hash + kHashHeader;
  const auto filter = TRY(chains_.at(filters + (hash / 64) % filters_ * kFilter, kFilter));
  const std::uint64_t bits = little_endian<std::uint64_t>(filter, 0).value_or(0);
  const bool may_be = ((bits >> (hash % 64)) & (bits >> ((hash >> shift_) % 64)) & 1U) != 0;
  if (!may_be) return false;
  const std::uint64_t buckets = filters + std::uint64_t{filters_} * kFilter;
  const auto bucket = TRY(chains_.at(buckets + hash % buckets_ * kWord, kWord));
  std::uint64_t index = little_endian<std::uint32_t>(bucket, 0).value_or(0);
  if (index < first_) return false;
  const std::uint64_t chains = buckets + std::uint64_t{buckets_} * kWord;
  for (std::uint32_t step = 0; step < kMostChain; ++step, ++index) {
    const auto link = TRY(chains_.at(chains + (index - first_) * kWord, kWord));
    const auto value = little_endian<std::uint32_t>(link, 0).value_or(0);
    const bool may_be_it = (value | 1U) == (hash | 1U);
    const bool is_it = may_be_it ? TRY(is_defined_as(index, name)) : false;
    if (is_it) return true;
    if ((value & 1U) != 0) return false;
  }
  return Error{Error::Kind::invalid, "its hash table of symbols does not end"};
}

}  // namespace gb10
