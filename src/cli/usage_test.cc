#include "cli/usage.h"

#include <gtest/gtest.h>

#include "cli/app.h"
#include "cli/manual.h"

namespace gb10 {
namespace {

Error mistake(std::vector<std::string> typed) {
  const CommandSpec* const command = command_named(typed.front());
  EXPECT_NE(command, nullptr);
  const Result<Arguments> read = parsed(*command, {typed.begin() + 1, typed.end()});
  return read.ok() ? Error{} : read.error();
}

TEST(Parsed, refuses_a_value_for_a_flag_whatever_it_is) {
  for (const char* const flag : {"--all=yes", "--all=true", "--all=", "--json=no"}) {
    EXPECT_TRUE(mistake({"doctor", flag}).what.ends_with(" takes no value")) << flag;
  }
  EXPECT_EQ(mistake({"doctor", "--data=a=b"}), Error{});
}

TEST(Parsed, does_not_take_an_option_for_a_value) {
  EXPECT_EQ(mistake({"doctor", "--root", "--json"}).what, "--root wants a value; --json is none");
  EXPECT_EQ(mistake({"snapshot", "-o", "-o"}).what, "--output wants a value; -o is none");
  EXPECT_EQ(mistake({"snapshot", "-o", "-"}), Error{});
  EXPECT_EQ(mistake({"memory", "--need", "-5GiB"}), Error{});
  EXPECT_EQ(mistake({"doctor", "--root", ""}).what, "--root wants a value");
}

TEST(Parsed, tells_an_unknown_option_before_a_word_too_many) {
  EXPECT_EQ(mistake({"doctor", "x", "--rot"}).what, "gb10 doctor does not know --rot");
  EXPECT_EQ(mistake({"doctor", "x", "--rot=y"}).hint, "did you mean --root?");
  EXPECT_EQ(mistake({"doctor", "x"}).what, "gb10 doctor takes options only; what is \"x\"?");
  EXPECT_EQ(mistake({"show", "a", "b"}).what, "gb10 show takes one NAME; \"b\" is too many");
  EXPECT_EQ(mistake({"inspect", "gpu", "os"}), Error{});
}

TEST(Completion, holds_every_command_with_its_options_and_names) {
  const std::string script = bash_completion();
  for (const CommandSpec& command : commands()) {
    EXPECT_NE(script.find(std::string("    ") + command.name), std::string::npos);
    if (!command.names) continue;
    for (const std::string& name : command.names())
      EXPECT_NE(script.find(name), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace gb10
