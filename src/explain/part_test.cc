#include "explain/part.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

LinePattern pattern(const std::string& line, std::vector<Comparison> where = {}) {
  LinePattern out;
  out.anchor = "sample";
  out.line = line;
  out.where = std::move(where);
  return out;
}

bool fits(const LinePattern& pattern, const std::string& line) {
  Part part(pattern);
  Pattern::Captures captures;
  return part.fitting({line}, captures) != nullptr;
}

Seen seen_at(std::int64_t line) {
  Seen out;
  out.evidence.line = line;
  return out;
}

TEST(Part, tries_the_readings_in_turn_and_captures_from_the_first_that_fits) {
  const LinePattern line = pattern(R"(^sample (?P<n>\d+)( (?P<unit>\w))?)");
  Part part(line);
  Pattern::Captures captures;
  const std::vector<std::string> readings = {"no", "sample x", "sample 7", "sample 8 W"};
  EXPECT_EQ(part.fitting(readings, captures), &readings[2]);
  EXPECT_EQ(captures, (Pattern::Captures{{"n", "7"}}));
  EXPECT_EQ(part.fitting({"a sample 7"}, captures), nullptr);
}

TEST(Part, does_not_fit_a_reading_without_its_anchor) {
  EXPECT_FALSE(fits(pattern("."), "other"));
  EXPECT_TRUE(fits(pattern("."), "a sample"));
}

TEST(Part, that_cannot_be_compiled_fits_nothing) {
  const LinePattern broken = pattern("(");
  EXPECT_FALSE(fits(broken, "sample"));
  EXPECT_TRUE(Part(broken).is_hopeless("sample"));
}

TEST(Part, compares_what_it_captured) {
  using Op = Comparison::Op;
  struct Case {
    Op op;
    bool below, same, above;  // whether 1, 2 and 3 hold against 2
  };
  const Case cases[] = {{Op::lt, true, false, false}, {Op::le, true, true, false},
                        {Op::gt, false, false, true}, {Op::ge, false, true, true},
                        {Op::eq, false, true, false}, {Op::ne, true, false, true}};
  for (const Case& one : cases) {
    const LinePattern line = pattern(R"(sample (?P<n>\S+))", {{"n", "2", one.op}});
    EXPECT_EQ(fits(line, "sample 1"), one.below);
    EXPECT_EQ(fits(line, "sample 2.0"), one.same);
    EXPECT_EQ(fits(line, "sample 3"), one.above);
    EXPECT_FALSE(fits(line, "sample x")) << "no number";
  }
}

TEST(Part, compares_two_captures_and_wants_every_comparison_to_hold) {
  const LinePattern line =
      pattern(R"(sample (?P<a>\d+) (?P<b>\d+)(?P<c>\d)?$)",
              {{"a", "b", Comparison::Op::lt}, {"a", "1", Comparison::Op::gt}});
  EXPECT_TRUE(fits(line, "sample 2 3"));
  EXPECT_FALSE(fits(line, "sample 3 2"));
  EXPECT_FALSE(fits(line, "sample 1 2"));
  EXPECT_FALSE(fits(pattern("sample", {{"gone", "1", Comparison::Op::ne}}), "sample"));
}

TEST(Part, keeps_no_capture_of_a_reading_whose_numbers_do_not_hold) {
  const LinePattern line =
      pattern(R"(sample (?P<n>\d+)( (?P<unit>\w))?)", {{"n", "5", Comparison::Op::gt}});
  Pattern::Captures captures;
  EXPECT_NE(Part(line).fitting({"sample 1 W", "sample 7"}, captures), nullptr);
  EXPECT_EQ(captures, (Pattern::Captures{{"n", "7"}}));
}

TEST(Part, is_hopeless_only_where_no_reading_can_fit) {
  EXPECT_TRUE(Part(pattern("sample 7")).is_hopeless("sample 8"));
  const LinePattern plain = pattern("sample 7"), from_start = pattern("^sample 7");
  EXPECT_FALSE(Part(plain).is_hopeless("x | sample 7"));
  EXPECT_FALSE(Part(from_start).is_hopeless("x | sample 7"));
  EXPECT_FALSE(Part(from_start).is_hopeless("x | sample 8")) << "it has to be looked at";
}

TEST(Part, one_line_counts_once) {
  const LinePattern line = pattern("x");
  Part part(line);
  EXPECT_EQ(part.record(seen_at(5)), Part::Recorded::first);
  EXPECT_EQ(part.record(seen_at(5)), Part::Recorded::no);
  EXPECT_EQ(part.record(seen_at(7)), Part::Recorded::first);
  EXPECT_EQ(part.record(seen_at(5)), Part::Recorded::no) << "put together again";
  EXPECT_EQ(part.seen().count, 2);
}

TEST(Part, keeps_the_first_and_the_last_lines) {
  const LinePattern line = pattern("x");
  Part part(line);
  for (std::int64_t i = 1; i <= 200; ++i) {
    EXPECT_EQ(part.record(seen_at(i)), i <= 64 ? Part::Recorded::first : Part::Recorded::last);
    EXPECT_EQ(part.record(seen_at(i)), Part::Recorded::no);
  }
  const std::vector<const Seen*> kept = part.seen().kept();
  ASSERT_EQ(kept.size(), 128U);
  EXPECT_EQ(kept[0]->evidence.line, 1);
  EXPECT_EQ(kept[63]->evidence.line, 64);
  EXPECT_EQ(kept[64]->evidence.line, 137);
  EXPECT_EQ(kept[127]->evidence.line, 200);
  EXPECT_EQ(part.record(seen_at(100)), Part::Recorded::no) << "counted, and no longer kept";
  EXPECT_EQ(part.seen().count, 200);
}

TEST(Part, is_spent_after_many_lines_until_the_next_block) {
  const LinePattern line = pattern("x");
  Part part(line);
  for (std::int64_t i = 1; i <= 255; ++i) part.record(seen_at(i));
  EXPECT_FALSE(part.is_spent());
  part.record(seen_at(256));
  EXPECT_TRUE(part.is_spent());
  EXPECT_FALSE(part.seen().count_is_least);
  part.note_more();
  EXPECT_TRUE(part.seen().count_is_least);
  part.begin_block();
  EXPECT_FALSE(part.is_spent());
  part.record(seen_at(999));
  EXPECT_TRUE(part.is_spent());
}

TEST(Identity, tells_patterns_apart_that_find_other_lines) {
  const LinePattern plain = pattern("x");
  LinePattern other = plain;
  other.times = 9, other.at = 3;
  EXPECT_EQ(identity(plain), identity(other));
  EXPECT_NE(identity(plain), identity(pattern("y")));
  EXPECT_NE(identity(plain), identity(pattern("x", {{"a", "1", Comparison::Op::lt}})));
  EXPECT_NE(identity(pattern("x", {{"a", "1", Comparison::Op::gt}})),
            identity(pattern("x", {{"a", "1", Comparison::Op::lt}})));
  other.anchor = "another";
  EXPECT_NE(identity(plain), identity(other));
}

}  // namespace
}  // namespace gb10
