#include "base/pattern.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace gb10 {
namespace {

Pattern pattern(std::string_view text) {
  Result<Pattern> compiled = Pattern::compile(text);
  EXPECT_TRUE(compiled.ok()) << text;
  return *std::move(compiled);
}

TEST(Pattern, fits_anywhere_in_the_text) {
  EXPECT_TRUE(pattern("Xid.*79").fits("NVRM: Xid (PCI:000f:01:00): 79, pid=1"));
  EXPECT_FALSE(pattern("^Xid").fits("NVRM: Xid"));
  EXPECT_TRUE(pattern("").fits(""));
  EXPECT_TRUE(pattern("a.c").fits(std::string_view("\0abc", 4)));
}

TEST(Pattern, that_is_none_says_why) {
  for (const char* const text : {"(", "a**", "[z-a]", "(?=a)", "\\"}) {
    const Result<Pattern> compiled = Pattern::compile(text);
    ASSERT_FALSE(compiled.ok()) << text;
    EXPECT_EQ(compiled.error().kind, Error::Kind::invalid);
    EXPECT_TRUE(compiled.error().what.starts_with("no pattern: ")) << compiled.error().what;
    EXPECT_GT(compiled.error().what.size(), 12U);
  }
}

TEST(Pattern, named_groups_are_captured_and_those_that_took_no_part_are_absent) {
  const Pattern both = pattern(R"((?P<mhz>\d+) MHz(, (?P<watts>\d+) W)?( (?P<rest>.*))?$)");
  Pattern::Captures captures;
  EXPECT_TRUE(both.fits("at 690 MHz", captures));
  EXPECT_EQ(captures, (Pattern::Captures{{"mhz", "690"}}));
  EXPECT_TRUE(both.fits("at 690 MHz, 17 W ", captures));
  EXPECT_EQ(captures, (Pattern::Captures{{"mhz", "690"}, {"watts", "17"}, {"rest", ""}}));
}

TEST(Pattern, that_does_not_fit_leaves_the_captures_alone) {
  Pattern::Captures captures = {{"x", "1"}};
  EXPECT_FALSE(pattern("(?P<x>a)").fits("b", captures));
  EXPECT_FALSE(pattern("(a)").fits("b", captures));
  EXPECT_TRUE(pattern("(a)").fits("a", captures));
  EXPECT_EQ(captures, (Pattern::Captures{{"x", "1"}}));
}

TEST(Pattern, tells_what_its_first_group_took) {
  const auto pattern = Pattern::compile("rate: ([0-9]+)?(?:x)");
  ASSERT_TRUE(pattern.ok());
  EXPECT_EQ(pattern->group_count(), 1);
  EXPECT_EQ(pattern->first_group("the rate: 12x"), "12");
  EXPECT_EQ(pattern->first_group("the rate: x"), std::nullopt);
  EXPECT_EQ(pattern->first_group("nothing"), std::nullopt);
  EXPECT_EQ(Pattern::compile("a")->first_group("a"), std::nullopt);
}

TEST(Pattern, names_its_groups) {
  std::vector<std::string> groups = pattern("(?P<b>.)(.)(?P<a>.)").groups();
  std::sort(groups.begin(), groups.end());
  EXPECT_EQ(groups, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(pattern("(.)").groups().empty());
}

TEST(Pattern, can_be_moved) {
  Pattern first = pattern("abc");
  Pattern second = std::move(first);
  EXPECT_TRUE(second.fits("xabcx"));
  second = pattern("z");
  EXPECT_FALSE(second.fits("xabcx"));
}

TEST(Pattern, needs_time_that_grows_with_the_text_alone) {
  const std::string text(30000, 'a');
  EXPECT_FALSE(pattern("(a*)*(a*)*b").fits(text));
}

}  // namespace
}  // namespace gb10
