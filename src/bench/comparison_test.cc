#include "bench/comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "bench/comparison_samples.h"

namespace gb10 {
namespace {

using Values = std::vector<double>;
using Verdict = CompareVerdict;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Values near 1: at most 0.2 % away.
const Values kNear = {0.998, 1.001, 1.0, 0.999, 1.002, 0.9985, 1.0005, 1.0015};
/// The same in another order.
const Values kAlsoNear = {1.0008, 0.9982, 1.0012, 1.0002, 0.9992, 1.0018, 0.9988, 0.9998};

Values times(Values values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

RunRecord run_a(Unit unit = Unit::none) {
  return block_run("a", {block_series("gemm.rate.block", unit, times(kNear, 200))});
}

RunRecord run_b(double factor, Unit unit = Unit::none) {
  return block_run("b", {block_series("gemm.rate.block", unit, times(kAlsoNear, 200 * factor))});
}

MetricComparison only_metric(const RunRecord& a, const RunRecord& b) {
  const auto comparison = compared(a, b, {});
  EXPECT_TRUE(comparison.ok());
  EXPECT_EQ(comparison->metrics.size(), 1U);
  EXPECT_EQ(comparison->verdict, comparison->metrics[0].verdict);
  return comparison->metrics[0];
}

TEST(Comparison, says_faster_slower_and_equivalent) {
  EXPECT_EQ(only_metric(run_a(), run_b(1.05)).verdict, Verdict::faster);
  EXPECT_EQ(only_metric(run_a(), run_b(0.95)).verdict, Verdict::slower);
  EXPECT_EQ(only_metric(run_a(), run_b(1)).verdict, Verdict::equivalent);
}

TEST(Comparison, takes_less_time_and_energy_for_better) {
  for (const Unit unit : {Unit::seconds, Unit::joules, Unit::watts, Unit::bytes, Unit::celsius}) {
    EXPECT_EQ(only_metric(run_a(unit), run_b(1.05, unit)).verdict, Verdict::slower);
    EXPECT_EQ(only_metric(run_a(unit), run_b(0.95, unit)).verdict, Verdict::faster);
  }
  EXPECT_EQ(only_metric(run_a(Unit::bytes_per_second), run_b(1.05, Unit::bytes_per_second)).verdict,
            Verdict::faster);
}

TEST(Comparison, gives_size_and_interval_as_shares_of_A) {
  const MetricComparison metric = only_metric(run_a(), run_b(1.05));
  EXPECT_EQ(metric.metric, "gemm.rate");
  EXPECT_NEAR(metric.shift.size, 0.05, 0.001);
  ASSERT_TRUE(metric.shift.interval);
  EXPECT_LT(metric.shift.interval->low, 0.05);
  EXPECT_GT(metric.shift.interval->high, 0.05);
  EXPECT_NEAR(metric.shift.interval->high, 0.052, 0.002);
  EXPECT_EQ(metric.a.blocks, 8);
  EXPECT_NEAR(metric.a.median, 200, 0.1);
  ASSERT_TRUE(metric.a.interval);
  EXPECT_NEAR(metric.b.least, 0.9982 * 210, 1e-9);
}

TEST(Comparison, calls_a_shift_that_is_shown_but_lies_within_the_margin_equivalent) {
  const MetricComparison metric = only_metric(run_a(), run_b(1.008));
  EXPECT_LT(metric.shift.p_different, 0.05);
  EXPECT_EQ(metric.verdict, Verdict::equivalent);
}

TEST(Comparison, of_fewer_than_six_blocks_a_run_never_tells) {
  RunRecord a = run_a(), b = run_b(2);
  b.series[0].at.resize(5);
  b.series[0].values.resize(5);
  const MetricComparison metric = only_metric(a, b);
  EXPECT_EQ(metric.verdict, Verdict::cannot_tell);
  EXPECT_EQ(metric.blocks_needed, 6);
  EXPECT_TRUE(std::isnan(metric.shift.p_different));
  EXPECT_FALSE(metric.b.interval);
  b.series[0].values = {kNone, kNone, kNone, kNone, kNone};
  EXPECT_EQ(only_metric(a, b).verdict, Verdict::cannot_tell);
  EXPECT_EQ(only_metric(a, b).b.blocks, 0);
}

TEST(Comparison, says_how_many_blocks_it_would_take) {
  RunRecord a = run_a(), b = run_b(1);
  a.series[0].values = {200, 190, 210, 205, 195, 185, 215, 201};
  const MetricComparison metric = only_metric(a, b);
  EXPECT_EQ(metric.verdict, Verdict::cannot_tell);
  ASSERT_TRUE(metric.blocks_needed);
  EXPECT_GT(*metric.blocks_needed, 8);
  EXPECT_FALSE(only_metric(run_a(), run_b(1.05)).blocks_needed);
}

TEST(Comparison, leaves_out_blocks_that_are_not_known_and_says_so) {
  RunRecord a = run_a(), b = run_b(1.05);
  b.series[0].values[2] = kNone;
  const auto comparison = compared(a, b, {});
  EXPECT_EQ(comparison->metrics[0].b.blocks, 7);
  ASSERT_FALSE(comparison->notes.empty());
  EXPECT_EQ(comparison->notes[0], "gemm.rate.block: 1 block not known and left out");
}

TEST(Comparison, shows_blocks_unlike_the_others_and_counts_them) {
  RunRecord a = run_a();
  a.series[0].values[3] = 20;
  const MetricComparison metric = only_metric(a, run_b(1.05));
  ASSERT_EQ(metric.a.odd.size(), 1U);
  EXPECT_EQ(metric.a.odd[0].at, 30);
  EXPECT_EQ(metric.a.odd[0].value, 20);
  EXPECT_LT(metric.a.odd[0].score, -3.5);
  EXPECT_EQ(metric.a.blocks, 8);
  EXPECT_EQ(metric.a.least, 20);
}

RunRecord with_clock(RunRecord record, double hertz) {
  record.series.push_back(
      block_series("gpu.sm_clock.block", Unit::hertz, Values(8, hertz), record.series[0].at));
  return record;
}

TEST(Comparison, tells_a_changed_clock_from_a_changed_kernel) {
  const auto clock = compared(with_clock(run_a(), 2e9), with_clock(run_b(0.9), 1.8e9), {});
  EXPECT_EQ(clock->verdict, Verdict::slower);
  EXPECT_TRUE(clock->only_clock);
  EXPECT_NE(clock->headline.find("the clock changed, not the kernel"), std::string::npos);
  const auto kernel = compared(with_clock(run_a(), 2e9), with_clock(run_b(0.9), 2e9), {});
  EXPECT_EQ(kernel->verdict, Verdict::slower);
  EXPECT_FALSE(kernel->only_clock);
  ASSERT_TRUE(kernel->metrics[0].per_clock);
  EXPECT_NEAR(kernel->metrics[0].per_clock->size, -0.1, 0.003);
}

TEST(Comparison, counts_time_in_cycles_as_well) {
  const auto clock = compared(with_clock(run_a(Unit::seconds), 2e9),
                              with_clock(run_b(1 / 0.9, Unit::seconds), 1.8e9), {});
  EXPECT_EQ(clock->verdict, Verdict::slower);
  EXPECT_TRUE(clock->only_clock);
}

TEST(Comparison, has_no_cycles_where_the_clock_is_not_known_in_each_block) {
  RunRecord b = with_clock(run_b(0.9), 1.8e9);
  b.series[1].values[3] = kNone;
  EXPECT_FALSE(compared(with_clock(run_a(), 2e9), b, {})->metrics[0].per_clock);
  EXPECT_FALSE(compared(with_clock(run_a(Unit::joules), 2e9),
                        with_clock(run_b(0.9, Unit::joules), 1.8e9), {})
                   ->metrics[0]
                   .per_clock);
  EXPECT_FALSE(compared(with_clock(run_a(), 2e9), run_b(0.9), {})->metrics[0].per_clock);
}

TEST(Comparison, refuses_runs_that_differ_in_what_is_not_meant_to) {
  RunRecord a = run_a(), b = run_b(1);
  b.params["driver"] = "580.126";
  b.params["library.cublaslt"] = "13.1";
  b.version = "0.2.0";
  const auto refused = compared(a, b, {.by = "library"});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, Error::Kind::unsupported);
  EXPECT_EQ(refused.error().what,
            "the runs differ in driver 580.95.05 -> 580.126, version 0.1.0 -> 0.2.0");
}

TEST(Comparison, lets_that_differ_which_is_meant_to) {
  RunRecord a = run_a(), b = run_b(1);
  b.params["library.cublaslt"] = "13.1";
  const auto comparison = compared(a, b, {.by = "library"});
  ASSERT_TRUE(comparison.ok());
  ASSERT_EQ(comparison->differences.size(), 1U);
  EXPECT_TRUE(comparison->differences[0].is_meant);
  EXPECT_EQ(comparison->differences[0].a, std::nullopt);
  EXPECT_EQ(comparison->differences[0].b, "13.1");
  EXPECT_TRUE(compared(a, b, {.by = "library.cublaslt"}).ok());
  EXPECT_FALSE(compared(a, b, {.by = "lib"}).ok());
  EXPECT_FALSE(compared(a, b, {}).ok());
}

TEST(Comparison, refuses_a_run_that_calls_itself_wrong) {
  RunRecord a = run_a(), b = run_b(1);
  b.params["driver"] = "580.126";
  b.params["state"] = "sick";
  b.params["result.verdict"] = "invalid";
  b.params["result.verdict.why"] = "3 of 4096 results are wrong";
  const auto refused = compared(a, b, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().what.find("3 of 4096"), std::string::npos) << refused.error().what;
  EXPECT_TRUE(compared(a, b, {.force = true}).ok());
}

TEST(Comparison, names_each_difference_where_it_was_forced) {
  RunRecord a = run_a(), b = run_b(1);
  b.params["driver"] = "580.126";
  b.params["state"] = "sick";
  const auto comparison = compared(a, b, {.force = true});
  ASSERT_TRUE(comparison.ok());
  EXPECT_EQ(comparison->differences.size(), 2U);
  EXPECT_FALSE(comparison->differences[0].is_meant);
}

TEST(Comparison, passes_over_parameters_that_are_results) {
  EXPECT_TRUE(compared(run_a(), run_b(1), {})->differences.empty());
}

TEST(Comparison, needs_a_metric_in_common_and_two_runs) {
  RunRecord other = run_b(1);
  other.series[0].metric = "gemm.other.block";
  EXPECT_EQ(compared(run_a(), other, {}).error().kind, Error::Kind::invalid);
  EXPECT_EQ(compared(run_a(), run_a(), {}).error().kind, Error::Kind::invalid);
}

TEST(Comparison, notes_what_only_one_run_measured) {
  RunRecord a = run_a(), b = run_b(1);
  a.series.push_back(block_series("mine.block", Unit::none, kNear));
  b.series.push_back(block_series("yours.block", Unit::none, kNear));
  a.series.push_back(block_series("odd.block", Unit::none, kNear));
  b.series.push_back(block_series("odd.block", Unit::seconds, kNear));
  const auto comparison = compared(a, b, {});
  EXPECT_EQ(comparison->metrics.size(), 1U);
  EXPECT_EQ(comparison->notes,
            (std::vector<std::string>{"mine.block was measured in A only",
                                      "odd.block was measured in A only: B has another unit",
                                      "yours.block was measured in B only"}));
}

RunRecord with_metric(RunRecord record, double factor) {
  record.series.push_back(block_series("energy.block", Unit::joules, times(kAlsoNear, factor)));
  return record;
}

TEST(Comparison, of_several_metrics_tells_the_worst_and_what_speaks_against_it) {
  const auto mixed = compared(with_metric(run_a(), 1), with_metric(run_b(1.05), 1.1), {});
  EXPECT_EQ(mixed->verdict, Verdict::slower);
  EXPECT_EQ(mixed->headline, "B is slower: energy 10.0 % more; but faster: gemm.rate 5.0 % more");
  const auto faster = compared(with_metric(run_a(), 1), with_metric(run_b(1.05), 1), {});
  EXPECT_EQ(faster->verdict, Verdict::faster);
  EXPECT_EQ(compared(with_metric(run_a(), 1), with_metric(run_b(1), 1), {})->verdict,
            Verdict::equivalent);
}

TEST(Comparison, corrects_for_the_number_of_metrics) {
  const double one = compared(run_a(), run_b(1.004), {})->metrics[0].shift.p_different;
  RunRecord a = run_a(), b = run_b(1.004);
  for (int i = 0; i < 4; ++i) {
    const std::string name = "m" + std::to_string(i) + ".block";
    a.series.push_back(block_series(name, Unit::none, kNear));
    b.series.push_back(block_series(name, Unit::none, kAlsoNear));
  }
  EXPECT_DOUBLE_EQ(compared(a, b, {})->metrics[0].shift.p_different, 5 * one);
}

TEST(Comparison, of_runs_that_did_not_take_turns_says_so) {
  RunRecord b = run_b(1.05);
  b.begun = 3'600'000'000'000;
  const auto comparison = compared(run_a(), b, {});
  EXPECT_EQ(comparison->verdict, Verdict::faster);
  ASSERT_EQ(comparison->notes.size(), 1U);
  EXPECT_NE(comparison->notes[0].find("did not take turns"), std::string::npos);
  EXPECT_TRUE(compared(run_a(), run_b(1.05), {})->notes.empty());
}

TEST(Comparison, does_not_trust_a_run_that_drifts_into_the_other) {
  RunRecord a = run_a(), b = run_b(0.95);
  for (std::size_t i = 0; i < 8; ++i) a.series[0].values[i] = 200 - 1.2 * static_cast<double>(i);
  EXPECT_EQ(compared(a, b, {})->verdict, Verdict::slower);
  b.begun = 3'600'000'000'000;
  const auto comparison = compared(a, b, {});
  EXPECT_EQ(comparison->verdict, Verdict::cannot_tell);
  EXPECT_NE(comparison->metrics[0].why.find("A drifts"), std::string::npos);
  // A metric of which nothing is known, put before it, changes nothing.
  for (RunRecord* const run : {&a, &b})
    run->series.insert(run->series.begin(),
                       block_series("a.block", Unit::none, std::vector<double>(8, NAN)));
  const auto both = compared(a, b, {});
  ASSERT_TRUE(both.ok());
  EXPECT_EQ(both->verdict, Verdict::cannot_tell);
}

TEST(Comparison, tells_its_own_version_from_a_parameter_of_that_name) {
  RunRecord a = run_a(), b = run_b(1);
  a.params["version"] = "vllm 1";
  b.params["version"] = "vllm 2";
  EXPECT_FALSE(compared(a, b, {}).ok());
}

TEST(Comparison, does_not_trust_ranks_where_one_run_is_much_more_restless) {
  RunRecord a = run_a(), b = run_b(1);
  // Greater in all but one of 8, which ranks alone would take for a shift.
  b.series[0].values = {205, 230, 210, 240, 220, 250, 190, 215};
  const MetricComparison metric = only_metric(a, b);
  EXPECT_LT(metric.shift.p_different, 0.05);
  EXPECT_EQ(metric.verdict, Verdict::cannot_tell);
  EXPECT_NE(metric.why.find("varies much more"), std::string::npos);
  b.series[0].values[6] = 203;
  EXPECT_EQ(only_metric(a, b).verdict, Verdict::faster);
}

TEST(Comparison, does_not_know_a_shift_from_nothing) {
  RunRecord a = run_a();
  a.series[0].values = Values(8, 0.0);
  const MetricComparison metric = only_metric(a, run_b(1));
  EXPECT_EQ(metric.verdict, Verdict::cannot_tell);
  EXPECT_TRUE(std::isnan(metric.shift.size));
}

TEST(Comparison, does_not_compare_more_blocks_than_it_has_room_for) {
  const auto many = [](const char* id) {
    return block_run(id, {block_series("m.block", Unit::none, Values(kMostBlocks + 1, 1.0))});
  };
  const MetricComparison metric = only_metric(many("a"), many("b"));
  EXPECT_EQ(metric.verdict, Verdict::cannot_tell);
  EXPECT_EQ(metric.why, "more than 2000 blocks a run");
}

TEST(Comparison, in_JSON_has_null_for_what_is_not_known) {
  RunRecord a = run_a();
  a.series[0].at.resize(2);
  a.series[0].values.resize(2);
  const Json json = to_json(*compared(a, run_b(1), {}));
  EXPECT_EQ(json.text("verdict"), "cannot-tell");
  const Json& metric = (*json.find("metrics")->as_array())[0];
  EXPECT_EQ(metric.text("metric"), "gemm.rate");
  EXPECT_TRUE(metric.find("shift")->find("p_different")->is_null());
  EXPECT_TRUE(metric.find("per_clock")->is_null());
  EXPECT_EQ(*metric.find("blocks_needed")->as_int(), 6);
  EXPECT_EQ(compare_verdict("cannot-tell"), Verdict::cannot_tell);
  EXPECT_EQ(compare_verdict("better"), std::nullopt);
}

}  // namespace
}  // namespace gb10
