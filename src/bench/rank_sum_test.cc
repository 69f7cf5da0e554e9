#include "bench/rank_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

namespace gb10 {
namespace {

using Values = std::vector<double>;

/// For each number of pairs its probability, by going through all ways in which `a` of `a + b`
/// places can be taken.
Values by_enumeration(unsigned a, unsigned b) {
  Values counts(a * b + 1, 0.0);
  double all = 0;
  for (unsigned taken = 0; taken < (1U << (a + b)); ++taken) {
    if (std::popcount(taken) != static_cast<int>(a)) continue;
    unsigned pairs = 0, before = 0;
    for (unsigned place = 0; place < a + b; ++place) {
      if ((taken >> place) & 1U)
        ++before;
      else
        pairs += before;
    }
    ++counts[pairs];
    ++all;
  }
  for (double& count : counts) count /= all;
  return counts;
}

TEST(RankSumNull, is_what_going_through_all_orders_gives) {
  for (const auto& [a, b] : {std::pair{1U, 1U}, {1U, 7U}, {3U, 4U}, {5U, 5U}, {6U, 8U}, {8U, 3U}}) {
    const Values shares = by_enumeration(a, b);
    const RankSumNull null(a, b);
    ASSERT_TRUE(null.is_exact());
    double sum = 0;
    for (std::size_t pairs = 0; pairs < shares.size(); ++pairs) {
      sum += shares[pairs];
      EXPECT_NEAR(null.at_most(static_cast<double>(pairs)), sum, 1e-12) << a << " " << b;
    }
  }
}

TEST(RankSumNull, has_the_critical_values_of_printed_tables) {
  struct Row {
    std::size_t a, b;
    double critical;
  };
  for (const Row& row : {Row{5, 5, 2}, Row{6, 6, 5}, Row{4, 6, 2}, Row{7, 9, 12}, Row{8, 8, 13},
                         Row{10, 10, 23}, Row{20, 20, 127}}) {
    const RankSumNull null(row.a, row.b);
    EXPECT_LE(2 * null.at_most(row.critical), 0.05) << row.a << " " << row.b;
    EXPECT_GT(2 * null.at_most(row.critical + 1), 0.05) << row.a << " " << row.b;
  }
}

TEST(RankSumNull, goes_over_into_the_normal_distribution) {
  const RankSumNull exact(27, 27), normal(40, 40);
  ASSERT_TRUE(exact.is_exact());
  ASSERT_FALSE(normal.is_exact());
  const double mean = 27 * 27 / 2.0, deviation = std::sqrt(27 * 27 * 55 / 12.0);
  for (double pairs = 200; pairs < 529; ++pairs) {
    const double approximate = std::erfc((mean - pairs - 0.5) / deviation / std::sqrt(2.0)) / 2;
    EXPECT_NEAR(exact.at_most(pairs), approximate, 2e-3) << pairs;
  }
  EXPECT_NEAR(normal.at_most(799.5), 0.5, 0.01);
  EXPECT_EQ(normal.at_most(-1), 0);
  EXPECT_EQ(normal.at_most(1600), 1);
}

TEST(RankSum, shifts_by_the_median_of_all_differences) {
  EXPECT_EQ(RankSum(Values{1, 2, 3}, Values{11, 12, 13}).shift(), 10);
  // The differences: 2 - 1, 4 - 1, 2 - 5, 4 - 5.
  EXPECT_EQ(RankSum(Values{1, 5}, Values{2, 4}).shift(), 0);
  // One wild value does not move it far.
  EXPECT_EQ(RankSum(Values{1, 2, 3}, Values{11, 12, 1e9}).shift(), 10);
}

TEST(RankSum, has_p_values_of_complete_separation) {
  const RankSum ranks(Values{1, 2, 3, 4, 5, 6}, Values{11, 12, 13, 14, 15, 16});
  EXPECT_NEAR(ranks.p_greater(0), 1.0 / 924, 1e-12);
  EXPECT_EQ(ranks.p_less(0), 1);
  EXPECT_NEAR(ranks.p_different(), 2.0 / 924, 1e-12);
  EXPECT_EQ(ranks.p_equivalent(5), 1);
  EXPECT_NEAR(ranks.p_equivalent(20), 1.0 / 924, 1e-12);
}

TEST(RankSum, has_no_interval_where_samples_are_too_small_for_it) {
  EXPECT_FALSE(RankSum(Values{1, 2, 3}, Values{1, 2, 3}).interval(0.95));
  EXPECT_TRUE(RankSum(Values{1, 2, 3, 4}, Values{1, 2, 3, 4}).interval(0.95));
  EXPECT_FALSE(RankSum(Values{1}, Values{2}).interval(0.95));
}

Values normal_values(std::mt19937& random, std::size_t count, double step = 0) {
  std::normal_distribution<double> normal;
  Values out;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = normal(random);
    out.push_back(step > 0 ? std::round(value / step) * step : value);
  }
  return out;
}

TEST(RankSum, excludes_from_its_interval_what_its_p_value_excludes) {
  std::mt19937 random(2);
  for (int i = 0; i < 300; ++i) {
    const double step = i % 2 == 0 ? 0 : 0.5;
    const RankSum ranks(normal_values(random, 4 + random() % 8, step),
                        normal_values(random, 4 + random() % 8, step));
    const auto interval = ranks.interval(0.95);
    ASSERT_TRUE(interval);
    EXPECT_EQ(interval->low > 0 || interval->high < 0, ranks.p_different() <= 0.05) << i;
    const auto wide = ranks.interval(0.90);
    EXPECT_EQ(wide->low > -1 && wide->high < 1, ranks.p_equivalent(1) <= 0.05 + 1e-12) << i;
    EXPECT_LE(interval->low, wide->low);
    EXPECT_LE(wide->low, ranks.shift());
    EXPECT_LE(ranks.shift(), wide->high);
  }
}

TEST(RankSum, holds_the_shift_in_its_interval_as_often_as_it_says) {
  std::mt19937 random(3);
  for (const double step : {0.0, 0.5, 2.0}) {
    int held = 0;
    constexpr int kTrials = 1500;
    for (int i = 0; i < kTrials; ++i) {
      Values b = normal_values(random, 9, step);
      for (double& value : b) value += 3;
      const auto interval = RankSum(normal_values(random, 8, step), b).interval(0.95);
      if (interval->low <= 3 && 3 <= interval->high) ++held;
    }
    EXPECT_GE(held, kTrials * 94 / 100) << step;
  }
}

TEST(RankSum, takes_equal_values_as_no_evidence) {
  const RankSum same(Values(8, 5.0), Values(8, 5.0));
  EXPECT_EQ(same.p_different(), 1);
  EXPECT_LT(same.p_equivalent(0.1), 0.001);
  EXPECT_EQ(same.p_equivalent(0), 1);
  EXPECT_EQ(same.interval(0.95), (ConfidenceInterval{0, 0}));
}

TEST(RankSum, of_large_samples_is_judged_as_well) {
  std::mt19937 random(4);
  Values b = normal_values(random, 300);
  for (double& value : b) value += 1;
  const RankSum ranks(normal_values(random, 300), b);
  EXPECT_FALSE(ranks.is_exact());
  EXPECT_LT(ranks.p_different(), 1e-6);
  const auto interval = ranks.interval(0.95);
  EXPECT_NEAR((interval->high - interval->low) / 2, 1.96 * std::sqrt(2 / 300.0), 0.03);
}

}  // namespace
}  // namespace gb10
