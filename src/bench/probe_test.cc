#include "bench/probe.h"

#include <gtest/gtest.h>

#include <thread>

#include "gpu/fake_cuda.h"

namespace gb10 {
namespace {

using std::chrono::milliseconds;

/// Two probes of which one takes twice as long, and the order in which their blocks ended.
class ProbeTurns : public testing::Test {
 protected:
  Probe probe(const char* name, milliseconds takes) {
    return {name, Unit::bytes_per_second, 1e6, [this, takes]() -> Result<void> {
              ++launches_;
              std::this_thread::sleep_for(takes);
              return {};
            }};
  }
  Result<ProbeRuns> run(const ProbeMeasure& measure) {
    const auto stream = cuda_.stream();
    if (!stream.ok()) return stream.error();
    return probed(cuda_, *stream, probes_, measure);
  }

  Cuda cuda_{fake_cuda()};
  std::vector<Probe> probes_ = {probe("fast", milliseconds(2)), probe("slow", milliseconds(4))};
  int launches_ = 0;
};

TEST_F(ProbeTurns, take_turns_forth_and_back_and_count_what_is_finished) {
  std::string order;
  ProbeMeasure measure{.blocks = 4, .block_seconds = 0.02, .warm_seconds = 0};
  measure.told = [&](const ProbeRun& run) { order += run.name[0]; };
  const auto found = run(measure);
  ASSERT_TRUE(found.ok()) << found.error().what;
  EXPECT_EQ(order, "fssffssf");
  ASSERT_EQ(found->runs.size(), 2U);
  ASSERT_EQ(found->runs[0].rates.size(), 4U);
  for (const double rate : found->runs[0].rates) {
    EXPECT_LE(rate, 1e6 / 0.002);
    EXPECT_GT(rate, 0);
  }
  for (const double rate : found->runs[1].rates) EXPECT_LE(rate, 1e6 / 0.004);
  EXPECT_TRUE(std::isnan(found->runs[0].clocks[0]));  // nobody told a clock, and none is invented
}

TEST_F(ProbeTurns, end_when_they_must_and_keep_what_is_whole) {
  int blocks = 0;
  ProbeMeasure measure{.blocks = 50, .block_seconds = 0.005, .warm_seconds = 0};
  measure.must_end = [&](const std::optional<GpuSample>&) {
    return ++blocks == 3 ? EarlyEnd{CutBy::heat, "ended early: the GPU came to 90 °C"} : EarlyEnd{};
  };
  const auto found = run(measure);
  ASSERT_TRUE(found.ok()) << found.error().what;
  EXPECT_EQ(found->runs[0].rates.size() + found->runs[1].rates.size(), 3U);
  RunRecord record;
  add_to(record, *found);
  EXPECT_EQ(record.params["result.cut"], "ended early: the GPU came to 90 °C");
  EXPECT_EQ(record.notes.size(), 1U);
}

TEST_F(ProbeTurns, keep_the_blocks_with_the_clock_that_was_told) {
  ProbeMeasure measure{.blocks = 6, .block_seconds = 0.005, .warm_seconds = 0};
  measure.sample = [] {
    GpuSample sample;
    sample.sm_clock = 2e9;
    return std::optional(sample);
  };
  const auto found = run(measure);
  ASSERT_TRUE(found.ok()) << found.error().what;
  RunRecord record;
  add_to(record, *found);
  ASSERT_NE(record.find("fast"), nullptr);
  EXPECT_GE(record.find("fast")->value, record.find("fast.lowest")->value);
  EXPECT_EQ(found->runs[1].clocks, std::vector<double>(6, 2e9));
  const auto has = [&](const char* metric) {
    return std::any_of(record.series.begin(), record.series.end(),
                       [&](const Series& each) { return each.metric == metric; });
  };
  EXPECT_TRUE(has("fast.block") && has("slow.block") && has("gpu.sm_clock"));
}

TEST_F(ProbeTurns, hand_on_what_a_launch_says) {
  probes_[1].enqueue = []() -> Result<void> {
    return Error{Error::Kind::failed, "cuLaunchKernel: CUDA_ERROR_FAKE (700)"};
  };
  const auto found = run({.blocks = 2});
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().what, "cuLaunchKernel: CUDA_ERROR_FAKE (700)");
}

TEST(RateWords, give_an_interval_only_where_there_are_enough) {
  const std::vector<double> few = {1e9, 2e9, 3e9};
  EXPECT_EQ(rate_words(few, 1e9), "2.0 (1.0 to 3.0)");
  std::vector<double> many;
  for (int i = 1; i <= 20; ++i) many.push_back(i * 1e9);
  EXPECT_EQ(rate_words(many, 1e9), "10.5 (6.0 to 15.0)");
  EXPECT_EQ(rate_words({}, 1e9), "not known");
}

}  // namespace
}  // namespace gb10
