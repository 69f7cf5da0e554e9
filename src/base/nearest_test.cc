#include "base/nearest.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

using Names = std::vector<std::string>;

TEST(Nearest, finds_what_the_fingers_missed_by_a_letter_or_two) {
  EXPECT_EQ(nearest("doctr", {"doctor", "memory"}), Names{"doctor"});
  EXPECT_EQ(nearest("docotr", {"doctor", "memory"}), Names{"doctor"});
  EXPECT_EQ(nearest("GPUs", {"cpu", "gpu"}), Names{"gpu"});
}

TEST(Nearest, takes_dashes_for_no_letters) {
  EXPECT_EQ(nearest("--rot", {"--root", "--load", "--json"}), Names{"--root"});
  EXPECT_EQ(nearest("-json", {"--root", "--json"}), Names{"--json"});
  EXPECT_EQ(nearest("-x", {"--root", "--json"}), Names{});
}

TEST(Nearest, takes_the_beginning_of_a_name_before_two_slips_and_before_a_part_of_it) {
  const Names names = {"gpu.low-power-state", "gpu.lost", "my.gpu.low", "memory.low"};
  EXPECT_EQ(nearest("gpu.low-", names), Names{"gpu.low-power-state"});
  EXPECT_EQ(nearest("power-state", names), Names{"gpu.low-power-state"});
}

TEST(Nearest, names_at_most_three) {
  EXPECT_EQ(nearest("gpu.", {"gpu.aaaaa", "gpu.bbbbb", "gpu.ccccc", "gpu.ddddd"}).size(), 3U);
}

TEST(Nearest, finds_nothing_where_nothing_is_near) {
  EXPECT_EQ(nearest("frobnicate", {"doctor", "memory"}), Names{});
  EXPECT_EQ(nearest("", {"doctor"}), Names{});
  EXPECT_EQ(nearest(std::string(100000, 'a'), {"doctor"}), Names{});
}

TEST(Did_you_mean, asks_or_says_the_other_thing) {
  EXPECT_EQ(did_you_mean("--rot", {"--root"}, "see --help"), "did you mean --root?");
  EXPECT_EQ(did_you_mean("shw", {"show"}, "see --help", "gb10 "), "did you mean gb10 show?");
  EXPECT_EQ(did_you_mean("x1", {"x2", "x3"}, ""), "did you mean x2 or x3?");
  EXPECT_EQ(did_you_mean("zzz", {"show"}, "see --help"), "see --help");
}

}  // namespace
}  // namespace gb10
