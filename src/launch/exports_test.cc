#include "launch/exports.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "host/child.h"

namespace gb10 {
namespace {

const std::string kHostile[] = {
    "plain",         "",           " a b ",       "it's",        "\"quoted\"", "$HOME and `id`",
    "a\\b\\",        "line\nline", "# comment",   "100 % %h %%", "a;b&c|d",    "tab\there",
    "\\n is no end", "'",          "$(touch /x)", "ü – 漢",      "a=b=c",      "!history",
};

/// What `program -c script` has in the variable V.
std::string value_in(const std::vector<std::string>& program, const std::string& script) {
  Command command{program, std::chrono::seconds(60)};
  command.argv.push_back(script);
  const Result<Output> output = run_child(command);
  if (!output.ok()) return output.error().what;
  return output->exit == 0 ? output->out : "failed: " + output->err;
}

TEST(LaunchExports, come_out_of_a_shell_as_they_went_in) {
  for (const std::string& value : kHostile) {
    const auto line = launch_line("V", value, LaunchFormat::sh);
    ASSERT_TRUE(line);
    EXPECT_EQ(value_in({"sh", "-c"}, *line + "\nprintf '%s' \"$V\""), value) << *line;
  }
}

TEST(LaunchExports, come_out_of_fish_as_they_went_in) {
  if (!std::filesystem::exists("/usr/bin/fish")) GTEST_SKIP() << "fish is not installed here";
  std::string script, expected;
  for (const std::string& value : kHostile) {
    script += *launch_line("V", value, LaunchFormat::fish) + "\nprintf '%s\\0' $V\n";
    expected += value + '\0';
  }
  EXPECT_EQ(value_in({"fish", "--no-config", "-c"}, script), expected);
}

TEST(LaunchExports, are_written_by_the_rules_of_each_reader) {
  using F = LaunchFormat;
  const auto line = [](const std::string& value, F format) {
    return launch_line("V", value, format).value_or("left out");
  };
  EXPECT_EQ(line("100% \"x\"\\", F::systemd), R"(Environment="V=100%% \"x\"\\")");
  EXPECT_EQ(line("a\nb $X", F::systemd), R"(Environment="V=a\nb $X")");
  EXPECT_EQ(line("a b # c", F::docker), "V=a b # c");
  EXPECT_EQ(line("a\nb", F::docker), "left out");
  EXPECT_EQ(line("a $b # c", F::dotenv), "V='a $b # c'");
  EXPECT_EQ(line("it's", F::dotenv), "V=\"it's\"");
  EXPECT_EQ(line("it's $b", F::dotenv), "left out");
  EXPECT_EQ(line("${b}", F::dotenv), "left out");
  EXPECT_EQ(line("it's $b", F::uv), "V=\"it's \\$b\"");
  EXPECT_EQ(line("a\\b", F::uv), "V='a\\b'");
  EXPECT_EQ(line("a\rb", F::systemd), "left out");
  for (const std::string& word : launch_formats())
    EXPECT_EQ(line(std::string("a\0b", 3), *launch_format(word)), "left out");
}

TEST(LaunchExports, say_each_reason_and_what_they_cannot_say) {
  LaunchPlan plan{.profile = "train",
                  .environment = "/a\nb",
                  .variables = {{"V", "a\nb", "x.y", "because\nof this", true}},
                  .hooks = {{"h", "m", "x.z", "why", false, {}}},
                  .left = {},
                  .warnings = {"w"}};
  EXPECT_EQ(launch_exports(plan, LaunchFormat::docker),
            "# gb10 env train, for /a?b\n"
            "# x.y: because?of this; may change results\n"
            "# V is left out: this format cannot say a?b\n"
            "# x.z: why; no variable can do that, gb10 run --profile train -- COMMAND does\n"
            "# 1 warning: gb10 env train --explain\n");
  plan.variables.clear();
  plan.hooks.clear();
  plan.warnings.clear();
  EXPECT_EQ(launch_exports(plan, LaunchFormat::systemd),
            "# gb10 env train, for /a?b\n# nothing to set; gb10 env train --explain says why\n");
}

}  // namespace
}  // namespace gb10
