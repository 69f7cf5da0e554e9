#include "report/report.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

using Lines = std::vector<std::string>;

TEST(Step, stands_on_one_line_with_its_note_where_both_fit) {
  EXPECT_EQ(lines_of({"", "sudo reboot", "once"}, 40), (Lines{"sudo reboot   # once"}));
  EXPECT_EQ(lines_of({"", "sudo reboot", ""}, 40), (Lines{"sudo reboot"}));
  EXPECT_EQ(lines_of({"", "", "wait a little while"}, 10), (Lines{"wait a", "little", "while"}));
}

TEST(Step, keeps_a_command_whole_and_condition_and_note_apart_from_it) {
  EXPECT_EQ(lines_of({"still low", "a command that is longer", "and its note"}, 20),
            (Lines{"still low:", "  a command that is longer", "  # and its note"}));
}

TEST(Step, in_markdown_is_a_span_that_no_backtick_ends) {
  EXPECT_EQ(in_markdown(Step{"", "echo `date`", ""}), "`` echo `date` ``");
  EXPECT_EQ(in_markdown(Step{"if so", "ls | wc", "a|b"}), "if so: `ls | wc` (a\\|b)");
  EXPECT_EQ(in_markdown(Step{"", "", "only *words*"}), "only \\*words\\*");
}

}  // namespace
}  // namespace gb10
