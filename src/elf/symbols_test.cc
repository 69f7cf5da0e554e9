#include "elf/symbols.h"

#include <dlfcn.h>

#include <fstream>
#include <iterator>
#include <span>

#include <gtest/gtest.h>

#include "base/bytes.h"
#include "elf/fake_fatbin.h"

namespace gb10 {
namespace {

bool any(std::string_view) { return true; }
bool of_at(std::string_view name) { return name.starts_with("_ZN2at"); }

const FakeElf kLibrary = {.soname = "libk.so",
                          .symbols = {{"_ZN2at3addEv", false},
                                      {"free", false},
                                      {"_ZN2at4weakEv", false, 2},
                                      {"first"},
                                      {"second"},
                                      {"_ZN2at3subEv"}}};

TEST(Symbols, wanted_are_those_that_are_kept_and_not_weak) {
  const MemoryBlob blob(bytes_of(kLibrary));
  const auto info = read_elf(blob);
  ASSERT_TRUE(info.ok()) << info.error().what;
  EXPECT_EQ(*wanted_symbols(blob, *info, any), (std::vector<std::string>{"_ZN2at3addEv", "free"}));
  EXPECT_EQ(*wanted_symbols(blob, *info, of_at), std::vector<std::string>{"_ZN2at3addEv"});
}

TEST(Symbols, a_name_that_several_share_is_kept_once) {
  std::string bytes = bytes_of(kLibrary);
  const auto info = read_elf(MemoryBlob(bytes));
  constexpr std::uint64_t kSymbol = 24;
  const std::uint64_t first = info->symbols.symbols + kSymbol;
  bytes.replace(first + kSymbol, 4, bytes.substr(first, 4));
  EXPECT_EQ(*wanted_symbols(MemoryBlob(bytes), *info, any),
            std::vector<std::string>{"_ZN2at3addEv"});
}

TEST(Symbols, defined_ones_are_found_by_their_hash) {
  const MemoryBlob blob(bytes_of(kLibrary));
  auto symbols = DefinedSymbols::open(blob, *read_elf(blob));
  ASSERT_TRUE(symbols.ok());
  for (const char* const name : {"first", "second", "_ZN2at3subEv"})
    EXPECT_TRUE(symbols->has(name).value_or(false)) << name;
  for (const char* const name : {"free", "_ZN2at3addEv", "firs", "first ", "", "third"})
    EXPECT_FALSE(symbols->has(name).value_or(true)) << name;
}

TEST(Symbols, a_file_without_their_tables_has_none) {
  const MemoryBlob blob(bytes_of(FakeElf{.soname = "libk.so"}));
  const auto info = read_elf(blob);
  EXPECT_EQ(wanted_symbols(blob, *info, any).error().kind, Error::Kind::unsupported);
  EXPECT_EQ(DefinedSymbols::open(blob, *info).error().kind, Error::Kind::unsupported);
}

/// As GNU ld writes the hash table of a library that defines nothing.
std::string with_empty_table(const FakeElf& what) {
  std::string bytes = bytes_of(what);
  const std::uint64_t at = read_elf(MemoryBlob(bytes))->symbols.gnu_hash;
  std::string head;
  for (const std::uint64_t value : {1U, 1U, 1U, 0U, 0U, 0U, 0U}) fake::append(head, value, 4);
  return bytes.replace(at, head.size(), head);
}

TEST(Symbols, of_a_library_that_defines_nothing_are_counted_by_its_sections) {
  FakeElf library{.symbols = {{"_ZN2at3addEv", false}, {"free", false}}};
  const MemoryBlob uncounted(with_empty_table(library));
  EXPECT_EQ(wanted_symbols(uncounted, *read_elf(uncounted), any).error().kind,
            Error::Kind::unsupported);
  library.sections = {{.name = ".dynsym"}};
  std::string bytes = with_empty_table(library);
  const auto info = read_elf(MemoryBlob(bytes));
  const std::uint64_t header = *little_endian<std::uint64_t>(std::as_bytes(std::span(bytes)), 40);
  std::string range;
  fake::append(range, info->symbols.symbols, 8);
  fake::append(range, 3 * std::uint64_t{24}, 8);
  bytes.replace(header + 4 * 64 + 24, range.size(), range);
  const MemoryBlob counted(bytes);
  EXPECT_EQ(*wanted_symbols(counted, *read_elf(counted), any),
            (std::vector<std::string>{"_ZN2at3addEv", "free"}));
}

TEST(Symbols, are_counted_by_the_older_hash_table_where_there_is_no_other) {
  // One bucket; symbols may stand in any order.
  std::string table;
  for (const std::uint64_t value : {1U, 4U, 1U, 0U, 0U, 0U, 0U}) fake::append(table, value, 4);
  const FakeElf library{.rodata = table,
                        .symbols = {{"_ZN2at3addEv", false}, {"_ZN2at3subEv"}, {"free", false}}};
  std::string bytes = bytes_of(library);
  std::string is, was;
  fake::append(was, 0x6ffffef5, 8);
  fake::append(is, 4, 8);
  fake::append(is, bytes.find(table), 8);
  bytes.replace(bytes.find(was), is.size(), is);
  const MemoryBlob blob(bytes);
  EXPECT_EQ(*wanted_symbols(blob, *read_elf(blob), any),
            (std::vector<std::string>{"_ZN2at3addEv", "free"}));
  // More symbols than the file can hold are an error.
  bytes[bytes.find(table) + 6] = '\x7f';
  EXPECT_FALSE(wanted_symbols(MemoryBlob(bytes), *read_elf(MemoryBlob(bytes)), any).ok());
}

TEST(Symbols, names_that_do_not_end_are_left_out) {
  // Each of the symbols would otherwise be as long as the rest of the file.
  FakeElf endless = kLibrary;
  endless.symbols[0].name = "_ZN2at" + std::string(100'000, 'x');
  const MemoryBlob blob(bytes_of(endless));
  EXPECT_EQ(*wanted_symbols(blob, *read_elf(blob), any), std::vector<std::string>{"free"});
}

TEST(Symbols, survive_every_truncation_and_every_changed_byte) {
  const std::string whole = bytes_of(kLibrary);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const int value : {0x00, 0x01, 0x7f, 0xff, -1}) {
      std::string bytes = value < 0 ? whole.substr(0, i) : whole;
      if (value >= 0) bytes[i] = static_cast<char>(value);
      const MemoryBlob blob(bytes);
      const auto info = read_elf(blob);
      if (!info.ok()) continue;
      const auto wanted = wanted_symbols(blob, *info, any);
      EXPECT_TRUE(!wanted.ok() || wanted->size() < 7);
      auto defined = DefinedSymbols::open(blob, *info);
      if (!defined.ok()) continue;
      const auto found = defined->has("second");
      EXPECT_TRUE(found.ok() || found.error().kind == Error::Kind::invalid);
    }
  }
}

TEST(Symbols, of_a_file_that_shrinks_are_an_error) {
  const std::string whole = bytes_of(kLibrary);
  const auto info = read_elf(MemoryBlob(whole));
  const ShrinkingBlob cut(whole.substr(0, info->symbols.symbols + 30), whole.size());
  EXPECT_FALSE(wanted_symbols(cut, *info, any).ok());
}

/// A library that this program itself runs with; empty where none is told.
std::string running_library(const std::string& name) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::size_t path = line.find('/');
    if (path != std::string::npos && line.ends_with("/" + name)) return line.substr(path);
  }
  return {};
}

