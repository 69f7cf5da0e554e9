#include "bench/mma_result.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gb10 {
namespace {

const MmaKernel& kernel(std::string_view type, std::string_view path) {
  for (const MmaKernel& each : mma_kernels()) {
    if (type == each.type->name && path == each.path) return each;
  }
  ADD_FAILURE() << "no " << type << " by " << path;
  return mma_kernels()[0];
}

/// A GPU of 48 multiprocessors that does 1024 FLOP a clock of BF16.
GpuReference gb10_reference() {
  GpuReference out;
  out.name = "gb10";
  out.types = {{"bf16", 1024, {}, {}}, {"fp8", 2048, {}, {}}, {"nvfp4", 4096, {}, {}}};
  return out;
}

/// A run that does so many FLOP a clock at 2 GHz.
MmaOutcome outcome(std::string_view type, std::string_view path, double per_clock) {
  MmaOutcome out;
  out.kernel = &kernel(type, path);
  out.run.name = "mma." + std::string(type) + "." + std::string(path);
  out.run.unit = Unit::flop_per_second;
  for (int i = 0; i < 12; ++i) {
    out.run.at.push_back(i);
    out.run.rates.push_back(per_clock * 48 * 2e9);
    out.run.clocks.push_back(2e9);
  }
  out.check = {.checked = 1000, .wrong = 0, .blocks = 480, .per_clock = per_clock};
  return out;
}

TEST(MmaVerdict, gives_the_share_of_the_peak_by_the_counter) {
  const GpuReference reference = gb10_reference();
  const MmaJudged found = judged(outcome("bf16", "sync", 1000), 48, &reference);
  EXPECT_EQ(found.reason, "");
  EXPECT_DOUBLE_EQ(*found.peak, 1024);
  EXPECT_DOUBLE_EQ(*found.share, 1000.0 / 1024);
  EXPECT_DOUBLE_EQ(*found.by_driver, 1000);
}

TEST(MmaVerdict, sparse_ones_have_twice_the_peak_and_some_have_none) {
  const GpuReference reference = gb10_reference();
  EXPECT_DOUBLE_EQ(*judged(outcome("nvfp4_sparse", "121a", 8000), 48, &reference).peak, 8192);
  EXPECT_FALSE(judged(outcome("fp8_sum16", "sync", 8000), 48, &reference).peak);
  EXPECT_FALSE(judged(outcome("bf16", "sync", 8000), 48, nullptr).peak);
}

TEST(MmaVerdict, more_than_the_peak_is_no_number) {
  const GpuReference reference = gb10_reference();
  EXPECT_EQ(judged(outcome("bf16", "sync", 1040), 48, &reference).reason, "");
  EXPECT_EQ(judged(outcome("bf16", "sync", 2048), 48, &reference).reason, "over-peak");
  MmaOutcome slow_clock = outcome("bf16", "sync", 1000);
  slow_clock.run.clocks.assign(12, 1e9);
  EXPECT_EQ(judged(slow_clock, 48, &reference).reason, "over-peak");
  slow_clock.run.clocks.assign(12, NAN);  // nobody told one
  EXPECT_EQ(judged(slow_clock, 48, &reference).reason, "");
}

TEST(MmaVerdict, wrong_or_missing_work_is_no_number) {
  MmaOutcome some = outcome("bf16", "sync", 1000);
  some.check.wrong = 1;
  EXPECT_EQ(judged(some, 48, nullptr).reason, "wrong-results");
  some.check = {.checked = 10, .wrong = 0, .blocks = -1, .per_clock = 1000};
  EXPECT_EQ(judged(some, 48, nullptr).reason, "lost-work");
  some.check = {};
  EXPECT_EQ(judged(some, 48, nullptr).reason, "not-checked");
  some.run.rates.clear();
  EXPECT_EQ(judged(some, 48, nullptr).reason, "no-work");
}

/// A record of these.
RunRecord record_of(const std::vector<MmaOutcome>& outcomes) {
  const GpuReference reference = gb10_reference();
  ProbeRuns runs;
  for (const MmaOutcome& each : outcomes) runs.runs.push_back(each.run);
  RunRecord out;
  add_to(out, {outcomes, runs, 48, &reference, {"mxfp8 by 120f: no such code"}});
  return out;
}

TEST(MmaRecord, names_the_ceiling_of_a_type_and_who_reached_it) {
  const RunRecord record =
      record_of({outcome("nvfp4", "120f", 4000), outcome("nvfp4", "121a", 3000)});
  ASSERT_NE(record.find("mma.nvfp4.ceiling"), nullptr);
  EXPECT_DOUBLE_EQ(record.find("mma.nvfp4.ceiling")->value, 4000 * 48 * 2e9);
  EXPECT_EQ(record.find("mma.nvfp4.ceiling")->how, "by 120f");
  EXPECT_DOUBLE_EQ(record.find("mma.nvfp4.121a.clock.counted")->value, 2e9);
  EXPECT_EQ(record.params.at("result.kernels"), "mma.nvfp4.120f mma.nvfp4.121a");
  EXPECT_EQ(record.params.at("result.verdict"), "measured");
  EXPECT_EQ(record.notes.back(), "refused: mxfp8 by 120f: no such code");
}

TEST(MmaRecord, holds_no_figure_and_no_series_of_what_is_invalid) {
  const RunRecord record = record_of({outcome("bf16", "sync", 2048)});
  EXPECT_TRUE(std::isnan(record.find("mma.bf16.sync")->value));
  EXPECT_EQ(record.find("mma.bf16.ceiling"), nullptr);
  for (const Series& each : record.series) EXPECT_NE(each.metric, "mma.bf16.sync.block");
  EXPECT_EQ(record.params.at("result.verdict"), "invalid");
  EXPECT_EQ(record.params.at("result.verdict.reason.mma.bf16.sync"), "over-peak");
  // On a GB10 it says what the number was to settle.
  // What is left settles nothing.
  EXPECT_EQ(record.notes.front().find("213"), std::string::npos) << record.notes.front();
}

TEST(MmaRecord, what_was_cut_before_it_began_is_not_called_invalid) {
  MmaOutcome cut = outcome("nvfp4", "121a", 4000);
  cut.run.rates.clear();
  cut.run.at.clear();
  cut.run.clocks.clear();
  const RunRecord record = record_of({outcome("nvfp4", "120f", 4000), cut});
  EXPECT_EQ(record.params.at("result.verdict.mma.nvfp4.121a"), "not measured");
  EXPECT_EQ(record.params.at("result.verdict"), "measured");
  EXPECT_TRUE(std::isnan(record.find("mma.nvfp4.121a")->value));
}

}  // namespace
}  // namespace gb10
