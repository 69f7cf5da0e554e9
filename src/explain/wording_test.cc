#include <gtest/gtest.h>

#include "explain/signature.h"

namespace gb10 {
namespace {

using Captures = std::map<std::string, std::string, std::less<>>;
const Captures kCaptures = {{"file", "a b"}, {"n", "7"}, {"none", ""}, {"x2", "{n}"}};

TEST(Wording, is_filled_from_what_was_captured) {
  EXPECT_EQ(filled("{n} of {file}: {n}", kCaptures), "7 of a b: 7");
  EXPECT_EQ(filled("", kCaptures), "");
  EXPECT_EQ(filled("{x2}", kCaptures), "{n}") << "not filled once more";
}

TEST(Wording, what_was_not_captured_is_not_known_or_has_other_words) {
  EXPECT_EQ(filled("{gone}, {none}", kCaptures), "not known, not known");
  EXPECT_EQ(filled("{gone|a library}, {none|nothing}, {n|x}", kCaptures), "a library, nothing, 7");
  EXPECT_EQ(filled("[{gone|}]", kCaptures), "[]");
}

TEST(Wording, other_braces_stay) {
  for (const char* const text : {"{", "}", "{}", "{A}", "{a b}", "${HOME}", "{{.State}}", "{n",
                                 "{\"a\": 1}", "{|x}", "{a-b}"})
    EXPECT_EQ(filled(text, kCaptures), text);
  EXPECT_EQ(filled("{{n}}", kCaptures), "{7}");
}

TEST(Wording, what_a_log_says_is_one_short_line) {
  EXPECT_EQ(filled("{e}", Captures{{"e", "a\x1b[1m\nb"}}), "a?[1m?b");
  EXPECT_LT(filled("{e}", Captures{{"e", std::string(5000, 'x')}}).size(), 210U);
}

TEST(Wording, of_a_command_is_quoted) {
  const Step step = {"for {file}", "rm {file} {n}", "{file} goes"};
  EXPECT_EQ(filled(step, kCaptures), (Step{"for a b", "rm 'a b' 7", "a b goes"}));
  EXPECT_EQ(filled(Step{"", "echo {e}", ""}, Captures{{"e", "$(id); it's"}}).run,
            "echo '$(id); it'\\''s'");
}

TEST(Wording, of_a_command_shows_what_is_missing) {
  EXPECT_EQ(filled(Step{"", "kill {pid}; ls {dir|/tmp}", ""}, kCaptures).run,
            "kill <pid>; ls /tmp");
}

TEST(Wording, of_a_sentence_is_no_command) {
  EXPECT_EQ(filled(Step{"", "", "restart {file}"}, kCaptures), (Step{"", "", "restart a b"}));
}

TEST(Wording, names_the_groups_that_it_cannot_do_without) {
  EXPECT_EQ(wanted_groups("{a} {b|x} {c_1} {D}"), (std::vector<std::string>{"a", "c_1"}));
  EXPECT_TRUE(wanted_groups("nothing").empty());
}

}  // namespace
}  // namespace gb10
