#include "logs/escapes.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace gb10 {
namespace {

std::string clean(std::string_view text) {
  std::string out;
  append_without_escapes(text, out);
  return out;
}

TEST(Escapes, are_seen_only_where_they_are) {
  EXPECT_FALSE(has_escapes(""));
  EXPECT_FALSE(has_escapes("plain [31m text"));
  EXPECT_TRUE(has_escapes("\x1b"));
}

TEST(Escapes, of_colours_and_the_cursor_are_taken_out) {
  EXPECT_EQ(clean("\x1b[1;31mError:\x1b[0m it\x1b[K failed\x1b[2A\x1b[?25l"), "Error: it failed");
  EXPECT_EQ(clean("\x1b[38;5;196mred\x1b[m"), "red");
  EXPECT_EQ(clean("\x1b[36m(EngineCore pid=1)\x1b[0;0m x"), "(EngineCore pid=1) x");
}

TEST(Escapes, of_titles_and_links_are_taken_out_with_their_text) {
  EXPECT_EQ(clean("\x1b]0;title\aX"), "X");
  EXPECT_EQ(clean("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\."), "link.");
  EXPECT_EQ(clean("\x1b]0;cut off by \x1b[31mred"), "red");
}

TEST(Escapes, of_two_and_three_bytes_are_taken_out) {
  EXPECT_EQ(clean("\x1b(Ba\x1b=b\x1b"
                  "7c\x1bMd"),
            "abcd");
}

TEST(Escapes, that_are_cut_off_lose_no_line_end) {
  EXPECT_EQ(clean("a\x1b\nb"), "a\nb");
  EXPECT_EQ(clean("a\x1b[31\nb"), "a\nb");
  EXPECT_EQ(clean("a\x1b(\nb"), "a\nb");
  EXPECT_EQ(clean("a\x1b]0;title\nb"), "a0;title\nb");
  EXPECT_EQ(clean("a\x1b"), "a");
  EXPECT_EQ(clean("a\x1b["), "a");
  EXPECT_EQ(clean("a\x1b("), "a");
}

TEST(Escapes, of_a_title_that_never_ends_take_out_no_text) {
  const std::string title(5000, 't');
  EXPECT_EQ(clean("\x1b]" + title), title);
}

TEST(Escapes, keep_every_line_end_of_any_text) {
  constexpr std::string_view kBytes = "\x1b\x1b[](;0m\n\a\\a ";
  std::mt19937 random(20263);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (unsigned i = random() % 30; i > 0; --i) text += kBytes[random() % kBytes.size()];
    const std::string out = clean(text);
    ASSERT_EQ(std::count(out.begin(), out.end(), '\n'), std::count(text.begin(), text.end(), '\n'))
        << testing::PrintToString(text);
    ASSERT_FALSE(has_escapes(out));
  }
}

TEST(Escapes, are_appended_to_what_is_there) {
  std::string out = "x";
  append_without_escapes("\x1b[1my", out);
  EXPECT_EQ(out, "xy");
}

}  // namespace
}  // namespace gb10
