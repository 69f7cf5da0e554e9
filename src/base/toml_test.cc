#include "base/toml.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

TEST(Toml, errors_name_file_and_line) {
  const Result<toml::Node> node = toml::parse("a = 1\nb = \n", "rules/x.toml");
  ASSERT_FALSE(node.ok());
  EXPECT_NE(node.error().what.find("rules/x.toml:2"), std::string::npos) << node.error().what;
}

TEST(Toml, a_member_of_the_wrong_kind_is_named_with_its_line) {
  const Result<toml::Node> node = toml::parse("\nseverity = 3\n", "x.toml");
  ASSERT_TRUE(node.ok());
  const Result<std::string> text = node->text("severity");
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().what, "x.toml:2: a text is wanted here");
}

TEST(Toml, a_letter_outside_of_a_string_is_a_mistake_like_any_other) {
  for (const char* const text : {"a = 0\xC3\xA9", "a = 0\xCA\xAD", "\xC3\xA9 = 1"}) {
    EXPECT_FALSE(toml::parse(text, "x.toml").ok()) << text;
  }
}

TEST(Toml, unknown_keys_are_refused) {
  const Result<toml::Node> node = toml::parse("name = 'a'\nnmae = 'b'\n", "x.toml");
  ASSERT_TRUE(node.ok());
  const Result<void> only = node->only({"name"});
  ASSERT_FALSE(only.ok());
  EXPECT_EQ(only.error().what, "x.toml:2: \"nmae\" is not known here");
}

}  // namespace
}  // namespace gb10
