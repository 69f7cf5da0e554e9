#include "container/yaml.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

TEST(YamlScalar, leaves_plain_words_bare) {
  EXPECT_EQ(yaml_scalar("vllm"), "vllm");
  EXPECT_EQ(yaml_scalar("/root/.cache/x_1"), "/root/.cache/x_1");
}

TEST(YamlScalar, quotes_what_some_reader_takes_for_something_else) {
  for (const char* const word : {"no", "Yes", "on", "null", "True", "y", "12", "1e3", "-1", "~", "",
                                 "a: b", "a #b", "- a", "*a", "&a", "{a}", "12:30:45", ".inf"}) {
    EXPECT_TRUE(yaml_scalar(word).starts_with('"')) << word;
  }
}

TEST(YamlScalar, keeps_no_line_end_and_no_control_character) {
  EXPECT_EQ(yaml_scalar("a\nb: c"), "\"a\\x0ab: c\"");
  EXPECT_EQ(yaml_scalar("a\"b\\c"), "\"a\\\"b\\\\c\"");
  EXPECT_EQ(yaml_scalar("\xc2\x85"), "\"\\x85\"");
  EXPECT_EQ(yaml_scalar("\u2028"), "\"\\u2028\"");
  EXPECT_EQ(yaml_scalar("\xff"), "\"\\ufffd\"");
  EXPECT_EQ(yaml_scalar("\u65e5"), "\"\u65e5\"");
}

TEST(ComposeLiteral, keeps_compose_from_reading_variables) {
  EXPECT_EQ(compose_literal("a$HOME${X}"), "a$$HOME$${X}");
}

TEST(YamlNode, writes_reasons_above_lines) {
  YamlNode list = YamlNode::list();
  list.push(YamlNode::text("a"), "first\nand more");
  YamlNode inner = YamlNode::map();
  inner.add("type", YamlNode::text("bind"));
  inner.add("on", YamlNode::number(-1), "why");
  list.push(std::move(inner));
  YamlNode root = YamlNode::map();
  root.add("words", std::move(list));
  root.add("none", YamlNode::map());
  root.add("open", YamlNode::truth(true));
  EXPECT_EQ(root.written(),
            "words:\n  # first\n  # and more\n  - a\n  - type: bind\n    # why\n    \"on\": -1\n"
            "\"none\": {}\nopen: true\n");
}

TEST(YamlNode, lets_no_comment_leave_its_line) {
  YamlNode root = YamlNode::map();
  root.add("a", YamlNode::text("b"), "x\ry\x0bprivileged: true");
  EXPECT_EQ(root.written().find("\nprivileged"), std::string::npos);
  EXPECT_EQ(root.written().find('\r'), std::string::npos);
}

}  // namespace
}  // namespace gb10
