#include "base/json.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

TEST(Json, keeps_the_order_of_members_and_the_kind_of_numbers) {
  const std::string text = R"({"b":1,"a":[true,null,1.5,"x"],"c":{}})";
  const Result<Json> json = parse_json(text);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(to_text(*json), text);
  EXPECT_EQ(*json->find("b")->as_int(), 1);
  EXPECT_EQ(json->find("a")->as_array()->at(2).as_number(), 1.5);
}

TEST(Json, refuses_garbage_depth_and_bytes_that_are_no_text) {
  EXPECT_FALSE(parse_json("{").ok());
  EXPECT_FALSE(parse_json("{} x").ok());
  EXPECT_FALSE(parse_json("\"\xff\"").ok());
  EXPECT_FALSE(parse_json(std::string(100000, '[')).ok());
}

TEST(Json, writes_bytes_that_are_no_text_as_replacement_characters) {
  EXPECT_EQ(to_text(Json("a\xff")), "\"a\xef\xbf\xbd\"");
}

TEST(Json, set_replaces_and_find_of_no_object_finds_nothing) {
  Json json;
  json.set("a", 1).set("a", 2);
  EXPECT_EQ(to_text(json), R"({"a":2})");
  EXPECT_EQ(Json("text").find("a"), nullptr);
}

}  // namespace
}  // namespace gb10
