#include "report/comparison.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace gb10 {
namespace {

RunComparison sample() {
  RunComparison out;
  out.a = "20261128-171502-1";
  out.b = "20261128-171502-2";
  out.margin = 0.015;
  out.confidence = 0.95;
  out.verdict = CompareVerdict::slower;
  out.headline = "B is slower: gemm.rate 5.0 % less";
  MetricComparison metric;
  metric.metric = "copy.rate";
  metric.unit = Unit::bytes_per_second;
  metric.verdict = CompareVerdict::slower;
  metric.why = "chance alone does so with p = 0.001";
  metric.a = {8, 231e9, 230e9, 232e9, ConfidenceInterval{230.5e9, 231.5e9}, {}};
  metric.b = {8, 219e9, 20e9, 220e9, ConfidenceInterval{218e9, 220e9}, {{30, 20e9, -12.3}}};
  metric.shift = {-0.05, ConfidenceInterval{-0.061, -0.04}, 0.001, 1};
  out.metrics.push_back(metric);
  return out;
}

bool says(const RunComparison& comparison, std::string_view words, std::size_t width = 120) {
  const std::string all = text(comparison, {.color = false, .width = width, .all = false});
  const bool found = all.find(words) != std::string::npos;
  EXPECT_TRUE(found) << words << "\n" << all;
  return found;
}

TEST(ComparisonText, begins_with_the_verdict_and_shows_what_it_rests_on) {
  const std::string all = text(sample(), {.color = false, .width = 120, .all = false});
  EXPECT_TRUE(all.starts_with("B is slower: gemm.rate 5.0 % less\n")) << all;
  says(sample(), "slower: 231 GB/s -> 219 GB/s, -5.0 % (-6.1 to -4.0 %)");
  says(sample(), "A 8 blocks, 230 GB/s to 232 GB/s, median 231 GB/s (230 GB/s to 232 GB/s)");
  says(sample(), "B, unlike its others, but counted: 20 GB/s at 30 s (Z -12.3)\n");
  says(sample(), "no shift below 1.5 %");
}

TEST(ComparisonText, says_not_known_and_too_few_instead_of_a_number) {
  RunComparison comparison = sample();
  comparison.metrics[0].shift = {};
  comparison.metrics[0].b = {};
  comparison.metrics[0].a.interval.reset();
  comparison.metrics[0].verdict = CompareVerdict::cannot_tell;
  comparison.metrics[0].blocks_needed = 6;
  says(comparison, "cannot tell: 231 GB/s -> not known, not known");
  says(comparison, "(too few for an interval)");
  says(comparison, "B 0 blocks");
  says(comparison, "it would take about 6 blocks a run");
}

TEST(ComparisonText, names_some_of_many_odd_blocks) {
  RunComparison comparison = sample();
  comparison.metrics[0].b.odd.resize(5, comparison.metrics[0].b.odd[0]);
  says(comparison, "(Z -12.3), 2 more\n", 200);
}

TEST(ComparisonText, does_not_call_energy_slow) {
  RunComparison comparison = sample();
  comparison.metrics[0].unit = Unit::joules;
  comparison.metrics[0].higher_is_better = false;
  says(comparison, "worse: ");
}

TEST(ComparisonText, names_each_difference_and_each_note) {
  RunComparison comparison = sample();
  comparison.differences = {{"driver", "580.95", "580.126", false},
                            {"library", std::nullopt, "13.1", true}};
  comparison.notes = {"A and B did not take turns"};
  says(comparison, "driver: 580.95 -> 580.126 (not what is compared; forced)\n");
  says(comparison, "library: not said -> 13.1\n");
  says(comparison, "note       A and B did not take turns");
}

TEST(ComparisonText, keeps_to_the_width_and_lets_no_control_character_through) {
  RunComparison comparison = sample();
  comparison.differences = {{"driver\x1b[31m", std::string(300, 'x') + " y", "\n", false}};
  comparison.notes = {"bad\x07 note that is so long that it does not stand on a line of forty"};
  const std::string all = text(comparison, {.color = false, .width = 60, .all = false});
  EXPECT_EQ(all.find('\x1b'), std::string::npos);
  EXPECT_EQ(all.find('\x07'), std::string::npos);
  EXPECT_NE(text(sample(), {.color = true, .width = 60, .all = false}).find("\x1b[31m"),
            std::string::npos);
}

}  // namespace
}  // namespace gb10
