#include "cli/program_words.h"

#include <gtest/gtest.h>

#include "cli/app.h"
#include "cli/commands.h"

namespace gb10 {
namespace {

using Words = std::vector<std::string>;

Words program(const Words& typed) { return without_program(record_command(), typed).second; }
Words ours(const Words& typed) { return without_program(record_command(), typed).first; }

TEST(ProgramWords, begin_behind_two_dashes_or_at_the_first_word) {
  EXPECT_EQ(program({"--", "ls", "-l"}), (Words{"ls", "-l"}));
  EXPECT_EQ(program({"ls", "-l"}), (Words{"ls", "-l"}));
  EXPECT_EQ(program({"-o", "f", "--rate", "5", "ls", "--", "x"}), (Words{"ls", "--", "x"}));
  EXPECT_EQ(program({"--rate=5", "--replace", "ls"}), (Words{"ls"}));
  EXPECT_EQ(program({"--", "--help"}), (Words{"--help"}));
  EXPECT_EQ(ours({"--json", "-o", "f", "--", "ls", "--markdown"}), (Words{"--json", "-o", "f"}));
}

TEST(ProgramWords, may_be_missing) {
  EXPECT_TRUE(program({}).empty());
  EXPECT_TRUE(program({"--"}).empty());
  EXPECT_TRUE(program({"-o"}).empty());
  EXPECT_TRUE(program({"-o", "f"}).empty());
}

TEST(ProgramWords, are_left_alone_by_commands_that_run_nothing) {
  const Words typed = {"a", "--", "b"};
  EXPECT_EQ(without_program(memory_command(), typed).first, typed);
}

TEST(ProgramWords, of_a_command_that_may_run_one_stand_behind_two_dashes_alone) {
  const auto cut =
      without_program(tune_command(), {"prove", "cool", "--data", "--", "--", "ls", "-l"});
  EXPECT_EQ(cut.first, (Words{"prove", "cool", "--data", "--"}));
  EXPECT_EQ(cut.second, (Words{"ls", "-l"}));
  const Result<Arguments> typed = parsed(tune_command(), {"prove", "cool", "--", "ls", "--json"});
  ASSERT_TRUE(typed.ok());
  EXPECT_EQ(typed->values("WHAT"), (Words{"prove", "cool"}));
  EXPECT_EQ(typed->values("--"), (Words{"ls", "--json"}));
  EXPECT_FALSE(typed->has("--json"));
  EXPECT_TRUE(parsed(tune_command(), {"prove", "cool", "--"})->has("--")) << "with nothing behind";
  EXPECT_FALSE(parsed(tune_command(), {"prove", "cool"})->has("--"));
}

TEST(ProgramWords, are_what_the_command_gets) {
  const Result<Arguments> typed = parsed(record_command(), {"--rate", "5", "--", "ls", "--json"});
  ASSERT_TRUE(typed.ok());
  EXPECT_EQ(typed->values("COMMAND"), (Words{"ls", "--json"}));
  EXPECT_EQ(typed->value("--rate"), "5");
  EXPECT_FALSE(typed->has("--json"));
}

}  // namespace
}  // namespace gb10
