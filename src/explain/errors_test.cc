#include "explain/errors.h"

#include <gtest/gtest.h>

#include "base/pattern.h"

namespace gb10 {
namespace {

TEST(ErrorWords, are_read_in_the_order_of_the_file) {
  const auto read = read_error_words(
      "source = \"s\"\ndate = \"d\"\n[[error]]\nanchor = \"Error: \"\nline = '''Error: '''\n"
      "kind = \"an error\"\n[[error]]\nanchor = \"fatal: \"\nline = \"fatal\"\nkind = \"a "
      "fault\"\n",
      "e.toml");
  ASSERT_TRUE(read.ok()) << read.error().what;
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ((*read)[0].pattern.anchor, "Error: ");
  EXPECT_EQ((*read)[0].pattern.at, 3);
  EXPECT_EQ((*read)[1].kind, "a fault");
}

TEST(ErrorWords, mistakes_name_file_and_line) {
  const std::string good = "[[error]]\nanchor = \"Error: \"\nline = \"x\"\nkind = \"k\"\n";
  for (const char* const bad :
       {"word = \"x\"\n", "[[error]]\nanchor = \"Error: \"\nline = \"x\"\n",
        "[[error]]\nanchor = 7\nline = \"x\"\nkind = \"k\"\n", "[[eror]]\n"}) {
    const auto read = read_error_words(bad + good, "e.toml");
    ASSERT_FALSE(read.ok()) << bad;
    EXPECT_TRUE(read.error().what.starts_with("e.toml:")) << read.error().what;
  }
}

TEST(ErrorWords, of_ours_are_there_and_can_be_compiled) {
  const std::vector<ErrorWord> words = built_in_error_words();
  EXPECT_GT(words.size(), 5U);
  for (const ErrorWord& word : words) {
    EXPECT_GE(word.pattern.anchor.size(), kShortestAnchor) << word.pattern.anchor;
    EXPECT_TRUE(Pattern::compile(word.pattern.line).ok()) << word.pattern.line;
  }
}

}  // namespace
}  // namespace gb10
