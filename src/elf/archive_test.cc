#include "elf/archive.h"

#include <gtest/gtest.h>

#include "elf/artifact.h"
#include "elf/fake_fatbin.h"

namespace gb10 {
namespace {

std::vector<std::string> names(const ArchiveMembers& archive) {
  std::vector<std::string> out;
  for (const auto& member : archive.members)
    out.push_back(member.name + "@" + std::to_string(member.range.offset) + "+" +
                  std::to_string(member.range.size));
  return out;
}

ArchiveMembers members(const std::string& bytes) { return archive_members(MemoryBlob(bytes)); }

using Lines = std::vector<std::string>;

TEST(Archive, names_its_members_and_leaves_its_tables_out) {
  const std::string bytes =
      archive_of({{"a.o", "odd"}, {"a-name-of-more-than-15.o", "four"}, {"b.o", ""}});
  EXPECT_TRUE(is_archive(MemoryBlob(bytes)));
  const ArchiveMembers found = members(bytes);
  EXPECT_EQ(found.problem, "");
  ASSERT_EQ(found.members.size(), 3U);
  EXPECT_EQ(found.members[0].name, "a.o");
  EXPECT_EQ(found.members[1].name, "a-name-of-more-than-15.o");
  for (const auto& [i, text] : {std::pair(0, "odd"), std::pair(1, "four"), std::pair(2, "")})
    EXPECT_EQ(bytes.substr(found.members[i].range.offset, found.members[i].range.size), text);
}

TEST(Archive, tells_where_it_ends_too_early) {
  const std::string bytes = archive_of({{"a.o", std::string(100, 'a')}, {"b.o", "bbbb"}});
  EXPECT_EQ(members(bytes.substr(0, bytes.size() - 1)).problem, "archive member past end of file");
  EXPECT_EQ(members(bytes.substr(0, bytes.size() - 1)).members.size(), 1U);
  std::string bad = bytes;
  bad[8 + 58] = '?';
  EXPECT_EQ(members(bad).problem, "bad archive member header");
  for (const char* const size : {"-1        ", "          ", "x         ", "1e3       "}) {
    std::string odd = bytes;
    odd.replace(8 + 48, 10, size);
    EXPECT_EQ(members(odd).problem, "bad archive member header") << size;
  }
}

TEST(Archive, a_thin_one_has_no_members_and_other_files_are_none) {
  EXPECT_TRUE(is_archive(MemoryBlob("!<thin>\n")));
  const ArchiveMembers thin = members("!<thin>\n" + std::string(200, 'x'));
  EXPECT_EQ(names(thin), Lines{});
  EXPECT_EQ(thin.problem, "a thin archive: its members lie elsewhere");
  EXPECT_EQ(members("no archive").problem, "");
  EXPECT_FALSE(is_archive(MemoryBlob("!<arch>")));
  EXPECT_FALSE(is_archive(MemoryBlob("")));
}

TEST(Archive, survives_every_truncation_and_every_changed_byte) {
  const std::string bytes = archive_of({{"a-name-of-more-than-15.o", "abc"}, {"b.o", "b"}});
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_LE(members(bytes.substr(0, i)).members.size(), 2U);
    for (const char value : {'\0', '9', '/', '\xff'}) {
      std::string changed = bytes;
      changed[i] = value;
      EXPECT_LE(members(changed).members.size(), 3U);
    }
  }
}

TEST(Archive, a_table_of_names_without_an_end_gives_no_endless_names) {
  std::vector<std::pair<std::string, std::string>> all;
  all.emplace_back(std::string(1U << 20U, 'n'), "");
  for (int i = 0; i < 100; ++i) all.emplace_back("m.o", "");
  for (const auto& member : members(archive_of(all)).members) EXPECT_LE(member.name.size(), 4096U);
}

TEST(Archive, its_members_are_read_where_they_lie) {
  const FakeElf host{.sections = {{.name = ".nv_fatbin", .bytes = container_of({.arch = 87})}}};
  const std::string bytes =
      archive_of({{"x.o", "#!"}, {"k.o", bytes_of(host)}, {"l.o", bytes_of(host)}});
  const auto found = read_artifact(MemoryBlob(bytes), {});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->kind, Artifact::Kind::archive);
  ASSERT_EQ(found->code.containers.size(), 2U);
  EXPECT_EQ(found->code.containers[0].where, "k.o:.nv_fatbin");
  EXPECT_EQ(found->code.containers[1].number, 1);
  for (const GpuContainer& each : found->code.containers) {
    EXPECT_EQ(bytes.substr(each.offset, 4), "\x50\xed\x55\xba");
    EXPECT_EQ(each.images.at(0).offset, each.offset + 16 + 64);
  }
}

TEST(Archive, what_is_cut_is_named_and_the_rest_read) {
  const FakeElf host{.sections = {{.name = ".nv_fatbin", .bytes = container_of({.arch = 87})}}};
  const std::string bytes = archive_of({{"k.o", bytes_of(host)}, {"l.o", bytes_of(host)}});
  const auto found = read_artifact(MemoryBlob(bytes.substr(0, bytes.size() - 10)), {});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->code.containers.size(), 1U);
  ASSERT_EQ(found->code.problems.size(), 1U);
  EXPECT_EQ(found->code.problems[0].where, "ar");
}

}  // namespace
}  // namespace gb10
