#include "elf/artifact.h"

#include <cstdlib>
#include <fstream>
#include <map>
#include <span>
#include <sstream>

#include <gtest/gtest.h>

#include "base/bytes.h"
#include "base/text.h"
#include "elf/fake_fatbin.h"

namespace gb10 {
namespace {

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string samples() {
  const char* const shared = std::getenv("GB10_SHARED");
  return shared ? std::string(shared) + "/samples/fatbin" : std::string();
}

std::string line_of(const GpuListRow& row) {
  return joined({row.where, row.container, row.kind, row.arch, row.packing, row.version, row.stored,
                 row.unpacked, row.note},
                "\t");
}

/// What the manifest expects, by file.
std::map<std::string, std::vector<std::string>> manifest(const std::string& text) {
  std::map<std::string, std::vector<std::string>> out;
  for (const std::string_view line : lines(text)) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos || line.starts_with("file\t")) continue;
    out[std::string(line.substr(0, tab))].emplace_back(line.substr(tab + 1));
  }
  return out;
}

TEST(Artifact, lists_what_the_manifest_of_the_samples_expects) {
  const std::string folder = samples();
  const std::string text = slurp(folder + "/manifest.tsv");
  if (text.empty()) GTEST_SKIP() << "the shared samples are not here";
  const auto expected = manifest(text);
  ASSERT_GT(expected.size(), 100U);
  ArtifactOptions options;
  options.deep = ArtifactOptions::Deep::always;
  options.with_names = true;
  for (const auto& [file, rows] : expected) {
    const auto artifact = read_artifact(MemoryBlob(slurp(folder + "/" + file)), options);
    ASSERT_TRUE(artifact.ok()) << file << ": " << artifact.error().what;
    std::vector<std::string> found;
    for (const GpuListRow& row : gpu_list(artifact->code)) found.push_back(line_of(row));
    EXPECT_EQ(found, rows) << file;
  }
}

using Lines = std::vector<std::string>;

Artifact read(const std::string& bytes, const ArtifactOptions& options = {}) {
  auto found = read_artifact(MemoryBlob(bytes), options);
  EXPECT_TRUE(found.ok());
  return *std::move(found);
}

/// The list without the columns of sizes.
Lines listed(const Artifact& artifact) {
  Lines out;
  for (const GpuListRow& row : gpu_list(artifact.code))
    out.push_back(joined({row.where, row.container, row.kind, row.arch}, " "));
  return out;
}

ArtifactOptions searching_up_to(std::uint64_t small) {
  ArtifactOptions out;
  out.small = small;
  return out;
}

TEST(Artifact, reads_the_sections_that_are_for_containers) {
  const FakeElf host{.sections = {{".nv_fatbin", container_of({.arch = 80})},
                                  {"__nv_relfatbin", container_of({.arch = 86})},
                                  {".cask_resource", "junkjunk" + container_of({.arch = 90})},
                                  {".ldata", container_of({.arch = 100})}}};
  const Artifact found = read(bytes_of(host), searching_up_to(0));
  EXPECT_EQ(listed(found), (Lines{".nv_fatbin 0 elf 80", "__nv_relfatbin 1 elf 86",
                                  ".cask_resource 2 elf 90", ".ldata 3 elf 100"}));
  EXPECT_FALSE(found.code.containers[0].relocatable);
  EXPECT_TRUE(found.code.containers[1].relocatable);
  EXPECT_FALSE(found.code.deep);
}

