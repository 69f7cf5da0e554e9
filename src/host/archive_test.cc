#include "host/archive.h"

#include <gtest/gtest.h>

#include <cstring>

#include <fmt/format.h>

#include "host/fake_tar.h"

namespace gb10 {
namespace {

std::string refusal(std::string_view bytes) {
  const auto members = unpacked(bytes);
  if (members.ok()) return "";
  EXPECT_EQ(members.error().kind, Error::Kind::invalid);
  return members.error().what;
}

TEST(archive, gives_back_what_went_in) {
  const std::string lengthy(300, 'n');
  const Members members = {{"snapshot.json", "{}"},
                           {"root/proc/meminfo", "MemTotal"},
                           {"data/0", std::string("\0\xff\n", 3)},
                           {"empty", ""},
                           {lengthy, std::string(100'000, 'x')}};
  const auto bytes = packed(members, 1790000000);
  ASSERT_TRUE(bytes.ok()) << bytes.error().what;
  EXPECT_EQ(bytes->substr(0, 4), "\x28\xb5\x2f\xfd");  // zstd
  const auto back = unpacked(*bytes);
  ASSERT_TRUE(back.ok()) << back.error().what;
  EXPECT_EQ(*back, members);
}

TEST(archive, says_nothing_of_who_packed_it) {
  const auto plain = tar_of({{"a", "b"}});
  const auto bytes = packed({{"a", std::string(2 << 20, 'a')}}, 0);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(bytes->substr(265, 64), std::string(64, '\0')) << "user and group";
}

TEST(archive, what_shrinks_too_far_is_kept_plain_and_can_be_read) {
  const Members members = {{"zeros", std::string(8 << 20, '\0')}};
  const auto bytes = packed(members, 0);
  ASSERT_TRUE(bytes.ok());
  const auto back = unpacked(*bytes);
  ASSERT_TRUE(back.ok()) << back.error().what;
  EXPECT_EQ(*back, members);
}

TEST(archive, reads_what_another_tar_wrote) {
  const auto members = unpacked(tar_of({{"./", "", '5'}, {"./a/", "", '5'}, {"./a/b", "text"}}));
  ASSERT_TRUE(members.ok()) << members.error().what;
  EXPECT_EQ(*members, (Members{{"a/b", "text"}}));
}

TEST(archive, refuses_one_that_escapes) {
  EXPECT_NE(refusal(tar_of({{"/etc/passwd", "x"}})), "");
  EXPECT_NE(refusal(tar_of({{"../x", "x"}})), "");
  EXPECT_NE(refusal(tar_of({{"a/../../x", "x"}})), "");
  EXPECT_NE(refusal(tar_of({{"a/..", "x"}})), "");
  EXPECT_NE(refusal(tar_of({{"a", "", '2', "/etc"}})), "") << "a symbolic link";
  EXPECT_NE(refusal(tar_of({{"a", "x"}, {"b", "", '1', "a"}})), "") << "a hard link";
  EXPECT_NE(refusal(tar_of({{"null", "", '3'}})), "") << "a device";
  EXPECT_NE(refusal(tar_of({{"disk", "", '4'}})), "") << "a block device";
  EXPECT_NE(refusal(tar_of({{"pipe", "", '6'}})), "") << "a pipe";
}

TEST(archive, refuses_one_that_lies) {
  const std::string good = tar_of({{"a", "text"}, {"b", "more"}});
  EXPECT_EQ(refusal(good), "");
  EXPECT_NE(refusal(tar_of({{"a", "x"}, {"a", "y"}})), "") << "twice";
  EXPECT_NE(refusal(tar_of({{"a", "x"}, {"./a", "y"}})), "") << "twice, written otherwise";
  EXPECT_NE(refusal(good.substr(0, 700)), "") << "cut off inside of a member";
  EXPECT_NE(refusal(tar_of({{"a", "text", '0', "", 1 << 20}})), "") << "a size that is not there";
  EXPECT_NE(refusal("no archive at all, only text that goes on for a while"), "");
  const auto zstd = packed({{"a", "some text that is packed"}}, 0);
  ASSERT_TRUE(zstd.ok());
  for (std::size_t size = 1; size < zstd->size(); ++size) {
    EXPECT_NE(refusal(zstd->substr(0, size)), "") << "cut off at " << size;
  }
}

TEST(archive, refuses_a_bomb) {
  std::string many;
  const std::string directory = fake::tar_header({"d/", "", '5'});
  for (std::size_t i = 0; i <= kArchiveMembers; ++i) many += directory;
  EXPECT_NE(refusal(many + std::string(1024, '\0')).find("too many"), std::string::npos);
  EXPECT_NE(refusal(tar_of({{"a", "x", '0', "", 300U << 20U}})).find("more than"),
            std::string::npos);
}

/// A member whose name, or a comment, stands in a header of its own, as pax has it.
std::string with_header(const std::string& key, const std::string& value, const std::string& name) {
  const std::size_t least = key.size() + value.size() + 3;  // " key=value\n"
  std::size_t size = least;
  while (fmt::format("{}", size).size() + least != size) ++size;
  std::string out = tar_of({{"x", fmt::format("{} {}={}\n", size, key, value), 'x'}, {name, ""}});
  out.resize(out.size() - 1024);
  return out;
}

TEST(archive, refuses_names_that_are_none) {
  const std::string end(1024, '\0');
  EXPECT_EQ(refusal(with_header("path", std::string(4000, 'n'), "a") + end), "");
  EXPECT_NE(refusal(with_header("path", std::string(5000, 'n'), "a") + end).find("too long"),
            std::string::npos);
}

TEST(archive, refuses_a_bomb_of_headers) {
  std::string many;
  for (int i = 0; i < 40; ++i) {
    many += with_header("comment", std::string(200'000, 'c'), "f" + std::to_string(i));
  }
  EXPECT_NE(refusal(many + std::string(1024, '\0')).find("bomb"), std::string::npos);
}

TEST(archive, packs_nothing_that_it_would_not_unpack) {
  Members members;
  for (int i = 0; i < 17; ++i) members.emplace(fmt::format("f{}", i), std::string(16 << 20, 'x'));
  const auto bytes = packed(members, 0);
  ASSERT_FALSE(bytes.ok());
  EXPECT_NE(bytes.error().what.find("272 MiB"), std::string::npos) << bytes.error().what;
}

}  // namespace
}  // namespace gb10
