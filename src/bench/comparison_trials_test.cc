// What a comparison says of many simulated pairs of runs whose true difference is known: how often
// it is wrong, and that it does decide where it can.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "bench/comparison.h"
#include "bench/comparison_samples.h"
#include "bench/statistics.h"

namespace gb10 {
namespace {

using Random = std::mt19937_64;
using Values = std::vector<double>;
/// The level of each block in the order of time, where no run differs from the other.
using Levels = std::function<Values(Random&, std::size_t)>;

constexpr int kTrials = 1000, kMostWrong = 60;

double normal(Random& random, double deviation) {
  return std::normal_distribution<double>(0, deviation)(random);
}

Values independent(Random& random, std::size_t count, double deviation) {
  Values out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(1 + normal(random, deviation));
  return out;
}

Levels with_noise(double deviation) {
  return [=](Random& random, std::size_t count) { return independent(random, count, deviation); };
}

/// A machine that slows down while it gets warm.
Values cooling(Random& random, std::size_t count) {
  Values out = independent(random, count, 0.005);
  for (std::size_t i = 0; i < count; ++i) out[i] += 0.04 * std::exp(-static_cast<double>(i) / 6);
  return out;
}

/// Three of ten blocks run in another state.
Values bimodal(Random& random, std::size_t count) {
  Values out = independent(random, count, 0.003);
  for (double& level : out) level -= random() % 10 < 3 ? 0.1 : 0;
  return out;
}

/// Each block the median of samples that hang together.
Values autocorrelated(Random& random, std::size_t count) {
  constexpr double kKept = 0.95;
  Values out;
  for (std::size_t i = 0; i < count; ++i) {
    Values samples;
    double level = normal(random, 0.02);
    for (int j = 0; j < 20; ++j) {
      samples.push_back(1 + level);
      level = kKept * level + normal(random, 0.02 * std::sqrt(1 - kKept * kKept));
    }
    out.push_back(*median(samples));
  }
  return out;
}

/// Blocks that hang together, too.
Values wandering(Random& random, std::size_t count) {
  Values out;
  double level = normal(random, 0.02);
  for (std::size_t i = 0; i < count; ++i) {
    out.push_back(1 + level);
    level = 0.8 * level + normal(random, 0.02 * 0.6);
  }
  return out;
}

struct Pair {
  RunRecord a, b;
};

/// `takes_turns`: A B B A A B B A …; otherwise all of A and then all of B.
Pair simulated(Random& random, const Levels& levels, double shift, std::size_t blocks,
               bool takes_turns = true) {
  const Values all = levels(random, 2 * blocks);
  Values a, b, at_a, at_b;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_b = takes_turns ? (i % 4 == 1 || i % 4 == 2) : i >= blocks;
    (is_b ? b : a).push_back(1000 * all[i] * (is_b ? 1 + shift : 1));
    (is_b ? at_b : at_a).push_back(10 * static_cast<double>(i));
  }
  return {block_run("a", {block_series("gemm.rate.block", Unit::none, a, at_a)}),
          block_run("b", {block_series("gemm.rate.block", Unit::none, b, at_b)})};
}

struct Tally {
  int faster = 0, slower = 0, equivalent = 0, open = 0;
  int wrong(double shift) const {
    if (std::fabs(shift) <= CompareOptions().margin) return faster + slower;
    return equivalent + (shift > 0 ? slower : faster);
  }
};

void count(Tally& tally, const RunRecord& a, const RunRecord& b) {
  switch (compared(a, b, {})->verdict) {
    case CompareVerdict::faster:
      ++tally.faster;
      break;
    case CompareVerdict::slower:
      ++tally.slower;
      break;
    case CompareVerdict::equivalent:
      ++tally.equivalent;
      break;
    case CompareVerdict::cannot_tell:
      ++tally.open;
      break;
  }
}

Tally tally(const Levels& levels, double shift, std::size_t blocks, bool takes_turns = true) {
  Random random(20261129);
  Tally out;
  for (int i = 0; i < kTrials; ++i) {
    const Pair runs = simulated(random, levels, shift, blocks, takes_turns);
    count(out, runs.a, runs.b);
  }
  return out;
}

std::string shown(const Tally& tally) {
  return std::to_string(tally.faster) + " faster, " + std::to_string(tally.slower) + " slower, " +
         std::to_string(tally.equivalent) + " equivalent, " + std::to_string(tally.open) +
         " cannot tell";
}

void expect_few_wrong(const Levels& levels, const char* name) {
  for (const double shift : {0.0, 0.02, -0.02, 0.05, -0.05}) {
    for (const std::size_t blocks : {6U, 10U}) {
      const Tally found = tally(levels, shift, blocks);
      const std::string what = std::string(name) + " " + std::to_string(shift) + " " +
                               std::to_string(blocks) + " blocks: " + shown(found);
      EXPECT_LE(found.wrong(shift), kMostWrong) << what;
      if (std::getenv("GB10_SHOW_TRIALS")) std::puts(what.c_str());
    }
  }
}

TEST(ComparisonTrials, of_independent_blocks_are_seldom_wrong) {
  expect_few_wrong(with_noise(0.003), "little noise");
  expect_few_wrong(with_noise(0.03), "much noise");
}

TEST(ComparisonTrials, of_a_machine_that_gets_warm_are_seldom_wrong) {
  expect_few_wrong(cooling, "warming");
}

TEST(ComparisonTrials, of_a_machine_with_two_states_are_seldom_wrong) {
  expect_few_wrong(bimodal, "bimodal");
}

TEST(ComparisonTrials, of_samples_that_hang_together_in_a_block_are_seldom_wrong) {
  expect_few_wrong(autocorrelated, "autocorrelated");
}

TEST(ComparisonTrials, of_blocks_that_hang_together_are_seldom_wrong) {
  expect_few_wrong(wandering, "wandering");
}

TEST(ComparisonTrials, of_values_that_are_often_equal_are_seldom_wrong) {
  expect_few_wrong(
      [](Random& random, std::size_t count) {
        Values out = independent(random, count, 0.01);
        for (double& level : out) level = std::round(level * 100) / 100;
        return out;
      },
      "coarse");
}

TEST(ComparisonTrials, of_a_calm_and_a_restless_run_are_seldom_wrong) {
  for (const double shift : {0.0, 0.02}) {
    for (const auto& [calm, restless] : {std::pair{10U, 6U}, {10U, 10U}, {20U, 6U}}) {
      Random random(7);
      Tally found;
      for (int i = 0; i < kTrials; ++i) {
        Values a = independent(random, calm, 0.006), b = independent(random, restless, 0.03);
        for (double& value : b) value += shift;
        count(found, block_run("a", {block_series("m.block", Unit::none, a)}),
              block_run("b", {block_series("m.block", Unit::none, b)}));
      }
      EXPECT_LE(found.wrong(shift), kMostWrong)
          << shift << " " << calm << "/" << restless << ": " << shown(found);
    }
  }
}

TEST(ComparisonTrials, of_a_shift_as_great_as_the_margin_are_seldom_equivalent) {
  for (const double deviation : {0.002, 0.005, 0.01}) {
    EXPECT_LE(tally(with_noise(deviation), 0.0151, 10).equivalent, kMostWrong) << deviation;
    EXPECT_LE(tally(with_noise(deviation), -0.0151, 10).equivalent, kMostWrong) << deviation;
  }
}

TEST(ComparisonTrials, decide_where_the_noise_is_small) {
  EXPECT_GE(tally(with_noise(0.005), 0.05, 6).faster, 950);
  EXPECT_GE(tally(with_noise(0.005), -0.05, 6).slower, 950);
  EXPECT_GE(tally(with_noise(0.005), 0.02, 10).faster, 950);
  EXPECT_GE(tally(with_noise(0.005), 0, 10).equivalent, 950);
  EXPECT_GE(tally(cooling, 0.05, 10).faster, 950);
}

TEST(ComparisonTrials, of_runs_one_after_the_other_do_not_take_a_drift_for_a_shift) {
  for (const double length : {2.0, 6.0, 12.0, 40.0}) {
    const Levels drifting = [=](Random& random, std::size_t count) {
      Values out = independent(random, count, 0.003);
      for (std::size_t i = 0; i < count; ++i)
        out[i] += 0.05 * std::exp(-static_cast<double>(i) / length);
      return out;
    };
    const Tally found = tally(drifting, 0, 12, false);
    if (std::getenv("GB10_SHOW_TRIALS"))
      std::printf("apart, drift over %g blocks: %s\n", length, shown(found).c_str());
    EXPECT_LE(found.wrong(0), kMostWrong) << length << ": " << shown(found);
  }
}

TEST(ComparisonTrials, of_many_metrics_are_seldom_wrong_in_any) {
  Random random(5);
  int wrong = 0;
  for (int i = 0; i < kTrials; ++i) {
    Pair runs{block_run("a", {}), block_run("b", {})};
    for (int j = 0; j < 5; ++j) {
      const Pair one = simulated(random, with_noise(0.03), 0, 10);
      for (const auto& [all, more] : {std::pair{&runs.a, &one.a}, {&runs.b, &one.b}}) {
        all->series.push_back(more->series[0]);
        all->series.back().metric = "m" + std::to_string(j) + ".block";
      }
    }
    const auto comparison = compared(runs.a, runs.b, {});
    ASSERT_EQ(comparison->metrics.size(), 5U);
    if (comparison->verdict == CompareVerdict::faster ||
        comparison->verdict == CompareVerdict::slower)
      ++wrong;
  }
  EXPECT_LE(wrong, kMostWrong);
  EXPECT_GE(wrong, 10);  // the noise is such that chance does mislead
}

TEST(ComparisonTrials, decide_mostly_with_as_many_blocks_as_were_said_to_be_needed) {
  Random random(6);
  int asked = 0, decided = 0;
  for (int i = 0; i < 300; ++i) {
    const Pair few = simulated(random, with_noise(0.02), 0.03, 8);
    const auto first = compared(few.a, few.b, {});
    if (first->verdict != CompareVerdict::cannot_tell) continue;
    const auto blocks = static_cast<std::size_t>(first->metrics[0].blocks_needed.value_or(8));
    if (blocks > 200) continue;
    ++asked;
    const Pair more = simulated(random, with_noise(0.02), 0.03, blocks);
    if (compared(more.a, more.b, {})->verdict != CompareVerdict::cannot_tell) ++decided;
  }
  EXPECT_GT(asked, 20);
  EXPECT_GE(decided, asked / 2);
}

}  // namespace
}  // namespace gb10
