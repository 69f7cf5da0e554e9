#include "wheel/zip.h"

#include <gtest/gtest.h>

#include <cstring>

#include "wheel/fake_zip.h"

namespace gb10 {
namespace {

std::string noise(std::size_t size) {
  std::string out;
  std::uint32_t state = 1;
  while (out.size() < size) {
    state = state * 1664525U + 1013904223U;
    out.push_back(static_cast<char>(state >> 24U));
  }
  return out;
}

/// The member's text, or why there is none.
std::string read(const Blob& blob, std::string_view name) {
  const auto archive = ZipArchive::open(blob);
  if (!archive.ok()) return archive.error().what;
  const ZipMember* const member = archive->find(name);
  if (!member) return "no member";
  const auto text = archive->text(*member, 64U << 20U);
  return text.ok() ? *text : text.error().what;
}

std::string read(const std::vector<FakeMember>& members, std::string_view name = "a") {
  return read(MemoryBlob(zip_of(members)), name);
}

std::string refusal(const std::string& bytes) {
  const MemoryBlob blob(bytes);
  const auto archive = ZipArchive::open(blob);
  if (archive.ok()) return "";
  EXPECT_EQ(archive.error().kind, Error::Kind::invalid);
  return archive.error().what;
}

bool has(const std::string& text, std::string_view piece) {
  return text.find(piece) != std::string::npos;
}

TEST(zip, members_are_read_stored_and_deflated) {
  const std::string text(100'000, 'x'), odd = noise(50'000);
  const MemoryBlob blob(zip_of({{"a/", ""},
                                {"a/stored", odd},
                                {"a/deflated", text, true},
                                {"noise", odd, true},
                                {"empty", ""},
                                {"nothing", "", true}}));
  const auto archive = ZipArchive::open(blob);
  ASSERT_TRUE(archive.ok()) << archive.error().what;
  ASSERT_EQ(archive->members().size(), 6U);
  EXPECT_TRUE(archive->members()[0].is_directory());
  EXPECT_EQ(archive->members()[2].name, "a/deflated");
  EXPECT_EQ(archive->members()[2].size, text.size());
  EXPECT_LT(archive->members()[2].packed, 1000U);
  EXPECT_EQ(read(blob, "a/stored"), odd);
  EXPECT_EQ(read(blob, "a/deflated"), text);
  EXPECT_EQ(read(blob, "noise"), odd);
  EXPECT_EQ(read(blob, "empty"), "");
  EXPECT_EQ(read(blob, "nothing"), "");
  EXPECT_EQ(archive->find("missing"), nullptr);
}

TEST(zip, a_stored_member_is_a_view_and_another_is_unpacked) {
  const MemoryBlob blob(zip_of({{"stored", "0123456789"}, {"deflated", "0123456789", true}}));
  const auto archive = ZipArchive::open(blob);
  ASSERT_TRUE(archive.ok());
  Inflater inflater;
  for (const char* name : {"stored", "deflated"}) {
    const auto member = archive->open(*archive->find(name), inflater);
    ASSERT_TRUE(member.ok()) << member.error().what;
    EXPECT_EQ((*member)->size(), 10U);
    EXPECT_EQ(bytes_at(**member, 3, 4).value_or(""), "3456");
    EXPECT_FALSE(bytes_at(**member, 8, 3).ok()) << "a view does not reach into what follows";
    std::array<std::byte, 4> room;
    EXPECT_EQ(*(*member)->read_at(8, room), 2U);
    EXPECT_EQ(*(*member)->read_at(11, room), 0U);
  }
}

TEST(zip, descriptors_comments_and_what_stands_before_it_are_no_obstacle) {
  const std::vector<FakeMember> members = {
      {.name = "a", .bytes = std::string(5000, 'a'), .deflated = true, .descriptor = true},
      {.name = "b", .bytes = "second", .extra = std::string(36, 'e'), .descriptor = true}};
  for (const std::string before : {"", "#!/bin/sh\n"}) {
    const MemoryBlob blob(before + zip_of(members, false, "a comment"));
    EXPECT_EQ(read(blob, "a"), std::string(5000, 'a'));
    EXPECT_EQ(read(blob, "b"), "second");
  }
}

TEST(zip, large_numbers_stand_in_fields_of_their_own) {
  const MemoryBlob blob(
      zip_of({{"a", "first"},
              {.name = "b", .bytes = std::string(9000, 'b'), .deflated = true, .zip64 = true}},
             true));
  EXPECT_EQ(read(blob, "a"), "first");
  EXPECT_EQ(read(blob, "b"), std::string(9000, 'b'));
}

TEST(zip, a_directory_that_is_longer_than_the_tail_is_read) {
  std::vector<FakeMember> members;
  for (int i = 0; i < 3000; ++i) members.push_back({"folder/member" + std::to_string(i), "text"});
  const MemoryBlob blob(zip_of(members));
  EXPECT_EQ(read(blob, "folder/member0"), "text");
  EXPECT_EQ(read(blob, "folder/member2999"), "text");
}

TEST(zip, a_broken_member_is_named_and_does_not_stop_the_rest) {
  const auto both = [](FakeMember broken) {
    broken.name = "a";
    const std::vector<FakeMember> members = {{"first", "good"}, std::move(broken), {"z", "good"}};
    EXPECT_EQ(read(members, "first"), "good");
    EXPECT_EQ(read(members, "z"), "good");
    const std::string said = read(members);
    EXPECT_TRUE(said.starts_with("a: ")) << said;
    return said;
  };
  EXPECT_TRUE(has(both({.bytes = "x", .flags = 1}), "encrypted"));
  EXPECT_TRUE(has(both({.bytes = "x", .method = 12}), "method"));
  EXPECT_TRUE(has(both({.bytes = "x", .crc32 = 7}), "checksum"));
  EXPECT_TRUE(
      has(both({.bytes = std::string(900, 'x'), .deflated = true, .crc32 = 7}), "checksum"));
  EXPECT_TRUE(has(both({.bytes = "x", .deflated = true, .size = 2U << 30U, .own_size = 0xffffffff}),
                  "larger than 1024 MiB"));
  EXPECT_TRUE(has(both({.bytes = "x", .deflated = true, .size = 1U << 20U}), "deflate cannot"));
  EXPECT_TRUE(
      has(both({.bytes = std::string(900, 'x'), .deflated = true, .size = 800}), "more than"));
  EXPECT_TRUE(has(both({.bytes = std::string(900, 'x'), .deflated = true, .size = 901}),
                  "900 bytes and says 901"));
  EXPECT_TRUE(has(both({.bytes = std::string(900, 'x'), .method = 8}), "no sense"));
  EXPECT_TRUE(has(both({.bytes = "xx", .size = 1}), "two sizes"));
  EXPECT_TRUE(has(both({.bytes = "xx", .own_size = 3}), "do not agree"));
  EXPECT_TRUE(has(both({.bytes = "xx", .own_name = "b"}), "another name"));
  EXPECT_TRUE(has(both({.bytes = "xx", .own_name = "other"}), "another name"));
  EXPECT_TRUE(has(both({.bytes = "xx", .offset = 1U << 20U}), "not where"));
}

TEST(zip, two_members_that_overlap_are_refused_and_the_rest_is_read) {
  const std::vector<FakeMember> members = {
      {"first", "one"}, {.name = "a", .bytes = "xx", .offset = 3}, {"z", "good"}};
  EXPECT_TRUE(has(read(members), "overlaps"));
  EXPECT_TRUE(has(read(members, "first"), "overlaps"));
  EXPECT_EQ(read(members, "z"), "good");
}

TEST(zip, bytes_left_over_behind_the_packed_ones_are_refused) {
  const std::string packed = fake::deflated(std::string(900, 'x'));
  const FakeMember member{.name = "a",
                          .bytes = packed + "rest",
                          .method = 8,
                          .size = 900,
                          .crc32 = libdeflate_crc32(0, std::string(900, 'x').data(), 900)};
  EXPECT_TRUE(has(read({member}), "left over")) << read({member});
}

TEST(zip, names_that_lead_elsewhere_are_refused) {
  EXPECT_TRUE(has(read({{"/etc/passwd", "x"}}, "/etc/passwd"), "absolute"));
  EXPECT_TRUE(has(read({{"../x", "x"}}, "../x"), "leaves"));
  EXPECT_TRUE(has(read({{"a/../../x", "x"}}, "a/../../x"), "leaves"));
  EXPECT_TRUE(has(read({{"", "x"}}, ""), "no name"));
  const std::string null("a\0.py", 5);
  EXPECT_TRUE(has(read({{null, "x"}}, null), "null byte"));
  EXPECT_EQ(read({{"a/..b/c..", "x"}}, "a/..b/c.."), "x");
}

TEST(zip, a_name_that_comes_twice_is_refused_both_times) {
  const MemoryBlob blob(zip_of({{"a", "1"}, {"b", "2"}, {"a", "3"}}));
  const auto archive = ZipArchive::open(blob);
  ASSERT_TRUE(archive.ok());
  EXPECT_TRUE(has(archive->members()[0].refused, "twice"));
  EXPECT_EQ(archive->members()[1].refused, "");
  EXPECT_TRUE(has(archive->members()[2].refused, "twice"));
}

TEST(zip, members_that_share_bytes_are_refused) {
  const std::vector<FakeMember> members = {
      {"a", std::string(5000, 'x')},
      {.name = "b", .bytes = "good"},
      {.name = "c", .bytes = std::string(5000, 'x'), .offset = 0}};
  EXPECT_TRUE(has(read(members, "a"), "overlaps"));
  EXPECT_TRUE(has(read(members, "c"), "overlaps"));
  EXPECT_EQ(read(members, "b"), "good");
}

TEST(zip, bytes_that_reach_into_the_next_member_by_its_own_header_are_refused) {
  // The directory leaves just enough room; the member's own header takes some of it.
  std::string bytes = zip_of({{"a", "0123456789"}, {"b", "next"}});
  bytes[28] = 4;  // length of the extra field
  EXPECT_TRUE(has(read(MemoryBlob(bytes), "a"), "reach into"));
}

TEST(zip, what_is_no_archive_is_refused) {
  const std::string good = zip_of({{"a", "text"}, {"b", "more"}});
  EXPECT_EQ(refusal(good), "");
  EXPECT_TRUE(has(refusal(""), "no directory"));
  EXPECT_TRUE(has(refusal(std::string(100'000, 'P')), "no directory"));
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_NE(refusal(good.substr(0, size)), "") << "cut off at " << size;
  }
  EXPECT_EQ(refusal(zip_of({})), "") << "an empty one";
  EXPECT_TRUE(has(refusal(good.substr(40)), "")) << "its front is gone";
}

TEST(zip, an_end_mark_that_lies_is_refused) {
  const std::string good = zip_of({{"a", "text"}, {"b", "more"}});
  const auto with = [&](std::size_t from_end, std::string_view bytes) {
    std::string changed = good;
    changed.replace(changed.size() - from_end, bytes.size(), bytes);
    return refusal(changed);
  };
  EXPECT_TRUE(has(with(12, std::string("\3\0", 2)), "too short"))
      << "more members than it has" << with(12, std::string("\3\0", 2));
  EXPECT_TRUE(has(with(12, std::string("\1\0", 2)), "more than it lists"));
  EXPECT_TRUE(has(with(10, "\xff\xff\xff\x0f"), "longer than the file"));
  EXPECT_TRUE(has(with(6, "\xff\xff\xff\x0f"), "behind its end"));
  EXPECT_TRUE(has(with(18, std::string("\1\0", 2)), "several parts"));
}

TEST(zip, a_file_that_shrinks_is_an_error) {
  class Shrinking : public MemoryBlob {
   public:
    using MemoryBlob::MemoryBlob;
    std::uint64_t size() const override { return MemoryBlob::size() + 1000; }
  };
  const Shrinking blob(zip_of({{"a", "text"}}));
  EXPECT_FALSE(ZipArchive::open(blob).ok());
}

}  // namespace
}  // namespace gb10
