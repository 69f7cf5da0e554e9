#include "elf/elf.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "elf/fake_elf.h"
#include "elf/window.h"

namespace gb10 {
namespace {

const FakeElf kPlain = {.soname = "libplain.so.1",
                        .needed = {"libcudart.so.12", "libc.so.6"},
                        .runpath = "$ORIGIN/../lib",
                        .version = "libcudart.so.12",
                        .rodata = std::string("before\0Cuda tools, release 13.0\0after", 38)};

Result<ElfInfo> read(std::string bytes) { return read_elf(MemoryBlob(std::move(bytes))); }

std::string with(std::string bytes, std::size_t at, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.at(at + i) = static_cast<char>(value >> (8 * i));
  return bytes;
}

TEST(Elf, tells_what_the_loader_would_read) {
  const auto info = read(bytes_of(kPlain));
  ASSERT_TRUE(info.ok()) << info.error().what;
  EXPECT_EQ(machine_name(info->machine), "aarch64");
  EXPECT_TRUE(info->readable());
  EXPECT_EQ(info->soname, "libplain.so.1");
  EXPECT_EQ(info->needed, (std::vector<std::string>{"libcudart.so.12", "libc.so.6"}));
  EXPECT_EQ(info->runpath, "$ORIGIN/../lib");
  EXPECT_EQ(info->version_needs, (std::vector<ElfVersion>{{"libcudart.so.12", "libcudart.so.12"}}));
  EXPECT_FALSE(info->section_problem);
}

TEST(Elf, finds_a_section_that_has_bytes_and_none_that_has_not) {
  const auto info = read(bytes_of(kPlain));
  ASSERT_TRUE(info.ok());
  ASSERT_EQ(info->sections.size(), 3U);
  ASSERT_TRUE(info->section(".rodata"));
  EXPECT_EQ(info->section(".rodata")->size, kPlain.rodata.size());
  EXPECT_FALSE(info->section(".bss"));
  EXPECT_FALSE(info->section(".text"));
}

TEST(Elf, finds_a_literal_only_inside_the_range) {
  const std::string bytes = bytes_of(kPlain);
  const MemoryBlob blob(bytes);
  const Range rodata = *read(bytes)->section(".rodata");
  const auto found = find_literal(blob, rodata, "Cuda tools, release ");
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(*found, bytes.find("Cuda tools"));
  EXPECT_EQ(*find_literal(blob, {rodata.offset, 10}, "Cuda tools, release "), std::nullopt);
  EXPECT_EQ(find_literal(blob, {rodata.offset, bytes.size()}, "x").error().kind,
            Error::Kind::invalid);
}

TEST(Elf, finds_a_literal_that_lies_across_two_pieces) {
  for (const std::size_t at : {65535U, 65536U, 65540U, 131072U}) {
    const std::string bytes = std::string(at, 'x') + "release 13.0";
    const auto found = find_literal(MemoryBlob(bytes), {0, bytes.size()}, "release 13");
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(*found, at);
  }
}

TEST(Elf, reports_32_bit_and_big_endian_files_as_what_they_are) {
  const std::string bytes = bytes_of(kPlain);
  const auto narrow = read(with(with(bytes, 4, 1, 1), 18, 40, 2));
  ASSERT_TRUE(narrow.ok());
  EXPECT_EQ(narrow->bits, 32);
  EXPECT_EQ(machine_name(narrow->machine), "arm");
  EXPECT_TRUE(narrow->needed.empty());
  const auto big = read(with(with(bytes, 5, 2, 1), 18, 0x1500, 2));
  ASSERT_TRUE(big.ok());
  EXPECT_FALSE(big->little_endian);
  EXPECT_EQ(machine_name(big->machine), "ppc64");
}

TEST(Elf, refuses_what_is_no_elf_file) {
  for (const std::string& bytes : {std::string(), std::string("MZ"), std::string(4096, '\0'),
                                   with(bytes_of(kPlain), 4, 3, 1)}) {
    const auto info = read(bytes);
    ASSERT_FALSE(info.ok());
    EXPECT_EQ(info.error().kind, Error::Kind::invalid);
  }
}

TEST(Elf, refuses_tables_outside_the_file) {
  const std::string bytes = bytes_of(kPlain);
  const std::size_t dynamic_segment = 64 + 56;
  for (const std::string& bad :
       {with(bytes, 32, ~0ULL, 8), with(bytes, 56, 0xffff, 2),
        with(bytes, dynamic_segment + 8, ~0ULL, 8),
        with(bytes, dynamic_segment + 32, 1ULL << 40U, 8), with(bytes, 64 + 16, 1ULL << 60U, 8)}) {
    const auto info = read(bad);
    ASSERT_FALSE(info.ok());
    EXPECT_EQ(info.error().kind, Error::Kind::invalid);
  }
}

TEST(Elf, keeps_what_it_knows_when_only_the_section_table_is_bad) {
  const auto info = read(with(bytes_of(kPlain), 40, ~0ULL, 8));
  ASSERT_TRUE(info.ok());
  EXPECT_EQ(info->needed.size(), 2U);
  EXPECT_TRUE(info->sections.empty());
  ASSERT_TRUE(info->section_problem);
  EXPECT_EQ(info->section_problem->kind, Error::Kind::invalid);
}

TEST(Elf, survives_every_truncation_and_every_changed_byte) {
  const std::string bytes = bytes_of(kPlain);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto cut = read(bytes.substr(0, i));
    EXPECT_TRUE(cut.ok() || cut.error().kind == Error::Kind::invalid);
    for (const unsigned value : {0x00U, 0x01U, 0x7fU, 0x80U, 0xffU}) {
      const auto changed = read(with(bytes, i, value, 1));
      EXPECT_TRUE(changed.ok() || changed.error().kind == Error::Kind::invalid);
    }
  }
}

TEST(Elf, refuses_more_libraries_than_any_file_wants) {
  FakeElf many{.needed = std::vector<std::string>(1024, "liba.so")};
  EXPECT_TRUE(read_elf(MemoryBlob(bytes_of(many))).ok());
  many.needed.push_back("liba.so");
  EXPECT_EQ(read_elf(MemoryBlob(bytes_of(many))).error().what, "wants too many libraries");
  const FakeElf lengthy{.needed = std::vector<std::string>(100, std::string(4000, 'x'))};
  EXPECT_EQ(read_elf(MemoryBlob(bytes_of(lengthy))).error().what,
            "wants libraries of too long names");
}

TEST(Elf, ends_a_version_table_that_points_at_itself) {
  std::string bytes = bytes_of(kPlain);
  const std::size_t count = bytes.find(std::string("\xff\xff\xff\x6f", 4));
  ASSERT_NE(count, std::string::npos);
  const auto info = read(with(bytes, count + 8, ~0ULL, 8));
  ASSERT_FALSE(info.ok());
  EXPECT_EQ(info.error().kind, Error::Kind::invalid);
}

/// Counts what is read of a file that claims to be huge.
class Counted : public Blob {
 public:
  explicit Counted(std::string bytes) : inner_(std::move(bytes)) {}
  std::uint64_t size() const override { return inner_.size(); }
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into) const override {
    read_ += into.size();
    return inner_.read_at(offset, into);
  }
  std::size_t bytes_read() const { return read_; }

