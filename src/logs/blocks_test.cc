#include "logs/blocks.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace gb10 {
namespace {

/// Everything that a reader gave.
struct Given {
  std::string text;  // without what was known
  std::vector<std::int64_t> first_lines;
  std::vector<std::size_t> known, sizes;
  std::vector<bool> cut;
  std::int64_t lines = 0, bytes = 0;
  bool numbers_fit = true;  // each block begins with the line that the text so far ends in
};

class Collector {
 public:
  BlockReader reader{[this](const Block& block) { take(block); }};

  Given given() {
    out_.lines = reader.lines();
    out_.bytes = reader.bytes();
    return out_;
  }

 private:
  void take(const Block& block) {
    out_.numbers_fit = out_.numbers_fit && block.first_line == 1 + line_ends(out_.text);
    out_.text += block.text.substr(block.known);
    out_.first_lines.push_back(block.first_line);
    out_.known.push_back(block.known);
    out_.sizes.push_back(block.text.size());
    out_.cut.push_back(block.cut);
  }

  Given out_;
};

/// `bytes` fed in pieces of the sizes that `next` gives.
template <class Next>
Given fed(std::string_view bytes, Next next) {
  Collector collector;
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, next());
    collector.reader.feed(piece);
    bytes.remove_prefix(piece.size());
  }
  collector.reader.end();
  return collector.given();
}

Given fed(std::string_view bytes) {
  return fed(bytes, [] { return std::string_view::npos; });
}

std::string utf16(std::string_view text, bool big_endian) {
  std::string out;
  for (const char c : text) {
    if (big_endian) out += '\0';
    out += c;
    if (!big_endian) out += '\0';
  }
  return out;
}

std::string numbered_lines(int count) {
  std::string out;
  for (int i = 1; i <= count; ++i) out += "line " + std::to_string(i) + " of the log\n";
  return out;
}

TEST(LineEnds, are_counted_in_texts_of_any_length) {
  std::mt19937 random(20264);
  for (std::size_t size = 0; size < 600; size += 7) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += random() % 3 == 0 ? '\n' : 'x';
    EXPECT_EQ(line_ends(text), std::count(text.begin(), text.end(), '\n'));
  }
  EXPECT_EQ(line_ends(std::string(1000, '\n')), 1000);
}

TEST(Blocks, of_nothing_are_none) {
  const Given given = fed("");
  EXPECT_TRUE(given.sizes.empty());
  EXPECT_EQ(given.lines, 0);
  EXPECT_EQ(given.bytes, 0);
}

TEST(Blocks, a_last_line_without_an_end_is_given_and_counted) {
  EXPECT_EQ(fed("a\nb").text, "a\nb");
  EXPECT_EQ(fed("a\nb").lines, 2);
  EXPECT_EQ(fed("a\nb\n").lines, 2);
  EXPECT_EQ(fed("\n").lines, 1);
  EXPECT_EQ(fed("x").text, "x");
}

TEST(Blocks, are_whole_lines_of_about_half_a_mebibyte) {
  const std::string log = numbered_lines(80000);
  const Given given = fed(log, [] { return 4096; });
  EXPECT_EQ(given.text, log);
  EXPECT_TRUE(given.numbers_fit);
  EXPECT_EQ(given.lines, 80000);
  EXPECT_EQ(given.bytes, static_cast<std::int64_t>(log.size()));
  EXPECT_GE(given.sizes.size(), 3U);
  for (const std::size_t size : given.sizes) EXPECT_LT(size, 600U * 1024U);
  EXPECT_EQ(std::count(given.cut.begin(), given.cut.end(), true), 0);
}

TEST(Blocks, have_the_same_text_and_line_numbers_however_the_bytes_are_cut) {
  constexpr std::string_view kBytes = "abc \n\n\r\x1b[]m\a\xc3\xa4";
  std::mt19937 random(20265);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (unsigned i = random() % 900; i > 0; --i) text += kBytes[random() % kBytes.size()];
    const Given whole = fed(text);
    const Given cut = fed(text, [&] { return 1 + random() % 50; });
    ASSERT_EQ(cut.text, whole.text);
    ASSERT_EQ(cut.lines, whole.lines);
    ASSERT_EQ(whole.lines, line_ends(text) + (text.empty() || text.ends_with('\n') ? 0 : 1));
    ASSERT_EQ(cut.bytes, static_cast<std::int64_t>(text.size()));
    ASSERT_TRUE(whole.numbers_fit && cut.numbers_fit);
  }
}

TEST(Blocks, of_a_long_log_are_the_same_however_it_is_cut) {
  const std::string log = numbered_lines(3) + std::string(1500000, 'x') + "\n" +
                          numbered_lines(20000) + std::string(400000, 'y');
  std::mt19937 random(20266);
  for (int round = 0; round < 3; ++round) {
    const Given cut = fed(log, [&] { return 1 + random() % 300000; });
    EXPECT_EQ(cut.text, log);
    EXPECT_EQ(cut.lines, 20005);
    EXPECT_TRUE(cut.numbers_fit);
  }
}

