#include "explain/matcher.h"

#include "base/text.h"
#include "explain/place.h"
#include "explain/signature_testing.h"

namespace gb10 {
namespace {

/// What one pattern finds in a log.
class Found {
 public:
  explicit Found(std::string_view anchor, std::string_view line = {}, std::string_view more = {})
      : book_(book_of({signature_file("a.b", match(anchor, line, more))})), matcher_(book_) {}

  Found& feed(std::string_view bytes) {
    matcher_.feed(bytes);
    return *this;
  }
  Found& flush() {
    matcher_.flush();
    return *this;
  }
  Found& end() {
    matcher_.end();
    return *this;
  }

  Matcher& matcher() { return matcher_; }
  const SeenLines& seen() const { return matcher_.seen(book_.known(0)->match[0]); }
  std::vector<std::int64_t> numbers() const {
    std::vector<std::int64_t> out;
    for (const Seen* const each : seen().kept()) out.push_back(each->evidence.line);
    return out;
  }
  const Seen& first() const {
    EXPECT_FALSE(seen().first.empty());
    return seen().first.at(0);
  }

 private:
  SignatureBook book_;
  Matcher matcher_;
};

using Numbers = std::vector<std::int64_t>;

std::string lines_of(int count, std::string_view text) {
  std::string out;
  for (int i = 0; i < count; ++i) out += fmt::format("{}\n", text);
  return out;
}

TEST(Matcher, finds_lines_by_their_numbers) {
  Found found("some words");
  found.feed("some words\nother\n\nvllm-1 | some words here").end();
  EXPECT_EQ(found.numbers(), (Numbers{1, 4}));
  EXPECT_EQ(found.seen().count, 2);
  EXPECT_FALSE(found.seen().count_is_least);
  EXPECT_EQ(found.matcher().line_count(), 4);
  EXPECT_EQ(found.matcher().byte_count(), 42);
  EXPECT_EQ(found.matcher().last_line(), 4);
  EXPECT_EQ(found.seen().first[1].source, "vllm-1");
  EXPECT_EQ(found.seen().first[1].evidence.text, "vllm-1 | some words here");
}

TEST(Matcher, the_last_line_is_one_that_is_not_blank) {
  EXPECT_EQ(Found("some words").feed("a\nb\n \t\n\r\n").end().matcher().last_line(), 2);
  EXPECT_EQ(Found("some words").feed("").end().matcher().last_line(), 0);
  EXPECT_EQ(Found("some words").feed("a\n").flush().feed("\n\n").end().matcher().last_line(), 1);
}

TEST(Matcher, a_pattern_sees_the_line_with_and_without_prefixes) {
  EXPECT_EQ(Found("some words", "^some words$").feed("(raylet) some words\r\n").end().seen().count,
            1);
  EXPECT_EQ(Found("some words", "^.raylet. some").feed("(raylet) some words\n").end().seen().count,
            1);
  EXPECT_EQ(Found("some words", "^words").feed("(raylet) some words\n").end().seen().count, 0);
}

TEST(Matcher, keeps_what_a_prefix_tells) {
  Found found("some words");
  found.feed("node-1 | 2026-03-11 10:12:44 INFO some words\n").end();
  EXPECT_EQ(found.first().source, "node-1");
  EXPECT_TRUE(found.first().says_it_is_fine);
  ASSERT_TRUE(found.first().time.has_value());
  EXPECT_DOUBLE_EQ(found.first().time->second, 36764);
}

TEST(Matcher, one_line_counts_once) {
  EXPECT_EQ(Found("some words").feed("some words, some words\nsome words\n").end().seen().count, 2);
  EXPECT_EQ(Found("some words").feed("some words\rsome words\n").end().seen().count, 1);
}

TEST(Matcher, shows_the_lines_around_also_across_blocks) {
  const std::string log = "one\ntwo\nsome words\nfour\nfive\nsix\n";
  const NumberedLines before = {{1, "one"}, {2, "two"}}, after = {{4, "four"}, {5, "five"}};
  for (std::size_t cut = 0; cut <= log.size(); ++cut) {
    Found found("some words");
    found.feed(log.substr(0, cut)).flush().feed(log.substr(cut)).end();
    EXPECT_EQ(found.first().evidence.line, 3);
    EXPECT_EQ(found.first().evidence.before, before) << cut;
    EXPECT_EQ(found.first().evidence.after, after) << cut;
  }
}

TEST(Matcher, shows_the_lines_around_the_first_hits_only) {
  Found found("some words");
  found.feed(lines_of(20, "x\nsome words")).end();
  EXPECT_EQ(found.seen().first[7].evidence.before.size(), 2U);
  EXPECT_TRUE(found.seen().first[8].evidence.before.empty());
  EXPECT_EQ(found.seen().first[8].evidence.line, 18);
}

TEST(Matcher, a_pattern_that_was_seen_often_is_counted_at_least) {
  const std::string log = lines_of(300, "some words");
  Found found("some words");
  found.feed(log).end();
  EXPECT_EQ(found.seen().count, 257) << "so many, and the last of the block";
  EXPECT_EQ(found.numbers().back(), 300);
  EXPECT_TRUE(found.seen().count_is_least);
  Found again("some words");
  again.feed(log).flush().feed(log).end();
  EXPECT_EQ(again.seen().count, 259) << "the first and the last of the next block";
  EXPECT_EQ(again.numbers().back(), 600);
  Found exactly("some words");
  exactly.feed(lines_of(256, "some words") + "other\n").end();
  EXPECT_EQ(exactly.seen().count, 256);
  EXPECT_FALSE(exactly.seen().count_is_least);
}

TEST(Matcher, says_when_something_new_was_seen) {
  Found found("some words");
  found.feed("other\n").flush();
  EXPECT_EQ(found.matcher().news(), 0);
  found.feed("some words\n").flush();
  EXPECT_EQ(found.matcher().news(), 1);
  found.feed(lines_of(100, "some words")).flush();
  EXPECT_EQ(found.matcher().news(), 64);
}

TEST(Matcher, reads_what_json_says) {
  Found found("some words", R"x(^some words "(?P<what>\w+)"$)x");
  found.feed("{\"log\":\"INFO: x\\nsome words \\\"here\\\"\\nlast\",\"stream\":\"stderr\"}\n")
      .end();
  ASSERT_EQ(found.seen().count, 1);
  EXPECT_EQ(found.first().captures.find("what")->second, "here");
  EXPECT_EQ(found.first().evidence.text, "some words \"here\"") << "one of the lines it says";
  Found blank("some words", "some words \"here\"");
  EXPECT_EQ(blank.feed("{\"log\":\"some words \\\"here\\\"\"} \n").end().seen().count, 1);
}

TEST(Matcher, reads_each_piece_of_progress) {
  Found found("some words", "^ *some words$");
  found.feed(" 10%\r 20%\rsome words\r 100%\nx\r some words\n").end();
  EXPECT_EQ(found.numbers(), (Numbers{1, 2}));
  EXPECT_EQ(found.first().evidence.text, "some words");
}

TEST(Matcher, reads_lines_that_a_terminal_has_broken) {
  const std::string full(60, 'y'), half = std::string(52, 'x') + " some wo";
  Found found("some words", "some words here");
  found.feed(lines_of(3, full + "\nrest") + half + "\nrds here\nshort\n").end();
  EXPECT_EQ(found.numbers(), Numbers{7});
}

TEST(Matcher, a_broken_line_counts_once) {
  const std::string row = "some words " + std::string(49, 'x');
  Found found("some words");
  found.feed(lines_of(3, row + "\nthe rest of it")).end();
  EXPECT_EQ(found.numbers(), (Numbers{1, 3, 5}));
  EXPECT_EQ(found.seen().count, 3);
}

TEST(Matcher, a_broken_line_further_down_has_no_lines_of_another_place_around_it) {
  const std::string full(60, 'y'), half = std::string(52, 'x') + " some wo";
  Found found("some words");
  found.feed(lines_of(3, full + "\nrest")).flush();
  found.feed("a\nb\nc\n" + half + "\nrds\nd\ne\n").flush().feed("f\ng\n").end();
  ASSERT_EQ(found.numbers(), Numbers{10});
  for (const auto& [number, text] : found.first().evidence.before)
    EXPECT_TRUE(number == 8 || number == 9);
  for (const auto& [number, text] : found.first().evidence.after)
    EXPECT_TRUE(number > 10 && number < 13);
}

TEST(Matcher, sees_around_each_place_of_a_very_long_line) {
  // Wherever the second hit lies behind the first, what it needs on either side is seen.
  for (const std::size_t second : {20100, 22020, 22040, 22048, 24060, 24080, 24090, 24097, 29000}) {
    std::string line(40000, '.');
    line.replace(20000, 10, "some words");
    line.replace(second, 30, "other words 012345678 the end.");
    SignatureBook book =
        book_of({signature_file("a.b", match("some words")),
                 signature_file("c.d", match("other words", "other words .* the end"))});
    EXPECT_EQ(names(explained(line + "\n", book).causes).size(), 2U) << second;
  }
}

constexpr std::size_t kFirstPiece = std::size_t{1024} * 1024;  // of a line that is too long

/// A line of 1.5 MiB that has `what` at `at`.
std::string very_long_line(std::size_t at, std::string_view what) {
  std::string line(kFirstPiece * 3 / 2, '.');
  return line.replace(at, what.size(), what);
}

TEST(Matcher, misses_nothing_where_a_very_long_line_is_cut) {
  const std::string what = "some words" + std::string(200, ',') + "the end";
  for (const std::size_t before : {0, 5, 10, 16, 100, 216, 217, 300, 5000, 16380}) {
    Found found("some words", "some words,+the end");
    found.feed("x\n").feed(very_long_line(kFirstPiece - before, what) + "\nnext\nlast\n").end();
    EXPECT_EQ(found.numbers(), Numbers{2}) << before;
    EXPECT_EQ(found.seen().count, 1);
  }
}

TEST(Matcher, the_lines_around_a_very_long_line_are_others) {
  const NumberedLines before = {{1, "one"}, {2, "two"}}, after = {{4, "four"}, {5, "five"}};
  for (const std::size_t at : {std::size_t{100}, kFirstPiece + 100}) {
    Found found("some words");
    found.feed("one\ntwo\n").feed(very_long_line(at, "some words") + "\nfour\nfive\n").end();
    ASSERT_EQ(found.numbers(), Numbers{3}) << at;
    EXPECT_EQ(found.first().evidence.after, after) << at;
    for (const auto& [number, text] : found.first().evidence.before) EXPECT_LT(number, 3) << at;
  }
  Found behind("some words");
  behind.feed("one\n").feed(very_long_line(0, "") + "\nsome words\nfour\n").end();
  ASSERT_EQ(behind.numbers(), Numbers{3});
  for (const auto& [number, text] : behind.first().evidence.before) EXPECT_LT(number, 3);
  EXPECT_EQ(behind.first().evidence.before.back().first, 2);
}

TEST(Matcher, reads_rows_of_samples) {
  const std::string_view line = R"(^gpu-sample .*util=(?P<util>\S+) sm=(?P<sm>\S+))";
  const std::string_view slow = "where = [ \"util >= 90\", \"sm < 1400\" ]";
  const std::string log =
      "utilization.gpu [%], clocks.sm [MHz]\n96 %, 799 MHz\n10 %, 799 MHz\n97 %, 2405 MHz\n"
      "98 %, 690 MHz\n";
  Found found("gpu-sample ", line, slow);
  found.feed(log).end();
  EXPECT_EQ(found.numbers(), (Numbers{2, 5}));
  EXPECT_EQ(found.first().evidence.text, "96 %, 799 MHz");
  for (std::size_t cut = 0; cut <= log.size(); cut += 3) {
    Found cut_up("gpu-sample ", line, slow);
    cut_up.feed(log.substr(0, cut)).flush().feed(log.substr(cut)).end();
    EXPECT_EQ(cut_up.numbers(), (Numbers{2, 5})) << cut;
  }
}

TEST(Matcher, reads_rows_of_samples_among_other_hits) {
  Found found("gpu-sample ", "^gpu-sample ");
  found.feed("utilization.gpu, clocks.sm\n96, 799\nError: a\n97, 798\nError: b\n98, 797\nx\n")
      .end();
  EXPECT_EQ(found.numbers(), (Numbers{2, 4, 6}));
}

TEST(Matcher, reads_the_rows_of_each_table_by_its_own_header) {
  Found found("gpu-sample ", "^gpu-sample util=96 sm=799$");
  found.feed("utilization.gpu, clocks.sm\n96, 799\nclocks.sm, utilization.gpu\n799, 96\n").end();
  EXPECT_EQ(found.numbers(), (Numbers{2, 4}));
}

TEST(Matcher, takes_colours_and_utf16) {
  EXPECT_EQ(Found("some words").feed("\x1b[31msome\x1b[0m words\n").end().seen().count, 1);
  std::string wide = "\xff\xfe";
  for (const char c : std::string_view("x\nsome words\n")) (wide += c) += '\0';
  EXPECT_EQ(Found("some words").feed(wide).end().numbers(), Numbers{2});
}

TEST(Matcher, can_be_moved_while_it_reads) {
  SignatureBook book = book_of({signature_file("a.b", match("some words"))});
  Matcher first(book);
  first.feed("x\nsome ");
  Matcher second = std::move(first);
  second.feed("words\n");
  second.end();
  EXPECT_EQ(second.seen(book.known(0)->match[0]).count, 1);
  EXPECT_EQ(&second.book(), &book);
}

TEST(Matcher, knows_nothing_of_patterns_that_are_not_in_the_book) {
  Found found("some words");
  EXPECT_EQ(found.matcher().seen(LinePattern{}).count, 0);
}

TEST(Matcher, of_any_cut_finds_the_same) {
  const std::string log = "vllm-1 | x\n\x1b[1msome words\x1b[0m\r\n" + lines_of(3, "y") +
                          "{\"log\":\"some words\\n\"}\nsome words";
  for (std::size_t piece = 1; piece < 40; ++piece) {
    Found found("some words");
    for (std::size_t at = 0; at < log.size(); at += piece) found.feed(log.substr(at, piece));
    EXPECT_EQ(found.end().numbers(), (Numbers{2, 6, 7})) << piece;
  }
}

}  // namespace
}  // namespace gb10
