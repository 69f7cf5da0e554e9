#include "explain/place.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

constexpr std::string_view kBlock = "one\ntwo\nthree\nfour\nfive\n";

/// The line of `block` that contains `what`, which has `number`.
Place place(std::string_view block, std::string_view what, std::int64_t number) {
  const std::size_t at = block.find(what);
  const std::size_t before = block.rfind('\n', at);
  return {block, before == std::string_view::npos ? 0 : before + 1,
          std::min(block.find('\n', at), block.size()), number};
}

TEST(Evidence, has_two_lines_on_either_side) {
  const LogEvidence seen = evidence(place(kBlock, "three", 3), "three", {});
  EXPECT_EQ(seen.line, 3);
  EXPECT_EQ(seen.text, "three");
  EXPECT_EQ(seen.before, (NumberedLines{{1, "one"}, {2, "two"}}));
  EXPECT_EQ(seen.after, (NumberedLines{{4, "four"}, {5, "five"}}));
}

TEST(Evidence, at_either_end_has_fewer) {
  const LogEvidence first = evidence(place(kBlock, "one", 1), "one", {});
  EXPECT_TRUE(first.before.empty());
  EXPECT_EQ(first.after.size(), 2U);
  const LogEvidence last = evidence(place(kBlock, "five", 5), "five", {});
  EXPECT_EQ(last.before.size(), 2U);
  EXPECT_TRUE(last.after.empty());
  EXPECT_TRUE(evidence(place("only", "only", 1), "only", {}).before.empty());
}

TEST(Evidence, empty_lines_count) {
  const LogEvidence seen = evidence(place("\n\nx\n\ny", "x", 3), "x", {});
  EXPECT_EQ(seen.before, (NumberedLines{{1, ""}, {2, ""}}));
  EXPECT_EQ(seen.after, (NumberedLines{{4, ""}, {5, "y"}}));
}

TEST(Evidence, takes_the_lines_before_from_the_block_before) {
  const NumberedLines tail = {{98, "y"}, {99, "z"}};
  EXPECT_EQ(evidence(place(kBlock, "one", 100), "one", tail).before, tail);
  EXPECT_EQ(evidence(place(kBlock, "two", 101), "two", tail).before,
            (NumberedLines{{99, "z"}, {100, "one"}}));
  EXPECT_EQ(evidence(place(kBlock, "three", 102), "three", tail).before.size(), 2U);
}

TEST(Evidence, takes_from_the_block_before_only_what_stands_right_before) {
  // Of a line that goes on in this block, or of one that was put together again further down.
  EXPECT_EQ(evidence(place(kBlock, "one", 99), "one", {{98, "y"}, {99, "z"}}).before,
            (NumberedLines{{98, "y"}}));
  EXPECT_TRUE(evidence(place("joined", "joined", 150), "x", {{98, "y"}, {99, "z"}}).before.empty());
}

TEST(Tail, is_the_last_two_lines_with_their_numbers) {
  EXPECT_EQ(tail_of(kBlock, 10), (NumberedLines{{13, "four"}, {14, "five"}}));
  EXPECT_EQ(tail_of("a\nb\nc", 1), (NumberedLines{{2, "b"}, {3, "c"}}));
  EXPECT_EQ(tail_of("a\n", 7), (NumberedLines{{7, "a"}}));
  EXPECT_EQ(tail_of("\n", 7), (NumberedLines{{7, ""}}));
  EXPECT_EQ(tail_of("x\n\n", 7), (NumberedLines{{7, "x"}, {8, ""}}));
  EXPECT_TRUE(tail_of("", 1).empty());
}

TEST(Shown, is_one_line_without_control_characters) {
  EXPECT_EQ(shown("a\tb\x07", "a"), "a b?");
  EXPECT_EQ(shown_beside("old\rnew\r\r"), "new");
}

TEST(Shown, of_a_long_line_is_the_part_that_matters) {
  std::string line(5000, '.');
  line.replace(3000, 5, "Error");
  const std::string part = shown(line, "Error");
  EXPECT_NE(part.find("Error"), std::string::npos);
  EXPECT_TRUE(part.starts_with("…") && part.ends_with("…"));
  EXPECT_LT(part.size(), 420U);
  EXPECT_TRUE(shown(line, "....").starts_with("....")) << "its beginning";
  EXPECT_TRUE(shown(line.substr(0, 3005), "Error").ends_with("Error"));
  EXPECT_LE(shown(line, "not there").size(), 420U);
  EXPECT_LT(shown_beside(line).size(), 210U);
}

}  // namespace
}  // namespace gb10
