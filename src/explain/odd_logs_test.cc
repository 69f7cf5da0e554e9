// Logs that are packed, broken, repeated or written by several at once.

#include "explain/signature_testing.h"

namespace gb10 {
namespace {

using List = std::vector<std::string>;

std::string many(int count, std::string_view text) {
  std::string out;
  for (int i = 0; i < count; ++i) out += fmt::format("{} {}\n", text, i);
  return out;
}

bool fires(const std::string& body, std::string_view log) {
  return !explained_by({signature_file("a.b", body)}, log).causes.empty();
}

std::string first_error(std::string_view log, const std::vector<DataFile>& files = {}) {
  const Explanation said = explained_by(files, log);
  return said.first_error ? said.first_error->evidence.text : "none";
}

TEST(Packed, lines_are_read_to_their_end) {
  const std::string body = match("the cause", "^the cause$");
  for (const int before : {10, 17000, 40000, 200000}) {
    const std::string filler(static_cast<std::size_t>(before), 'x');
    EXPECT_TRUE(fires(body, fmt::format("{{\"log\":\"{}\\nthe cause\\n\"}}\n", filler))) << before;
    EXPECT_TRUE(fires(match("the cause"), fmt::format("{{\"log\":\"{} the cause\"}}\n", filler)))
        << before;
  }
}

TEST(Packed, lines_say_for_themselves_whether_all_is_fine) {
  EXPECT_EQ(first_error(R"({"log":"INFO starting\nzorb.QuuxError: boom\n"})" "\n"),
            "zorb.QuuxError: boom");
  EXPECT_EQ(first_error(R"({"level":"info","msg":"zorb.QuuxError: boom"})" "\n"), "none");
}

TEST(Packed, lines_are_shown_as_they_stand) {
  const Explanation said = explained_by({signature_file("a.b", match("the cause", "^the cause"))},
                                        R"({"log":"the cause\nprompt said: the cause too"})" "\n");
  ASSERT_EQ(said.causes.size(), 1U);
  EXPECT_EQ(said.causes[0].evidence.text, "the cause");
}

TEST(Broken, lines_of_a_table_are_none) {
  std::string table;
  for (const char* const row : {"aaa", "the cause", "goes on", "bbb", "ccc"})
    table += fmt::format("| {:<76} |\n", row);
  EXPECT_FALSE(fires(match("the cause", "the cause.*goes on"), table));
}

TEST(Broken, lines_count_once) {
  const auto broken = [](std::string_view text) {
    std::string out;
    for (; text.size() > 80; text.remove_prefix(80)) out += std::string(text.substr(0, 80)) + "\n";
    return out + std::string(text) + "\n";
  };
  std::string log;
  for (int i = 0; i < 6; ++i) {
    const std::string filler = fmt::format("12:00:0{} {}", i, std::string(100, 'x'));
    log += broken(i == 3 ? filler + " the cause" : filler);
  }
  EXPECT_TRUE(fires(match("the cause"), log));
  EXPECT_FALSE(fires(match("the cause", {}, "times = 2"), log));
}

TEST(Repeated, errors_do_not_hide_the_first_that_matters) {
  const DataFile fine = signature_file("fine", "role = \"harmless\"\n" + match("ValueError: a"));
  EXPECT_EQ(first_error(many(300, "ValueError: a") + "KeyError: real\n", {fine}), "KeyError: real");
  EXPECT_EQ(first_error(many(300, "level ERROR") + "zorb.QuuxError: boom\n"),
            "zorb.QuuxError: boom");
}

TEST(Several, writers_are_put_in_order_by_their_clocks) {
  const std::vector<DataFile> files = {signature_file("late", match("cause A")),
                                       signature_file("early", match("cause B"))};
  const std::string log =
      "r0 | 2026-03-11 10:05:00 cause A\nr1 | 2026-03-11 10:03:00 cause B\n"
      "r2 | 2026-03-11 10:01:00 cause A\n";
  EXPECT_EQ(names(explained_by(files, log).causes), (List{"late", "early"}));
  EXPECT_EQ(names(explained_by(files, log.substr(0, log.find("r2"))).causes),
            (List{"early", "late"}));
  EXPECT_EQ(first_error("r0 | 2026-03-11 10:05:00 zorb.LateError: x\n"
                        "r1 | 2026-03-11 10:03:00 zorb.EarlyError: y\n"),
            "r1 | 2026-03-11 10:03:00 zorb.EarlyError: y");
}

TEST(Several, writers_in_different_zones_are_left_in_their_order) {
  const std::vector<DataFile> files = {signature_file("first", match("cause A")),
                                       signature_file("second", match("cause B"))};
  EXPECT_EQ(names(explained_by(files, "r0 | 2026-03-11 12:05:00 cause A\n"
                                      "r1 | 2026-03-11T10:06:00Z cause B\n")
                      .causes),
            (List{"first", "second"}));
  EXPECT_EQ(names(explained_by(files, "r0 | 2026-03-11T12:07:00+02:00 cause A\n"
                                      "r1 | 2026-03-11T10:06:00Z cause B\n")
                      .causes),
            (List{"second", "first"}));
}

TEST(Several, machines_keep_their_names_to_themselves) {
  const std::string context = "role = \"context\"\n";
  const Explanation said = explained_by(
      {signature_file("gb10", context + "machine = \"gb10\"\n" + match("NVIDIA GB10")),
       signature_file("other", context + "machine = \"other\"\n" + match("NVIDIA H100")),
       signature_file("here", "title = \"{n|some} device\"\n" +
                                  match("some words", "some words( (?P<n>\\d))?"))},
      "NVIDIA H100\nsome words 1\nNVIDIA GB10\nsome words\n");
  EXPECT_EQ(said.causes.at(0).title, "some device");
}

TEST(Circles, beside_another_cause_leave_one_of_theirs) {
  const auto explaining = [](const std::string& name, const std::string& other) {
    return signature_file(name, fmt::format("explains = [ \"{}\" ]\n", other) +
                                    match("cause " + name));
  };
  const Explanation said =
      explained_by({explaining("aa", "bb"), explaining("bb", "aa"),
                    signature_file("cc", match("cause cc"))},
                   "cause aa\ncause bb\ncause cc\n");
  EXPECT_EQ(names(said.causes), (List{"aa", "cc"}));
  EXPECT_EQ(names(said.consequences), List{"bb"});
}

TEST(Conditions, between_two_lines_count_their_times) {
  const std::string body = match("the hit") + condition("also", "the begin", "before = true") +
                           "[[unless]]\nbetween = true\nany = [ { anchor = \"a retry\", line = "
                           "'''a retry''', times = 3 } ]\n";
  EXPECT_TRUE(fires(body, "the begin\na retry\nthe hit\n"));
  EXPECT_FALSE(fires(body, "the begin\na retry\na retry\na retry\nthe hit\n"));
}

TEST(Conditions, may_reach_as_far_as_they_like) {
  const std::string body =
      match("the hit") + condition("also", "the begin", "within = 9223372036854775807");
  EXPECT_TRUE(fires(body, "the begin\nx\nthe hit\n"));
}

TEST(Levels, of_info_silence_no_signature_that_shares_a_word_for_errors) {
  EXPECT_TRUE(fires(match("panicked at"), "2026-03-11 10:00:00 INFO: zz panicked at x\n"));
}

}  // namespace
}  // namespace gb10
