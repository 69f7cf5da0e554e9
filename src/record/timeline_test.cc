#include "record/timeline.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

constexpr Freshness kWhole{.whole = true, .gpu = false};

Reading with(std::size_t index, double value) {
  Reading reading;
  reading.values[index] = value;
  return reading;
}

const Series* named(const std::vector<Series>& all, std::string_view name) {
  for (const Series& each : all) {
    if (each.metric == name) return &each;
  }
  return nullptr;
}

TEST(Timeline, levels_have_a_mean_and_ends) {
  constexpr std::size_t kFree = metric("memory.free");
  Timeline timeline;
  for (const double value : {10.0, 40.0, 16.0})
    timeline.add(with(kFree, value), value / 10, kWhole);
  EXPECT_EQ(timeline.of(kFree).mean(), 22);
  EXPECT_EQ(timeline.of(kFree).least(), 10);
  EXPECT_EQ(timeline.of(kFree).most(), 40);
  EXPECT_EQ(timeline.of(kFree).first(), 10);
  EXPECT_EQ(timeline.of(kFree).last(), 16);
}

TEST(Timeline, a_rate_comes_to_what_the_counter_grew) {
  constexpr std::size_t kRead = metric("disk.read");
  Timeline timeline;
  timeline.add(with(kRead, kNotKnown), 0, kWhole);
  timeline.add(with(kRead, 100), 1, kWhole);
  timeline.add(with(kRead, 10), 3, kWhole);
  EXPECT_EQ(timeline.of(kRead).total(), 120);
  EXPECT_EQ(timeline.of(kRead).mean(), 40);
}

TEST(Timeline, what_is_never_known_has_no_series_and_no_number) {
  Timeline timeline;
  timeline.add(Reading(), 0, kWhole);
  timeline.add(Reading(), 1, kWhole);
  EXPECT_TRUE(timeline.series().empty());
  const Trace& trace = timeline.of(metric("memory.free"));
  for (const double value : {trace.mean(), trace.least(), trace.most(), trace.total()})
    EXPECT_TRUE(std::isnan(value));
}

TEST(Timeline, a_reading_keeps_only_what_was_read_anew) {
  Reading reading = with(metric("memory.free"), 5);
  reading.values[metric("cpu.load")] = 2;
  reading.values[metric("gpu.power")] = 30;
  Timeline timeline;
  timeline.add(reading, 0, kWhole);
  timeline.add(reading, 0.1, {});
  timeline.add(reading, 0.2, {.whole = false, .gpu = true});
  const std::vector<Series> all = timeline.series();
  EXPECT_EQ(named(all, "memory.free")->at, (std::vector<double>{0, 0.1, 0.2}));
  EXPECT_EQ(named(all, "cpu.load")->at, (std::vector<double>{0}));
  EXPECT_EQ(named(all, "gpu.power")->at, (std::vector<double>{0.2}));
}

TEST(Trace, a_long_run_gets_coarser_and_keeps_its_peak) {
  Trace trace;
  const std::size_t count = 5 * Trace::kMost;
  for (std::size_t i = 0; i < count; ++i)
    trace.add(static_cast<double>(i), i == 77777 ? 1e9 : 1, 1);
  EXPECT_LE(trace.at().size(), Trace::kMost);
  EXPECT_GE(trace.at().size(), Trace::kMost / 2);
  EXPECT_EQ(trace.most(), 1e9);
  EXPECT_EQ(trace.count(), count);
  const double step = trace.at()[1] - trace.at()[0];
  EXPECT_EQ(step, 8);
  for (std::size_t i = 1; i < trace.at().size(); ++i)
    ASSERT_EQ(trace.at()[i] - trace.at()[i - 1], step) << i;
}

}  // namespace
}  // namespace gb10