TEST(Blocks, of_a_line_that_is_too_long_overlap) {
  std::string line;
  while (line.size() < 3500000) line += std::to_string(line.size()) + " ";
  const Given given = fed("first\n" + line + "\nlast\n", [] { return 100000; });
  EXPECT_EQ(given.text, "first\n" + line + "\nlast\n");
  EXPECT_TRUE(given.numbers_fit);
  EXPECT_EQ(given.lines, 3);
  ASSERT_GE(given.sizes.size(), 4U);
  EXPECT_FALSE(given.cut[0]);
  for (std::size_t i = 1; i + 1 < given.sizes.size(); ++i) {
    EXPECT_TRUE(given.cut[i]);
    EXPECT_EQ(given.first_lines[i], 2);
    EXPECT_LT(given.sizes[i], 1700000U);
    EXPECT_EQ(given.known[i], i == 1 ? 0U : 16U * 1024U);
  }
  EXPECT_FALSE(given.cut.back());
}

TEST(Blocks, a_line_that_is_too_long_may_be_the_last) {
  const std::string line(2000000, 'x');
  const Given given = fed(line);
  EXPECT_EQ(given.text, line);
  EXPECT_EQ(given.lines, 1);
  EXPECT_FALSE(given.cut.back());
}

TEST(Blocks, that_hold_nothing_new_are_not_given) {
  const Given given = fed(std::string(1024 * 1024, 'x'));
  EXPECT_EQ(given.sizes, std::vector<std::size_t>{1024 * 1024});
  EXPECT_EQ(given.lines, 1);
}

TEST(Blocks, that_had_escape_sequences_know_nothing_of_the_block_before) {
  std::string line;
  while (line.size() < 1200000) line += "\x1b[32mgreen\x1b[0m ";
  const Given given = fed(line + "\n");
  ASSERT_EQ(given.known.size(), 2U);
  EXPECT_EQ(given.known[1], 0U);
  EXPECT_EQ(given.text.find('\x1b'), std::string::npos);
}

TEST(Blocks, are_free_of_escape_sequences) {
  EXPECT_EQ(fed("\x1b[31mred\x1b[0m\n\x1b]0;t\aplain\n").text, "red\nplain\n");
}

TEST(Blocks, of_utf16_are_utf8_with_a_mark_and_without_wherever_they_are_cut) {
  const std::string text = "ValueError: x\r\nsecond line of the log\nthird";
  for (const bool big_endian : {false, true}) {
    const std::string mark = big_endian ? "\xfe\xff" : "\xff\xfe";
    for (const std::string& before : {mark, std::string()}) {
      for (const std::size_t piece : {1, 3, 7, 4096}) {
        const Given given = fed(before + utf16(text, big_endian), [&] { return piece; });
        EXPECT_EQ(given.text, text) << big_endian << before.size() << piece;
        EXPECT_EQ(given.lines, 3);
      }
    }
  }
}

TEST(Blocks, of_a_long_utf16_log_are_utf8) {
  const std::string log = numbered_lines(20000);
  const Given given = fed("\xff\xfe" + utf16(log, false), [] { return 9999; });
  EXPECT_EQ(given.text, log);
  EXPECT_EQ(given.bytes, static_cast<std::int64_t>(log.size() * 2 + 2));
}

TEST(Blocks, are_given_at_once_when_they_are_flushed) {
  Collector collector;
  collector.reader.feed("one\ntw");
  EXPECT_EQ(collector.given().text, "");
  collector.reader.flush();
  EXPECT_EQ(collector.given().text, "one\n");
  collector.reader.flush();
  EXPECT_EQ(collector.given().sizes.size(), 1U);
  collector.reader.feed("o\nthree");
  collector.reader.flush();
  EXPECT_EQ(collector.given().text, "one\ntwo\n");
  collector.reader.end();
  const Given given = collector.given();
  EXPECT_EQ(given.text, "one\ntwo\nthree");
  EXPECT_EQ(given.first_lines, (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_EQ(given.lines, 3);
}

TEST(Blocks, flushed_before_anything_came_still_learn_the_encoding) {
  for (const std::size_t first : {0, 1, 2}) {
    const std::string bytes = "\xff\xfe" + utf16("some text\n", false);
    Collector collector;
    collector.reader.feed(std::string_view(bytes).substr(0, first));
    collector.reader.flush();
    collector.reader.feed(std::string_view(bytes).substr(first));
    collector.reader.end();
    EXPECT_EQ(collector.given().text, "some text\n") << first;
  }
}

}  // namespace
}  // namespace gb10