MemoryBlob whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return MemoryBlob({std::istreambuf_iterator<char>(file), {}});
}

TEST(Symbols, of_real_libraries_are_those_that_the_loader_finds) {
  const MemoryBlob libc = whole(running_library("libc.so.6"));
  const MemoryBlob libm = whole(running_library("libm.so.6"));
  const auto of_c = read_elf(libc), of_m = read_elf(libm);
  if (!of_c.ok() || !of_m.ok()) GTEST_SKIP() << "the C library is not to be read here";
  auto symbols = DefinedSymbols::open(libc, *of_c);
  ASSERT_TRUE(symbols.ok()) << symbols.error().what;
  void* const loaded = ::dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
  ASSERT_NE(loaded, nullptr);
  for (const char* const name : {"printf", "malloc", "stdout", "opendir", "strtod", "memcpy", "cos",
                                 "printf_", "_ZSt4cout", "x", "__libc_start_main"})
    EXPECT_EQ(symbols->has(name).value_or(false), ::dlsym(loaded, name) != nullptr) << name;
  ::dlclose(loaded);
  const auto wanted = wanted_symbols(libm, *of_m, any);
  ASSERT_TRUE(wanted.ok()) << wanted.error().what;
  EXPECT_FALSE(wanted->empty());
  std::size_t found = 0;
  for (const std::string& name : *wanted) found += symbols->has(name).value_or(false) ? 1 : 0;
  // The loader itself has one or two of them.
  EXPECT_GE(found + 2, wanted->size());
  EXPECT_GT(found, 0U);
}

}  // namespace
}  // namespace gb10
