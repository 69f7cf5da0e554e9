// Of which machine a log is, and what its first error is.

#include "explain/signature_testing.h"

namespace gb10 {
namespace {

using List = std::vector<std::string>;

/// Two contexts, a cause that holds on a GB10 alone, and one that holds anywhere.
std::vector<DataFile> files() {
  const std::string context = "role = \"context\"\n";
  return {
      signature_file("gb10", context + "machine = \"gb10\"\n" + match("NVIDIA GB10")),
      signature_file("other", context + "machine = \"other\"\n" + match("NVIDIA H100")),
      signature_file("here", "title = \"{n}\"\n" + match("some words", "some words(?P<n> \\d)?")),
      signature_file("any", "given = \"any\"\n" + match("any words"))};
}

TEST(Machines, advice_for_a_gb10_is_withheld_on_another) {
  const Explanation said = explained_by(files(), "NVIDIA H100\nsome words\nany words\n");
  EXPECT_EQ(names(said.causes), List{"any"});
  EXPECT_EQ(names(said.withheld), List{"here"});
  EXPECT_EQ(names(said.not_this_machine), List{"other"});
}

TEST(Machines, without_a_name_the_machine_is_a_gb10) {
  const Explanation said = explained_by(files(), "some words\nany words\n");
  EXPECT_EQ(names(said.causes), (List{"here", "any"}));
  EXPECT_TRUE(said.withheld.empty() && said.not_this_machine.empty());
}

TEST(Machines, lines_before_the_first_name_belong_to_it) {
  EXPECT_EQ(names(explained_by(files(), "some words\nNVIDIA H100\n").withheld), List{"here"});
  EXPECT_EQ(names(explained_by(files(), "some words\nNVIDIA GB10\nNVIDIA H100\n").causes),
            List{"here"});
}

TEST(Machines, each_line_belongs_to_the_last_name_before_it) {
  EXPECT_TRUE(explained_by(files(), "NVIDIA GB10\nNVIDIA H100\nsome words\n").causes.empty());
  const Explanation said =
      explained_by(files(), "NVIDIA H100\nsome words 1\nsome words 2\nNVIDIA GB10\nsome words 3\n");
  ASSERT_EQ(said.causes.size(), 1U);
  EXPECT_EQ(said.causes[0].evidence.line, 5);
  EXPECT_EQ(said.causes[0].count, 1);
  ASSERT_EQ(said.withheld.size(), 1U);
  EXPECT_EQ(said.withheld[0].evidence.line, 2);
  EXPECT_EQ(said.withheld[0].count, 2);
}

TEST(Machines, what_is_said_of_a_machine_is_from_its_own_lines) {
  const Explanation said =
      explained_by(files(), "NVIDIA H100\nsome words 1\nNVIDIA GB10\nsome words 2\n");
  EXPECT_EQ(said.causes.at(0).title, " 2");
  EXPECT_EQ(said.withheld.at(0).title, " 1");
}

TEST(FirstError, is_the_first_line_that_reports_one) {
  const Explanation said =
      explained_by({}, "x\nTraceback (most recent call last):\n\nValueError: a\nKeyError: b\n");
  ASSERT_TRUE(said.first_error.has_value());
  EXPECT_EQ(said.first_error->evidence.line, 4);
  EXPECT_EQ(said.first_error->evidence.text, "ValueError: a");
  EXPECT_EQ(said.first_error->kind, "an exception of Python");
}

TEST(FirstError, is_none_where_nothing_failed) {
  EXPECT_FALSE(explained_by({}, "x\n0 errors\nno Error here\n").first_error.has_value());
}

TEST(FirstError, is_no_line_that_is_known_to_be_harmless) {
  const DataFile fine = signature_file("fine", "role = \"harmless\"\n" + match("ValueError: a"));
  const Explanation said = explained_by({fine}, "ValueError: a\nValueError: b\n");
  ASSERT_TRUE(said.first_error.has_value());
  EXPECT_EQ(said.first_error->evidence.line, 2);
  EXPECT_EQ(names(said.harmless), List{"fine"});
  EXPECT_FALSE(explained_by({fine}, "ValueError: a\n").first_error.has_value());
}

TEST(FirstError, is_no_line_that_says_all_is_fine) {
  const Explanation said =
      explained_by({},
                   "INFO: ValueError: a\n2026-03-11 10:12:44 INFO worker: ValueError: b\n"
                   "ERROR: ValueError: c\n");
  ASSERT_TRUE(said.first_error.has_value());
  EXPECT_EQ(said.first_error->evidence.line, 3);
}

TEST(FirstError, is_found_behind_many_lines_that_say_all_is_fine) {
  std::string log;
  for (int i = 0; i < 200; ++i) log += "INFO: ValueError: a\n";
  const Explanation said = explained_by({}, log + "KeyError: b\n");
  ASSERT_TRUE(said.first_error.has_value());
  EXPECT_EQ(said.first_error->evidence.line, 201);
}

TEST(FirstError, of_a_cause_is_told_all_the_same) {
  const Explanation said =
      explained_by({signature_file("a.b", match("ValueError: a"))}, "ValueError: a\n");
  EXPECT_EQ(names(said.causes), List{"a.b"});
  EXPECT_TRUE(said.first_error.has_value());
}

}  // namespace
}  // namespace gb10
