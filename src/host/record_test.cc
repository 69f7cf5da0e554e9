#include "host/record.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "host/canned.h"
#include "host/record_samples.h"

namespace gb10 {
namespace {

TEST(record, comes_back_from_its_files_as_it_was) {
  const Record record = every_kind_of_answer();
  const auto back = record_from(members_of(record));
  ASSERT_TRUE(back.ok()) << back.error().what;
  EXPECT_TRUE(*back == record);
}

TEST(record, an_empty_one_comes_back_too) {
  const auto back = record_from(members_of(Record{}));
  ASSERT_TRUE(back.ok()) << back.error().what;
  EXPECT_TRUE(*back == Record{});
}

TEST(record, puts_files_where_a_person_looks_for_them) {
  const Members members = members_of(every_kind_of_answer());
  ASSERT_TRUE(members.count("root/proc/meminfo"));
  EXPECT_EQ(members.at("root/proc/meminfo"), "MemTotal: 127600524 kB\n");
  EXPECT_EQ(members.at("root/.gb10/gpu.jsonl"), "{\"ask\":\"driver\"}\n");
}

TEST(record, gives_no_member_a_name_that_unpacking_would_have_to_resolve) {
  for (const auto& [name, bytes] : members_of(every_kind_of_answer())) {
    EXPECT_EQ(name.find(".."), std::string::npos) << name;
    for (const char c : name) EXPECT_TRUE(c > ' ' && c < 0x7f) << name;
  }
}

TEST(record, speaks_the_language_of_trees) {
  const Members members = members_of(every_kind_of_answer());
  Canned canned;
  for (const auto& done : {canned.add_queries(members.at("root/.gb10/queries.jsonl"), "q"),
                           canned.add_spaces(members.at("root/.gb10/space.jsonl"), "s"),
                           canned.set_self(members.at("root/.gb10/self.json"), "self")}) {
    EXPECT_TRUE(done.ok()) << done.error().what;
  }
  EXPECT_EQ(canned.query({"docker", "info"})->out, "Runtimes: runc\n");
}

Members with_meta(std::string_view key, Json value) {
  Members members = members_of(every_kind_of_answer());
  Json meta = *parse_json(members.at("snapshot.json"));
  members["snapshot.json"] = to_text(meta.set(key, std::move(value)));
  return members;
}

TEST(record, a_newer_form_is_unsupported_and_says_what_helps) {
  const auto record = record_from(with_meta("schema", kSnapshotSchema + 1));
  ASSERT_FALSE(record.ok());
  EXPECT_EQ(record.error().kind, Error::Kind::unsupported);
  EXPECT_EQ(record.error().hint, "update gb10");
}

TEST(record, members_of_the_description_that_are_not_known_do_no_harm) {
  EXPECT_TRUE(record_from(with_meta("later", "x")).ok());
}

/// Changes a text in one of the files and says why the whole is then refused.
std::string refusal(std::string_view file, std::string_view from, std::string_view to) {
  Members members = members_of(every_kind_of_answer());
  std::string& text = members.at(std::string(file));
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  const auto record = record_from(members);
  if (record.ok()) return "";
  EXPECT_EQ(record.error().kind, Error::Kind::invalid);
  return record.error().what;
}

TEST(record, what_does_not_fit_together_is_refused) {
  EXPECT_NE(refusal("snapshot.json", "\"schema\":1", "\"schema\":0"), "");
  EXPECT_NE(refusal("snapshot.json", "\"redacted\":false", "\"redacted\":0"), "");
  EXPECT_NE(refusal("answers.jsonl", "\"ask\":\"list\"", "\"ask\":\"lost\""), "");
  EXPECT_NE(refusal("answers.jsonl", "\"kind\":\"regular\"", "\"kind\":\"socket\""), "");
  EXPECT_NE(refusal("answers.jsonl", "data/0", "data/77"), "");
  EXPECT_NE(refusal("answers.jsonl", "data/0", "data/1"), "");
  EXPECT_NE(refusal("answers.jsonl", "data/0", "snapshot.json"), "");
  EXPECT_NE(refusal("answers.jsonl", "[[0,4]", "[[0,5]"), "");
  EXPECT_NE(refusal("answers.jsonl", "[[0,4]", "[[0,-4]"), "");
  EXPECT_NE(refusal("answers.jsonl", "[39999990,10]", "[2,10]"), "");
  EXPECT_NE(refusal("answers.jsonl", "[39999990,10]", "[39999995,10]"), "");
  EXPECT_NE(refusal("answers.jsonl", "{\"ask\"", "{\"ask"), "");
  EXPECT_NE(refusal("root/.gb10/queries.jsonl", "\"exit\":0", "\"exit\":\"0\""), "");
  EXPECT_NE(refusal("root/.gb10/space.jsonl", "\"/gone\"", "\"/\""), "");
  EXPECT_NE(refusal("root/.gb10/self.json", "\"user\"", "\"usher\""), "");
}

TEST(record, every_file_must_be_there_and_no_other) {
  const Members whole = members_of(every_kind_of_answer());
  for (const auto& [name, bytes] : whole) {
    Members members = whole;
    members.erase(name);
    EXPECT_FALSE(record_from(members).ok()) << name;
  }
  for (const char* const name : {"data/99", "root/.gb10/more.jsonl", "README", "root/new"}) {
    Members members = whole;
    members.emplace(name, "x");
    EXPECT_FALSE(record_from(members).ok()) << name;
  }
}

TEST(record, parts_of_a_file_grow_together) {
  BlobRecord blob;
  EXPECT_EQ(blob.add(10, "abc"), 3U);
  EXPECT_EQ(blob.add(20, "xyz"), 3U);
  EXPECT_EQ(blob.add(13, "de"), 2U);
  EXPECT_EQ(blob.add(8, "--abcde--"), 4U);
  EXPECT_EQ(blob.add(9, "????"), 0U);
  const std::map<std::uint64_t, std::string> expected = {{8, "--abcde--"}, {20, "xyz"}};
  EXPECT_EQ(blob.ranges, expected);
  EXPECT_EQ(blob.add(0, std::string(30, '.')), 18U);
  EXPECT_EQ(blob.ranges.at(0), "........--abcde--...xyz.......");
}

}  // namespace
}  // namespace gb10
