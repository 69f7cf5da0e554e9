#include "bench/change_point.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace gb10 {
namespace {

using Values = std::vector<double>;

Values noise(std::mt19937& random, std::size_t count) {
  std::normal_distribution<double> normal(100, 1);
  Values out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(normal(random));
  return out;
}

TEST(ChangePoint, is_where_the_level_changed) {
  std::mt19937 random(1);
  for (const std::size_t place : {4U, 10U, 25U}) {
    Values history = noise(random, 30);
    for (std::size_t i = place; i < history.size(); ++i) history[i] -= 8;
    const auto found = change_point(history);
    ASSERT_TRUE(found) << place;
    EXPECT_EQ(found->index, place);
    EXPECT_NEAR(found->before, 100, 1.5);
    EXPECT_NEAR(found->after, 92, 1.5);
    EXPECT_LE(found->p, 0.05);
  }
}

TEST(ChangePoint, is_found_again_in_the_same_history) {
  std::mt19937 random(2);
  Values history = noise(random, 20);
  for (std::size_t i = 9; i < 20; ++i) history[i] += 2;
  const auto first = change_point(history), second = change_point(history);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->p, second->p);
  EXPECT_EQ(first->index, second->index);
}

TEST(ChangePoint, counts_its_place_among_all_values_though_some_are_not_known) {
  Values history = {1, 2, 1, 2, 1, 2, 1, 2, 11, 12, 11, 12, 11, 12, 11, 12};
  history.insert(history.begin() + 3, std::numeric_limits<double>::quiet_NaN());
  const auto found = change_point(history);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->index, 9U);
  EXPECT_EQ(found->before, 1.5);
  EXPECT_EQ(found->after, 11.5);
}

TEST(ChangePoint, is_no_single_wild_value) {
  Values history = {10, 11, 10, 11, 10, 11, 10, 11, 10, 11};
  history[6] = 1e6;
  EXPECT_FALSE(change_point(history));
  history[9] = -1e6;
  EXPECT_FALSE(change_point(history));
}

TEST(ChangePoint, is_not_shown_by_a_short_or_a_constant_history) {
  EXPECT_FALSE(change_point({}));
  EXPECT_FALSE(change_point(Values{1}));
  EXPECT_FALSE(change_point(Values{1, 1, 9, 9}));
  EXPECT_FALSE(change_point(Values(40, 3.0)));
}

int alarms(std::mt19937& random, std::size_t count, bool is_coarse) {
  constexpr int kTrials = 1000;
  int out = 0;
  for (int i = 0; i < kTrials; ++i) {
    Values history = noise(random, count);
    if (is_coarse) {
      for (double& value : history) value = std::round(value);
    }
    if (change_point(history)) ++out;
  }
  return out;
}

TEST(ChangePoint, gives_a_false_alarm_in_six_of_a_hundred_histories_at_most) {
  std::mt19937 random(3);
  for (const std::size_t count : {8U, 12U, 30U}) {
    const int fine = alarms(random, count, false), coarse = alarms(random, count, true);
    RecordProperty("alarms_of_1000_at_" + std::to_string(count), fine);
    EXPECT_LE(fine, 60) << count;
    EXPECT_LE(coarse, 60) << count;
  }
}

TEST(ChangePoint, misses_few_changes_of_three_deviations) {
  std::mt19937 random(4);
  int found = 0;
  for (int i = 0; i < 50; ++i) {
    Values history = noise(random, 24);
    for (std::size_t j = 14; j < history.size(); ++j) history[j] += 3;
    const auto change = change_point(history);
    if (change && change->index >= 12 && change->index <= 16) ++found;
  }
  EXPECT_GE(found, 45);
}

}  // namespace
}  // namespace gb10