 private:
  MemoryBlob inner_;
  mutable std::size_t read_ = 0;
};

TEST(Elf, reads_little_of_a_large_file) {
  FakeElf large = kPlain;
  large.rodata = std::string(8U << 20U, 'x');
  const Counted blob(bytes_of(large));
  ASSERT_TRUE(read_elf(blob).ok());
  EXPECT_LT(blob.bytes_read(), 64U << 10U);
}

std::string file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The folder of sample binaries, which does not travel with the project.
class Samples : public testing::Test {
 protected:
  void SetUp() override {
    const char* const shared = std::getenv("GB10_SHARED");
    folder_ = std::filesystem::path(shared ? shared : "") / "samples" / "fatbin";
    if (!shared || !std::filesystem::exists(folder_)) {
      GTEST_SKIP() << "the sample binaries are not here: set GB10_SHARED to their folder";
    }
  }
  Result<ElfInfo> sample(const char* name) const { return read(file(folder_ / name)); }

  std::filesystem::path folder_;
};

TEST_F(Samples, good_libraries_show_their_device_code_section_and_their_needs) {
  const auto arm = sample("elf/libsm87_aarch64.so");
  ASSERT_TRUE(arm.ok()) << arm.error().what;
  EXPECT_EQ(machine_name(arm->machine), "aarch64");
  EXPECT_TRUE(arm->section(".nv_fatbin"));
  const auto plain = sample("elf/libplain_x86_64.so");
  ASSERT_TRUE(plain.ok()) << plain.error().what;
  EXPECT_EQ(machine_name(plain->machine), "x86_64");
  EXPECT_TRUE(plain->section(".nv_fatbin"));
  EXPECT_TRUE(sample("elf/librdc_x86_64.so")->section("__nv_relfatbin"));
}

