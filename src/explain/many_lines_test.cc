#include "explain/explain.h"

#include "explain/signature_testing.h"

namespace gb10 {
namespace {

using List = std::vector<std::string>;

const std::string kGb10 = "role = \"context\"\nmachine = \"gb10\"\n";

bool fires(const std::string& body, std::string_view log) {
  return !explained_by({signature_file("a.b", body)}, log).causes.empty();
}

/// `text` so many times, each on its own line.
std::string many(int count, std::string_view text) {
  std::string out;
  for (int i = 0; i < count; ++i) out += fmt::format("{}\n", text);
  return out;
}

TEST(Many_lines, do_not_hide_what_stands_beside_the_last) {
  const std::string body =
      match("out of memory") + condition("also", "unclean boot", "after = true\nwithin = 150");
  EXPECT_TRUE(fires(body, many(500, "out of memory") + "unclean boot\n"));
  EXPECT_TRUE(fires(body, many(20000, "out of memory") + "unclean boot\n"));
  EXPECT_FALSE(fires(body, many(500, "out of memory") + many(200, "x") + "unclean boot\n"));
}

TEST(Many_lines, of_a_condition_count_where_they_stand) {
  const std::string body = match("the cause") + condition("unless", "it goes on", "after = true");
  EXPECT_TRUE(fires(body, many(300, "it goes on") + "the cause\n"));
  EXPECT_FALSE(fires(body, many(300, "it goes on") + "the cause\nit goes on\n"));
  EXPECT_FALSE(fires(body, many(20000, "it goes on") + "the cause\nit goes on\n"));
  const std::string near = match("the cause") + condition("also", "it goes on", "within = 3");
  EXPECT_TRUE(fires(near, many(200, "it goes on") + "the cause\n" + many(200, "it goes on")));
}

TEST(Many_lines, end_with_one_that_may_be_the_last_of_the_log) {
  const std::string body = match("restarting system", {}, "last = 3");
  EXPECT_TRUE(fires(body, many(300, "restarting system")));
  EXPECT_FALSE(fires(body, many(300, "restarting system") + many(9, "booting")));
}

TEST(Many_lines, of_another_machine_do_not_hide_which_one_wrote_the_cause) {
  const std::string log =
      many(70, "NVIDIA RTX") + "NVIDIA GB10\nNVIDIA RTX\nthe cause\n" + many(80, "NVIDIA RTX");
  const Explanation said = explained_by(
      {signature_file("pc", kGb10 + match("NVIDIA GB10")),
       signature_file("rtx", "role = \"context\"\nmachine = \"other\"\n" + match("NVIDIA RTX")),
       signature_file("cause", match("the cause"))},
      log);
  EXPECT_TRUE(said.causes.empty());
  EXPECT_EQ(names(said.withheld), List{"cause"});
}

TEST(Lines_to_wait, are_none_where_only_the_end_can_tell) {
  const auto wait = [](const std::string& body) {
    const Result<Signature> signature = read_signature(signature_file("a.b", body));
    EXPECT_TRUE(signature.ok());
    return lines_to_wait(*signature);
  };
  EXPECT_EQ(wait(match("some words")), 0);
  EXPECT_EQ(wait(match("some words") + condition("unless", "it goes on", "within = 20")), 20);
  EXPECT_EQ(wait(match("some words") + condition("unless", "it goes on", "before = true")), 0);
  EXPECT_EQ(wait(match("some words") + condition("unless", "it goes on")), 400);
  EXPECT_EQ(wait(match("some words", {}, "last = 3")), std::nullopt);
  EXPECT_EQ(wait("alone = true\n" + match("some words")), std::nullopt);
}

}  // namespace
}  // namespace gb10