TEST(Artifact, searches_loaded_data_at_any_place) {
  for (const std::size_t before : {0U, 1U, 3U, 65532U, 65535U, 65536U, 131'071U}) {
    const std::string data = std::string(before, 'x') + container_of({.arch = 90}) + "y" +
                             bytes_of(FakeCubin{121, true}) + container_of({.arch = 75});
    const FakeElf host{.sections = {{".data", data}}};
    EXPECT_EQ(listed(read(bytes_of(host))),
              (Lines{"deep:.data 0 elf 90", "deep:.data - cubin 121a", "deep:.data 1 elf 75"}))
        << before;
  }
}

/// As the header of the section table at `index` says where it lies.
void lay_over(std::string& bytes, std::uint64_t index, Range range) {
  const auto at = *little_endian<std::uint64_t>(std::as_bytes(std::span(bytes)), 40) + index * 64;
  for (std::uint64_t i = 0; i < 8; ++i) {
    bytes[at + 24 + i] = static_cast<char>(range.offset >> (8 * i));
    bytes[at + 32 + i] = static_cast<char>(range.size >> (8 * i));
  }
}

TEST(Artifact, reads_what_several_sections_lie_upon_once) {
  constexpr std::uint64_t kOwn = 4;  // sections that every library has
  for (const char* const name : {".nv_fatbin", ".data"}) {
    const bool is_data = std::string(name) == ".data";
    const std::string one = container_of({.arch = 90});
    FakeElf host{.sections = {{name, one + container_of({.arch = 75})}, {name}, {name}}};
    std::string bytes = bytes_of(host);
    const Range whole = *read_elf(MemoryBlob(bytes))->section(name);
    lay_over(bytes, kOwn + 1, whole);
    lay_over(bytes, kOwn + 2, {whole.offset + one.size(), whole.size - one.size()});
    const std::string where = is_data ? "deep:.data" : name;
    EXPECT_EQ(listed(read(bytes)), (Lines{where + " 0 elf 90", where + " 1 elf 75"}));
    // What stands out on both sides is read as well.
    lay_over(bytes, kOwn, {whole.offset + one.size(), 0});
    lay_over(bytes, kOwn + 1, {whole.offset + one.size(), whole.size - one.size()});
    lay_over(bytes, kOwn + 2, whole);
    EXPECT_EQ(listed(read(bytes)), (Lines{where + " 0 elf 75", where + " 1 elf 90"}));
  }
}

TEST(Artifact, searches_no_code_no_tables_and_nothing_that_is_not_loaded) {
  const std::string one = container_of({.arch = 90});
  const FakeElf host{.sections = {{".text", one, 1, 6},
                                  {".debug", one, 1, 0},
                                  {".eh_frame", one},
                                  {".gcc_except_table", one},
                                  {".bss2", one, 8}}};
  EXPECT_EQ(listed(read(bytes_of(host))), Lines{"file - NONE -"});
}

TEST(Artifact, searches_a_large_file_only_where_it_may_hold_code) {
  FakeElf host{.sections = {{".data", container_of({.arch = 90})}}};
  const Lines found{"deep:.data 0 elf 90"}, none{"file - NONE -"};
  EXPECT_EQ(listed(read(bytes_of(host), searching_up_to(0))), none);
  host.needed = {"libcudart.so.13"};
  EXPECT_EQ(listed(read(bytes_of(host), searching_up_to(0))), found);
  ArtifactOptions most = searching_up_to(0);
  most.most = 100;
  EXPECT_EQ(listed(read(bytes_of(host), most)), none);
  // What stands in the place for it is empty: the code is elsewhere.
  host.sections.push_back({".nv_fatbin", bytes_of(FakeContainer{})});
  EXPECT_EQ(listed(read(bytes_of(host), searching_up_to(0))), none);
  host.sections.front().flags = 3;  // writable data, where a library keeps it
  EXPECT_EQ(listed(read(bytes_of(host), searching_up_to(0))), Lines{"deep:.data 1 elf 90"});
  host.sections.back() = {".nv_fatbin", container_of({.arch = 120})};
  EXPECT_EQ(listed(read(bytes_of(host), searching_up_to(0))), Lines{".nv_fatbin 0 elf 120"});
  ArtifactOptions always = searching_up_to(0);
  always.deep = ArtifactOptions::Deep::always;
  EXPECT_EQ(listed(read(bytes_of(host), always)),
            (Lines{".nv_fatbin 0 elf 120", "deep:.data 1 elf 90"}));
}

TEST(Artifact, tells_of_a_section_whose_bytes_were_taken_away) {
  const FakeElf host{.sections = {{".nv_fatbin", std::string(100, '\0'), 8}}};
  const Artifact found = read(bytes_of(host));
  EXPECT_EQ(listed(found), Lines{".nv_fatbin - NOBITS -"});
}

TEST(Artifact, searches_everything_where_the_table_of_sections_is_lost) {
  const FakeElf host{.sections = {{".nv_fatbin", container_of({.arch = 90})}}};
  const std::string good = bytes_of(host);
  const auto with = [&](std::size_t at, std::uint64_t value, int count) {
    std::string bytes = good;
    for (int i = 0; i < count; ++i) bytes.at(at + i) = static_cast<char>(value >> (8 * i));
    return bytes;
  };
  const Lines error{"elf - ERROR -", "deep 0 elf 90"};
  EXPECT_EQ(listed(read(with(40, good.size() + 1, 8))), error);
  EXPECT_EQ(listed(read(with(62, 0xfff0, 2))), error);
  EXPECT_EQ(listed(read(with(58, 63, 2))), error);
  EXPECT_EQ(listed(read(with(40, 0, 8))), (Lines{"elf - NOSECTIONS -", "deep 0 elf 90"}));
  // A count of 0 is kept in the first section's entry, which says 0 too.
  EXPECT_EQ(listed(read(with(60, 0, 2))), error);
}

TEST(Artifact, of_32_bits_holds_nothing_that_is_read) {
  std::string bytes = bytes_of(FakeElf{.sections = {{".nv_fatbin", container_of({})}}});
  bytes[4] = 1;
  const Artifact found = read(bytes);
  EXPECT_EQ(found.kind, Artifact::Kind::elf);
  ASSERT_TRUE(found.info());
  EXPECT_EQ(found.info()->bits, 32);
  EXPECT_EQ(listed(found), Lines{"file - NONE -"});
}

TEST(Artifact, is_told_by_its_first_bytes) {
  EXPECT_EQ(read(container_of({})).kind, Artifact::Kind::fatbin);
  EXPECT_EQ(read(bytes_of(FakeCubin{})).kind, Artifact::Kind::cubin);
  EXPECT_EQ(read(archive_of({})).kind, Artifact::Kind::archive);
  for (const std::string& bytes :
       {std::string(),
        std::string("\x7f"
                    "EL"),
        std::string("/* GNU ld script */ INPUT(libx.so.1)"), std::string(1000, '\0')}) {
    EXPECT_EQ(read(bytes).kind, Artifact::Kind::other);
    EXPECT_EQ(listed(read(bytes)), Lines{"file - NONE -"});
  }
  EXPECT_EQ(listed(read(bytes_of(FakeCubin{90}))), Lines{"file - cubin 90"});
  EXPECT_EQ(listed(read(bytes_of(FakeCubin{90}).substr(0, 100))), Lines{"file - ERROR -"});
}

/// Counts what is read.
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

TEST(Artifact, false_beginnings_do_not_make_it_read_the_same_again_and_again) {
  for (const char* const text : {"\x7f"
                                 "E",
                                 "\x50\xed\x55\xba",
                                 "\x7f"
                                 "ELF\2"}) {
    std::string data;
    while (data.size() < 1U << 19U) data += text;
    const Counted blob(bytes_of(FakeElf{.sections = {{".data", data}}}));
    ASSERT_TRUE(read_artifact(blob, {}).ok());
    EXPECT_LT(blob.bytes_read(), 8 * blob.size()) << text;
  }
}

TEST(Artifact, loose_cubins_have_a_limit) {
  std::string one = bytes_of(FakeCubin{90, false, 7}).substr(0, 64), data;
  one[60] = 0;
  for (int i = 40; i < 48; ++i) one[i] = 0;
  while (data.size() < 300'000 * one.size()) data += one;
  const Artifact found =
      read(bytes_of(FakeElf{.sections = {{".data", data}}}), searching_up_to(1U << 30U));
  EXPECT_EQ(found.code.containers.size(), 1U << 18U);
}

TEST(Artifact, of_a_file_that_shrinks_while_it_is_read_is_what_was_there) {
  const std::string whole = bytes_of(FakeElf{.sections = {{".nv_fatbin", container_of({})}}});
  for (std::size_t there = 0; there < whole.size(); there += 37) {
    const ShrinkingBlob blob(whole.substr(0, there), whole.size());
    const auto found = read_artifact(blob, {});
    EXPECT_EQ(found.ok(), there >= 20) << there;
    EXPECT_TRUE(!found.ok() || !found->elf->ok() || (*found->elf)->section_problem) << there;
  }
}

}  // namespace
}  // namespace gb10
