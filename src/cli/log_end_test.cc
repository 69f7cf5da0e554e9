#include "cli/log_end.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

using Lines = std::vector<std::string>;

TEST(LogEnd, is_the_last_six_lines_that_say_something) {
  EXPECT_EQ(log_end("1\n2\n\n3\n4\n \n5\n6\n7\n\n", true), (Lines{"2", "3", "4", "5", "6", "7"}));
  EXPECT_EQ(log_end("one", true), Lines{"one"});
  EXPECT_EQ(log_end("", true), Lines{});
}

TEST(LogEnd, leaves_out_a_line_whose_begin_was_not_read) {
  EXPECT_EQ(log_end("orn\nwhole\n", false), Lines{"whole"});
  EXPECT_EQ(log_end("a line without an end", false), Lines{"a line without an end"});
}

TEST(LogEnd, shows_what_a_terminal_would_have_left) {
  EXPECT_EQ(log_end("\033[31mred\033[0m\nat 1 %\rat 2 %\rat 3 %\r\n", true),
            (Lines{"red", "at 3 %"}));
}

TEST(LogEnd, of_one_line_that_is_longer_than_what_was_read_is_its_end) {
  const Lines out = log_end(std::string(500, 'a') + "z\n", false);
  ASSERT_EQ(out.size(), 1U);
  EXPECT_TRUE(out[0].ends_with("aaz"));
}

TEST(LogEnd, shows_the_end_of_a_long_line) {
  const Lines out = log_end(std::string(500, 'a') + " the reason\n", true);
  ASSERT_EQ(out.size(), 1U);
  EXPECT_TRUE(out[0].starts_with("…a"));
  EXPECT_TRUE(out[0].ends_with("a the reason"));
  EXPECT_EQ(log_end("é" + std::string(199, 'b'), true), Lines{"…" + std::string(199, 'b')});
}

TEST(LogEnd, keeps_what_gb10_said_before_its_table) {
  const Lines out = log_end("gb10: over its budget\n1\n2\n3\n4\n5\n6\n7\n", true);
  EXPECT_EQ(out, (Lines{"gb10: over its budget", "2", "3", "4", "5", "6", "7"}));
}

TEST(LogEnd, of_bytes_that_are_no_text_is_one_of_question_marks) {
  EXPECT_EQ(log_end(std::string_view("a\0b\xff\n", 5), true), Lines{"a?b?"});
}

}  // namespace
}  // namespace gb10
