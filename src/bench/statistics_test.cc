#include "bench/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace gb10 {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::vector<double> counting(std::size_t count) {
  std::vector<double> out(count);
  std::iota(out.begin(), out.end(), 1.0);
  return out;
}

TEST(Median, is_the_middle_one_or_between_both) {
  EXPECT_EQ(median({}), std::nullopt);
  EXPECT_EQ(median(std::vector<double>{7}), 7);
  EXPECT_EQ(median(std::vector<double>{9, 1, 5}), 5);
  EXPECT_EQ(median(std::vector<double>{9, 1, 5, 6}), 5.5);
}

TEST(MedianInterval, has_the_ranks_that_tables_of_the_binomial_distribution_have) {
  struct Row {
    std::size_t count;
    double low, high;
  };
  for (const Row& row : {Row{6, 1, 6}, Row{8, 1, 8}, Row{9, 2, 8}, Row{10, 2, 9}, Row{20, 6, 15},
                         Row{25, 8, 18}, Row{100, 40, 61}}) {
    EXPECT_EQ(median_interval(counting(row.count), 0.95), (ConfidenceInterval{row.low, row.high}))
        << row.count;
  }
}

TEST(MedianInterval, does_not_exist_where_even_least_and_greatest_are_not_sure_enough) {
  for (std::size_t count = 0; count < 6; ++count)
    EXPECT_EQ(median_interval(counting(count), 0.95), std::nullopt) << count;
  EXPECT_EQ(median_interval(counting(7), 0.99), std::nullopt);
  EXPECT_TRUE(median_interval(counting(8), 0.99));
}

TEST(MedianInterval, of_many_values_is_that_of_the_normal_distribution) {
  const auto interval = median_interval(counting(40000), 0.95);
  ASSERT_TRUE(interval);
  EXPECT_NEAR(interval->low, 20000 - 196, 2);
  EXPECT_NEAR(interval->high, 20001 + 196, 2);
}

TEST(MedianInterval, holds_the_median_as_often_as_it_says_whatever_the_distribution) {
  std::mt19937 random(1);
  std::exponential_distribution<double> skewed;
  int held = 0;
  constexpr int kTrials = 4000;
  for (int i = 0; i < kTrials; ++i) {
    std::vector<double> values;
    for (int j = 0; j < 12; ++j) values.push_back(skewed(random));
    const auto interval = median_interval(values, 0.95);
    if (interval->low <= std::log(2.0) && std::log(2.0) <= interval->high) ++held;
  }
  EXPECT_GE(held, kTrials * 95 / 100);
}

TEST(Spread, is_the_standard_deviation_of_normal_values_and_moves_with_no_wild_one) {
  std::mt19937 random(8);
  std::normal_distribution<double> normal(50, 4);
  std::vector<double> values;
  for (int i = 0; i < 4000; ++i) values.push_back(normal(random));
  EXPECT_NEAR(spread(values), 4, 0.2);
  values[0] = 1e9;
  EXPECT_NEAR(spread(values), 4, 0.2);
  EXPECT_EQ(spread({}), 0);
  EXPECT_EQ(spread(std::vector<double>(5, 2.0)), 0);
}

TEST(Outliers, are_named_with_their_place_and_sign) {
  const std::vector<double> values = {10, 10.1, 9.9, 10.05, 2, 9.95, 10.02, 19};
  const std::vector<Outlier> found = outliers(values);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].index, 4U);
  EXPECT_LT(found[0].score, -3.5);
  EXPECT_EQ(found[1].index, 7U);
  EXPECT_GT(found[1].score, 3.5);
}

TEST(Outliers, have_the_score_of_a_hand_calculation) {
  // Median 3, deviations 2 1 0 1 97: their median is 1, and 0.6745 * 97 = 65.4.
  const std::vector<Outlier> found = outliers(std::vector<double>{1, 2, 3, 4, 100});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0].score, 65.426, 0.01);
}

TEST(Outliers, are_found_where_all_other_values_are_equal_and_are_none_where_all_are) {
  EXPECT_TRUE(outliers(std::vector<double>(9, 4.0)).empty());
  EXPECT_TRUE(outliers({}).empty());
  std::vector<double> values(9, 4.0);
  values.push_back(5);
  const std::vector<Outlier> found = outliers(values);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].index, 9U);
}

TEST(Trend, is_seen_in_values_that_grow_and_not_in_values_that_alternate) {
  EXPECT_LT(p_of_trend(counting(8)), 0.001);
  EXPECT_GT(p_of_trend(std::vector<double>{1, 2, 1, 2, 1, 2, 1, 2}), 0.2);
  EXPECT_EQ(p_of_trend(counting(3)), 1);
  EXPECT_EQ(p_of_trend(std::vector<double>(9, 1.0)), 1);
}

TEST(Trend, has_the_p_value_of_a_hand_calculation) {
  // 10 values in order: 45 pairs, variance 10 * 9 * 25 / 18 = 125, z = 44 / 11.18 = 3.9355.
  EXPECT_NEAR(p_of_trend(counting(10)), 8.303e-5, 1e-7);
}

TEST(Holm, multiplies_the_least_by_all_and_never_falls) {
  const std::vector<double> out = holm(std::vector<double>{0.04, 0.01, 0.03, 0.005});
  const std::vector<double> expected = {0.06, 0.03, 0.06, 0.02};
  ASSERT_EQ(out.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(out[i], expected[i]) << i;
}

TEST(Holm, stays_below_1_and_passes_over_what_is_not_known) {
  const std::vector<double> out = holm(std::vector<double>{0.9, kNone, 0.6});
  EXPECT_EQ(out[0], 1);
  EXPECT_TRUE(std::isnan(out[1]));
  EXPECT_EQ(out[2], 1);
  EXPECT_EQ(holm(std::vector<double>{0.03, kNone})[0], 0.03);
  EXPECT_TRUE(holm({}).empty());
}

TEST(BlocksNeeded, grow_with_the_square_of_the_width) {
  const int narrow = blocks_needed({0.03, {-0.01, 0.07}, 10, 10, 0.015});
  const int wide = blocks_needed({0.03, {-0.05, 0.11}, 10, 10, 0.015});
  EXPECT_NEAR(wide, 4 * narrow, 4);
}

TEST(BlocksNeeded, are_those_of_the_textbook_formula) {
  // Standard error 0.04 / 1.96 of 10 against 10: a spread of 0.0456; (2.8016 * 0.0456 / 0.03)^2
  // * 2.
  EXPECT_EQ(blocks_needed({0.03, {-0.01, 0.07}, 10, 10, 0.015}), 37);
}

TEST(BlocksNeeded, are_more_than_there_are_and_finite_for_any_shift) {
  EXPECT_EQ(blocks_needed({0.03, {0.0299, 0.0301}, 7, 9, 0.015}), 10);
  for (const double shift : {0.0, 0.0075, 0.015, -0.015, 1.0}) {
    const int needed = blocks_needed({shift, {shift - 0.02, shift + 0.02}, 8, 8, 0.015});
    EXPECT_GT(needed, 8) << shift;
    EXPECT_LT(needed, 1000) << shift;
  }
}

}  // namespace
}  // namespace gb10