TEST_F(Samples, objects_and_cubins_are_elf_files_without_needs) {
  const auto object = sample("object/plain.o");
  ASSERT_TRUE(object.ok()) << object.error().what;
  EXPECT_TRUE(object->section(".nv_fatbin"));
  EXPECT_TRUE(object->needed.empty());
  const auto cubin = sample("cubin/sm_121.cubin");
  ASSERT_TRUE(cubin.ok()) << cubin.error().what;
  EXPECT_EQ(machine_name(cubin->machine), "cuda");
}

TEST_F(Samples, a_debug_only_library_has_no_device_code_bytes) {
  const auto info = sample("bad/libdebug_only_nobits_x86_64.so");
  ASSERT_TRUE(info.ok()) << info.error().what;
  EXPECT_FALSE(info->section(".nv_fatbin"));
  EXPECT_FALSE(info->sections.empty());
}

TEST_F(Samples, a_lost_section_table_is_named) {
  const auto none = sample("bad/libno_sections_x86_64.so");
  ASSERT_TRUE(none.ok()) << none.error().what;
  EXPECT_TRUE(none->sections.empty());
  for (const char* const name :
       {"bad/libshoff_past_end_x86_64.so", "bad/libshstrndx_bad_x86_64.so"}) {
    const auto info = sample(name);
    ASSERT_TRUE(info.ok()) << info.error().what;
    EXPECT_TRUE(info->section_problem) << name;
  }
}

TEST_F(Samples, every_good_sample_is_read) {
  for (const char* const folder : {"elf", "cubin", "object"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / folder)) {
      const std::string kind = entry.path().extension();
      if (kind == ".a" || kind == ".fatbin") continue;
      const auto info = read(file(entry.path()));
      ASSERT_TRUE(info.ok()) << entry.path() << info.error().what;
      EXPECT_FALSE(info->section_problem) << entry.path();
    }
  }
}

TEST_F(Samples, every_other_file_is_refused_as_invalid_or_named_damaged) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) {
    if (!entry.is_regular_file()) continue;
    const auto info = read(file(entry.path()));
    EXPECT_TRUE(info.ok() || info.error().kind == Error::Kind::invalid) << entry.path();
  }
  const auto cut = sample("bad/libtruncated_x86_64.so");
  EXPECT_TRUE(!cut.ok() || cut->section_problem);
  EXPECT_FALSE(sample("bad/truncated.a").ok());
  EXPECT_FALSE(sample("fatbin/mix.fatbin").ok());
}

}  // namespace
}  // namespace gb10
