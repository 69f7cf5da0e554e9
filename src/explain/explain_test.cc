#include "explain/explain.h"

#include "base/json.h"
#include "explain/signature_testing.h"

namespace gb10 {
namespace {

using List = std::vector<std::string>;

const std::string kConsequence = "role = \"consequence\"\n", kHarmless = "role = \"harmless\"\n",
                  kGb10 = "role = \"context\"\nmachine = \"gb10\"\n";

/// The causes that one signature with this body sees in `log`: its name, or none.
bool fires(const std::string& body, std::string_view log) {
  return !explained_by({signature_file("a.b", body)}, log).causes.empty();
}

/// The numbers of the lines that `known` shows.
std::string place(const std::vector<Known>& known) {
  return known.empty() ? "none" : fmt::format("{} x{}", known[0].evidence.line, known[0].count);
}

TEST(Explanation, of_an_empty_log_says_nothing) {
  const Explanation said = explained_by({signature_file("a.b", match("some words"))}, "");
  EXPECT_TRUE(said.causes.empty() && said.consequences.empty() && said.harmless.empty());
  EXPECT_FALSE(said.first_error.has_value());
  EXPECT_EQ(said.lines, 0);
  EXPECT_EQ(said.bytes, 0);
}

TEST(Explanation, tells_the_roles_apart) {
  const Explanation said = explained_by({signature_file("cause", match("some words")),
                                         signature_file("then", kConsequence + match("it ended")),
                                         signature_file("fine", kHarmless + match("do not mind")),
                                         signature_file("pc", kGb10 + match("NVIDIA GB10"))},
                                        "NVIDIA GB10\nsome words\nit ended\ndo not mind\n");
  EXPECT_EQ(names(said.causes), List{"cause"});
  EXPECT_EQ(names(said.consequences), List{"then"});
  EXPECT_EQ(names(said.harmless), List{"fine"});
  EXPECT_TRUE(said.not_this_machine.empty() && said.withheld.empty());
  EXPECT_EQ(said.lines, 4);
}

TEST(Explanation, carries_what_the_signature_says_filled_from_the_line) {
  const std::string body =
      "title = \"{n} bytes\"\ncatalogue = \"A-1\"\nrole = \"cause\"\nwhy = \"{n}, {gone}\"\n"
      "applies = \"1\"\nfixed = \"2\"\nfacts = [ \"gpu.driver\" ]\nnot_remedy = [ \"no {n}\" ]\n"
      "remedy = [ { run = \"free {n}\" } ]\n" +
      match("lacking", R"(lacking (?P<n>.+) bytes)");
  const Explanation said = explained_by({signature_file("a.b", body)}, "x\nlacking 4 k bytes\n");
  ASSERT_EQ(said.causes.size(), 1U);
  const Known& known = said.causes[0];
  EXPECT_EQ(known.title, "4 k bytes");
  EXPECT_EQ(known.why, "4 k, not known");
  EXPECT_EQ(known.remedy, (std::vector<Step>{{"", "free '4 k'", ""}}));
  EXPECT_EQ(known.not_remedy, List{"no 4 k"});
  EXPECT_EQ(known.applies + known.fixed + known.catalogue + known.source + known.date,
            "12A-1s2026-11");
  EXPECT_EQ(known.facts, List{"gpu.driver"});
  EXPECT_EQ(known.evidence.line, 2);
  EXPECT_EQ(known.evidence.before, (std::vector<std::pair<std::int64_t, std::string>>{{1, "x"}}));
}

TEST(Explanation, wording_takes_captures_of_what_else_was_needed) {
  const std::string body = "title = \"{a} {b}\"\n" + match("first ", R"(first (?P<a>\d))") +
                           "[[also]]\nany = [ { anchor = \"second \", line = '''second "
                           "(?P<b>\\d)( or (?P<a>\\d))?''' } ]\n";
  const DataFile file = signature_file("a.b", body);
  EXPECT_EQ(explained_by({file}, "second 2 or 3\nfirst 1\n").causes.at(0).title, "1 2");
}

TEST(Also, must_stand_somewhere_in_the_log) {
  const std::string body =
      match("some words") + condition("also", "with it") + condition("also", "and this");
  EXPECT_TRUE(fires(body, "and this\nsome words\nx\nwith it\n"));
  EXPECT_FALSE(fires(body, "some words\nwith it\n"));
  EXPECT_FALSE(fires(body, "with it\nand this\n"));
}

TEST(Also, may_have_to_be_near) {
  const std::string body = match("some words") + condition("also", "with it", "within = 2");
  EXPECT_TRUE(fires(body, "some words\nx\nwith it\n"));
  EXPECT_TRUE(fires(body, "with it\nx\nsome words\n"));
  EXPECT_TRUE(fires(body, "some words, with it\n"));
  EXPECT_FALSE(fires(body, "some words\nx\nx\nwith it\n"));
}

TEST(Also, may_have_to_come_before_or_after) {
  const std::string after = match("some words") + condition("also", "with it", "after = true");
  const std::string before = match("some words") + condition("also", "with it", "before = true");
  EXPECT_TRUE(fires(after, "some words\nwith it\n") && fires(before, "with it\nsome words\n"));
  EXPECT_FALSE(fires(after, "with it\nsome words\n") || fires(before, "some words\nwith it\n"));
  EXPECT_TRUE(fires(after, "some words with it\n") && fires(before, "some words with it\n"));
}

TEST(Also, is_judged_for_each_hit_by_itself) {
  const std::string body = match("some words") + condition("also", "with it", "within = 1");
  const std::string log = "some words\nx\nx\nsome words\nwith it\nsome words\nx\nsome words\n";
  EXPECT_EQ(place(explained_by({signature_file("a.b", body)}, log).causes), "4 x2");
}

TEST(Unless, bars_the_hits_for_which_it_holds) {
  const std::string body = match("some words") + condition("unless", "all fine");
  EXPECT_TRUE(fires(body, "some words\n"));
  EXPECT_FALSE(fires(body, "some words\nall fine\n"));
  const std::string near = match("some words") + condition("unless", "all fine", "within = 1");
  const std::string log = "some words\nall fine\nx\nsome words\n";
  EXPECT_EQ(place(explained_by({signature_file("a.b", near)}, log).causes), "4 x1");
}

TEST(Unless, may_bar_only_between_what_else_is_needed_and_the_hit) {
  const std::string body = match("some words") + condition("also", "it began") +
                           condition("unless", "all fine", "between = true");
  EXPECT_FALSE(fires(body, "it began\nall fine\nsome words\n"));
  EXPECT_TRUE(fires(body, "all fine\nit began\nsome words\nall fine\n"));
  EXPECT_TRUE(fires(body, "it began\nall fine\nit began\nsome words\n")) << "the last counts";
}

TEST(Times, are_counted_over_the_whole_log) {
  const std::string body = match("some words", "", "times = 3");
  EXPECT_FALSE(fires(body, "some words\nsome words\n"));
  EXPECT_TRUE(fires(body, "some words\nsome words\nx\nsome words\n"));
  const std::string also = match("some words") +
                           "[[also]]\nany = [ { anchor = \"with it\", line = \"with it\", times = "
                           "2 } ]\n";
  EXPECT_FALSE(fires(also, "some words\nwith it\n"));
  EXPECT_TRUE(fires(also, "some words\nwith it\nwith it\n"));
}

TEST(Last, means_that_little_follows) {
  const std::string body = match("some words", "", "last = 1");
  EXPECT_TRUE(fires(body, "some words"));
  EXPECT_TRUE(fires(body, "some words\nx\n\n\n\n"));
  EXPECT_FALSE(fires(body, "some words\nx\nx\n"));
  EXPECT_EQ(
      place(explained_by({signature_file("a.b", body)}, "some words\nx\nx\nsome words\n").causes),
      "4 x1");
}

TEST(Where, decides_by_numbers) {
  const std::string body = match("clock ", R"(clock (?P<mhz>\d+))", "where = [ \"mhz < 1400\" ]");
  EXPECT_TRUE(fires(body, "clock 690\n"));
  EXPECT_FALSE(fires(body, "clock 2405\n"));
}

TEST(Counts, of_many_lines_are_at_least) {
  std::string log;
  for (int i = 0; i < 400; ++i) log += "some words\n";
  const Explanation said = explained_by({signature_file("a.b", match("some words"))}, log);
  EXPECT_EQ(said.causes.at(0).count, 257) << "so many, and the last of the block";
  EXPECT_TRUE(said.causes.at(0).count_is_least);
  EXPECT_FALSE(explained_by({signature_file("a.b", match("some words"))}, "some words\n")
                   .causes.at(0)
                   .count_is_least);
}

TEST(Counts, of_one_pattern_do_not_starve_another_of_the_same_anchor) {
  std::string log;
  for (int i = 0; i < 3000; ++i) log += "some words\n";
  for (const bool swapped : {false, true}) {
    std::vector<DataFile> files = {signature_file("rare", match("some words", "some words later")),
                                   signature_file("often", match("some words"))};
    if (swapped) std::swap(files[0], files[1]);
    EXPECT_EQ(explained_by(files, log + "some words later\n").causes.size(), 2U);
  }
}

TEST(Counts, of_two_patterns_are_added) {
  const DataFile file = signature_file("a.b", match("some words") + match("or these"));
  EXPECT_EQ(place(explained_by({file}, "x\nor these\nsome words\nor these\n").causes), "2 x3");
}

TEST(Causes, are_ranked_and_then_stand_in_the_order_of_the_log) {
  const std::vector<DataFile> files = {signature_file("late", "rank = 60\n" + match("late words")),
                                       signature_file("root", "rank = 10\n" + match("root words")),
                                       signature_file("a", match("a few words")),
                                       signature_file("b", match("b few words"))};
  EXPECT_EQ(names(explained_by(files, "late words\nb few words\na few words\nroot words\n").causes),
            (List{"root", "b", "a", "late"}));
}

TEST(Causes, of_two_machines_stand_in_the_order_of_time) {
  const std::vector<DataFile> files = {signature_file("a", match("a few words")),
                                       signature_file("b", match("b few words"))};
  const auto order = [&](std::string_view log) { return names(explained_by(files, log).causes); };
  const List by_time = {"b", "a"}, by_line = {"a", "b"};
  EXPECT_EQ(order("n-1 | 2026-03-11 10:12:50 a few words\nn-2 | 2026-03-11 10:12:44 b few words\n"),
            by_time);
  EXPECT_EQ(
      order("n-1 | 2026-03-11 10:12:44.9 a few words\nn-2 | 2026-03-11 10:12:44.1 b few words\n"),
      by_line)
      << "clocks differ";
  EXPECT_EQ(order("n-1 | 2026-03-11 10:12:50 a few words\nn-1 | 2026-03-11 10:12:44 b few words\n"),
            by_line)
      << "one source";
  EXPECT_EQ(order("n-1 | 2026-03-11 10:12:50 a few words\nn-2 | b few words\n"), by_line);
  EXPECT_EQ(order("n-1 | 2026-03-11 10:12:50 a few words\nn-2 | 10:12:44 | b few words\n"), by_line)
      << "times of two kinds";
  EXPECT_EQ(order("n-1 | 2026-03-11 23:59:50 a few words\nn-2 | 2026-03-12 00:00:05 b few words\n"),
            by_line)
      << "of two days";
}

TEST(Causes, whose_times_and_lines_go_in_a_circle_are_each_named_once) {
  std::vector<DataFile> files;
  for (const char* const name : {"a", "b", "c"})
    files.push_back(signature_file(name, match(std::string(name) + " few words")));
  const Explanation said = explained_by(files,
                                        "n-1 | 2026-03-11 10:12:50 a few words\n"
                                        "n-2 | b few words\n"
                                        "n-3 | 2026-03-11 10:12:44 c few words\n");
  EXPECT_EQ(said.causes.size(), 3U);
}

TEST(Causes, that_another_explains_are_consequences) {
  const std::vector<DataFile> files = {
      signature_file("root", "explains = [ \"then\" ]\n" + match("root words")),
      signature_file("then", match("then words"))};
  const Explanation both = explained_by(files, "then words\nroot words\n");
  EXPECT_EQ(names(both.causes), List{"root"});
  EXPECT_EQ(names(both.consequences), List{"then"});
  EXPECT_EQ(names(explained_by(files, "then words\n").causes), List{"then"});
}

TEST(Causes, that_count_alone_give_way_to_others) {
  const std::vector<DataFile> files = {
      signature_file("vague", "alone = true\n" + match("it ended")),
      signature_file("blur", "alone = true\n" + match("it stops")),
      signature_file("sharp", match("some words"))};
  EXPECT_EQ(names(explained_by(files, "it ended\nsome words\n").causes), List{"sharp"});
  EXPECT_EQ(names(explained_by(files, "it ended\nit stops\n").causes), (List{"vague", "blur"}));
}

TEST(Causes, that_count_alone_in_their_run_give_way_to_others_among_their_lines) {
  const std::vector<DataFile> files = {
      signature_file("run",
                     "alone = \"run\"\n" + match("it ended") + condition("also", "it began")),
      signature_file("sharp", match("some words"))};
  const auto causes = [&](std::string_view log) { return names(explained_by(files, log).causes); };
  EXPECT_EQ(causes("it began\nsome words\nit ended\n"), List{"sharp"});
  EXPECT_EQ(causes("it ended\nsome words\nit began\n"), List{"sharp"});
  EXPECT_EQ(causes("some words\nit began\nit ended\n"), (List{"sharp", "run"}));
  EXPECT_EQ(causes("it began\nit ended\nsome words\n"), (List{"run", "sharp"}));
}

TEST(LinesThatShow, a_signature_are_named_once_each) {
  SignatureBook book =
      book_of({signature_file("a.b", match("some words") + match("or these") +
                                         condition("unless", "all fine", "within = 0"))});
  Matcher matcher(book);
  matcher.feed("or these\nx\nor these some words\nsome words all fine\n");
  matcher.end();
  EXPECT_EQ(lines_that_show(*book.known(0), matcher), (std::vector<std::int64_t>{1, 3}));
  matcher = Matcher(book);
  EXPECT_TRUE(lines_that_show(*book.known(0), matcher).empty());
}

TEST(Json, of_an_explanation_carries_it_all) {
  const Json json = to_json(
      explained_by({signature_file("a.b", match("some words"))}, "x\nsome words\nValueError: y\n"));
  EXPECT_EQ(*json.find("lines")->as_int(), 3);
  EXPECT_EQ(json.find("causes")->as_array()->size(), 1U);
  EXPECT_EQ(*json.find("first_error")->find("text")->as_string(), "ValueError: y");
}

}  // namespace
}  // namespace gb10
