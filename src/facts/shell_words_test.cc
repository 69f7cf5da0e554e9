#include "facts/shell_words.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

using Commands = std::vector<std::vector<std::string>>;

TEST(shell_commands, are_words_without_quotes_up_to_a_comment) {
  EXPECT_EQ(shell_commands("export A=1 B='x y' # C=2\necho \"a\"'b'; export D=e#f"),
            (Commands{{"export", "A=1", "B=x y"}, {"echo", "ab"}, {"export", "D=e#f"}}));
}

TEST(shell_commands, stand_behind_conditions_and_brackets) {
  EXPECT_EQ(shell_commands("if [ -d /x ]; then export A=1; else export A=2; fi\n(export B=3)"),
            (Commands{{"[", "-d", "/x", "]"},
                      {"export", "A=1"},
                      {"export", "A=2"},
                      {"fi"},
                      {"export", "B=3"}}));
}

TEST(shell_commands, go_over_lines_where_a_quote_or_a_backslash_says_so) {
  EXPECT_EQ(shell_commands("echo \"usage:\nexport A=1\n\"\nexport B=\\\n2\n"),
            (Commands{{"echo", "usage:\nexport A=1\n"}, {"export", "B=2"}}));
}

TEST(shell_commands, leave_here_documents_out) {
  EXPECT_EQ(shell_commands("cat <<'EOF' > /tmp/x\nexport A=1\nEOF\nexport B=2\n").back(),
            (std::vector<std::string>{"export", "B=2"}));
  EXPECT_EQ(shell_commands("cat <<-END\nexport A=1\n").size(), 1U) << "one that never ends";
  EXPECT_EQ(shell_commands("A=$((1<<3))\nexport A=1").back(),
            (std::vector<std::string>{"export", "A=1"}));
  EXPECT_EQ(shell_commands("cat <<< word\nexport A=1").back(),
            (std::vector<std::string>{"export", "A=1"}));
}

TEST(shell_commands, of_a_quote_that_never_ends_are_those_before_it) {
  EXPECT_EQ(shell_commands("export A=1\nexport B='2\nexport C=3"), (Commands{{"export", "A=1"}}));
}

}  // namespace
}  // namespace gb10
