#include "base/text.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

TEST(Text, split_keeps_empty_pieces_and_lines_drop_the_last_end) {
  EXPECT_EQ(split("a,,b", ',').size(), 3U);
  EXPECT_EQ(split("", ',').size(), 1U);
  EXPECT_EQ(lines("a\r\nb\n"), (std::vector<std::string_view>{"a", "b"}));
  EXPECT_TRUE(lines("").empty());
}

TEST(Text, value_of_reads_the_first_line_with_the_key) {
  EXPECT_EQ(value_of("MemTotal:  12 kB\nMemFree: 3 kB\n", "MemFree"), "3 kB");
  EXPECT_FALSE(value_of("MemTotal: 1", "MemFree"));
}

TEST(Text, numbers_are_whole_or_nothing) {
  EXPECT_EQ(whole_number(" 42\n"), 42);
  EXPECT_EQ(whole_number("0x2e12", 16), 0x2e12);
  EXPECT_FALSE(whole_number("42 kB"));
  EXPECT_FALSE(whole_number("99999999999999999999"));
  EXPECT_FALSE(decimal_number("nan"));
  EXPECT_EQ(decimal_number("1.5"), 1.5);
}

TEST(Text, globs_match_runs_and_single_characters) {
  EXPECT_TRUE(fits_glob("nvidia-*-cu1?", "nvidia-cuda-runtime-cu12"));
  EXPECT_FALSE(fits_glob("nvidia-*-cu1?", "nvidia-cuda-runtime-cu1"));
  EXPECT_TRUE(fits_glob("*", ""));
  EXPECT_FALSE(fits_glob("a*b*c", "acb"));
}

TEST(Text, printable_lets_no_escape_through_and_keeps_its_limit) {
  EXPECT_EQ(printable("a\x1b[31mb\x07"), "a?[31mb?");
  EXPECT_EQ(printable("ok \xff\xc3(°)"),
            "ok ?"
            "?(°)");
  EXPECT_EQ(printable("abcdef", 3), "abc…");
  EXPECT_EQ(printable("a\u202ecba\u2066"), "a?cba?");
  EXPECT_EQ(printable("\xed\xa0\x80 \xc0\xaf \xf7\xbf\xbf\xbf"), "??? ?? ????");
}

TEST(Text, wrapped_lines_stay_within_the_width) {
  for (const std::string& line : wrapped("one two three four five six", 9))
    EXPECT_LE(columns(line), 9U);
  EXPECT_EQ(joined(wrapped(" a  b\nc ", 80), "|"), "a b c");
}

TEST(Text, columns_count_what_a_terminal_shows) {
  EXPECT_EQ(columns("86 °C"), 5U);
  EXPECT_EQ(columns("日本"), 4U);
}

TEST(Text, shell_quoted_keeps_one_word_one) {
  EXPECT_EQ(shell_quoted("/home/u/.venv"), "/home/u/.venv");
  EXPECT_EQ(shell_quoted("a b"), "'a b'");
  EXPECT_EQ(shell_quoted("it's; $(x)"), "'it'\\''s; $(x)'");
  EXPECT_EQ(shell_quoted(""), "''");
}

TEST(Text, counted_knows_one_and_many) {
  EXPECT_EQ(counted(1, "check"), "1 check");
  EXPECT_EQ(counted(0, "check"), "0 checks");
  EXPECT_EQ(counted(2, "copy", "copies"), "2 copies");
}

}  // namespace
}  // namespace gb10
