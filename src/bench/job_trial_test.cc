#include "bench/job_trial.h"

#include <cmath>

#include <gtest/gtest.h>

#include "bench/comparison.h"

namespace gb10 {
namespace {

/// What the driver says of a run that draws so much.
std::vector<GpuSample> samples(double power, double clock, std::uint64_t reasons = 0) {
  std::vector<GpuSample> out;
  for (const double more : {-2.0, 0.0, 2.0}) {
    GpuSample one;
    one.power = power + more;
    one.sm_clock = clock;
    one.temperature = 60 + more;
    one.reasons = reasons;
    out.push_back(one);
  }
  return out;
}

/// Some tenths of a percent, another one for each block.
double noise(int number) { return 1 + 0.0002 * ((number * 7) % 11 - 5); }

/// A trial in which B takes `slower` times as long and draws `cheaper` times as much.
JobTrial trial(int blocks, double slower, double cheaper) {
  JobTrial out;
  out.profile = "cool";
  out.command = {"train", "--steps", "10"};
  out.params = {{"driver", "580.142"}};
  out.settings = {{"vm.swappiness", {"60", "10"}}};
  out.id = "20261128-171502-4711";
  out.version = "0.1.0";
  double joules = 1000, at = 0;
  for (const JobSide side : job_turns(blocks)) {
    const bool with = side == JobSide::with;
    JobBlock block;
    const int number = static_cast<int>(out.blocks.size());
    block.side = side;
    block.seconds = 10 * (with ? slower : 1) * noise(number);
    block.at = at += block.seconds;
    block.cpu = 4;
    block.samples = samples(with ? 80 * cheaper : 80, with ? 2200e6 : 2400e6, with ? 0x4 : 0);
    block.counted_first = joules;
    joules += 800 * (with ? cheaper : 1) * noise(number + 3);
    block.counted_last = joules;
    out.blocks.push_back(std::move(block));
  }
  return out;
}

TEST(JobTrial, takes_turns_a_b_b_a) {
  constexpr JobSide a = JobSide::without, b = JobSide::with;
  EXPECT_EQ(job_turns(2), (std::vector<JobSide>{a, b, b, a}));
  EXPECT_EQ(job_turns(4), (std::vector<JobSide>{a, b, b, a, a, b, b, a}));
}

TEST(JobTrial, says_gain_and_price_in_one_line) {
  const auto found = job_verdict(trial(6, 1.021, 0.83));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->comparison.headline,
            "cool: 2.1 % slower (2.0 to 2.2), 17.0 % less energy (16.9 to 17.1)");
  EXPECT_EQ(found->comparison.verdict, CompareVerdict::slower);
  EXPECT_EQ(job_verdict(trial(6, 0.9, 1.2))->comparison.headline,
            "cool: 10.0 % faster (9.9 to 10.1), 19.9 % more energy (19.8 to 20.1)");
}

TEST(JobTrial, calls_sides_that_are_alike_alike) {
  const auto found = job_verdict(trial(6, 1, 1));
  EXPECT_EQ(found->comparison.verdict, CompareVerdict::equivalent);
  EXPECT_TRUE(found->comparison.headline.starts_with("cool: as fast within 1.5 % ("));
  EXPECT_NE(found->comparison.headline.find("as much energy within 1.5 %"), std::string::npos);
}

TEST(JobTrial, cannot_tell_from_fewer_than_six_blocks_a_side) {
  const auto found = job_verdict(trial(4, 2, 0.5));
  EXPECT_EQ(found->comparison.headline, "cool: cannot tell: 4 blocks a side, 6 are the least");
  EXPECT_EQ(found->comparison.verdict, CompareVerdict::cannot_tell);
}

TEST(JobTrial, what_drifts_while_both_take_turns_is_no_gain) {
  JobTrial drifting = trial(6, 1, 1);
  for (std::size_t i = 0; i < drifting.blocks.size(); ++i)
    drifting.blocks[i].seconds *= 1 + 0.02 * static_cast<double>(i);
  const auto found = job_verdict(drifting);
  EXPECT_EQ(found->comparison.verdict, CompareVerdict::cannot_tell);
  EXPECT_LT(std::fabs(found->comparison.metrics.front().shift.size), 0.03);
}

TEST(JobTrial, a_block_that_is_unlike_the_others_is_shown_and_counts) {
  JobTrial one = trial(6, 1, 1);
  one.blocks[1].seconds = 30;
  const auto found = job_verdict(one);
  const BlockSide& b = found->comparison.metrics.front().b;
  EXPECT_EQ(b.blocks, 6);
  EXPECT_EQ(b.most, 30);
  ASSERT_EQ(b.odd.size(), 1U);
  EXPECT_EQ(b.odd.front().value, 30);
}

TEST(JobTrial, counts_energy_in_all_blocks_alike) {
  JobTrial one = trial(6, 1.021, 0.83);
  EXPECT_EQ(energy_source(one), JobEnergy::counted);
  EXPECT_EQ(job_records(one).with.find("gpu.energy")->evidence, "reported");
  one.blocks[3].counted_last.reset();
  EXPECT_EQ(energy_source(one), JobEnergy::computed);
  const RunRecord without = job_records(one).without;
  EXPECT_EQ(without.find("gpu.energy")->evidence, "computed");
  EXPECT_NEAR(without.find("gpu.energy")->value, 800, 2);
  one.blocks[3].counted_last = *one.blocks[3].counted_first - 1;  // a driver that was loaded anew
  EXPECT_EQ(energy_source(one), JobEnergy::computed);
}

TEST(JobTrial, energy_that_nobody_tells_is_not_known) {
  JobTrial one = trial(6, 1.021, 0.83);
  one.gpu_unknown = "there is no driver";
  for (JobBlock& block : one.blocks) {
    block.counted_first.reset();
    block.samples.clear();
  }
  const RunRecord record = job_records(one).with;
  EXPECT_TRUE(std::isnan(record.find("gpu.energy")->value));
  EXPECT_EQ(record.find("gpu.energy")->how, "there is no driver");
  const auto found = job_verdict(one);
  EXPECT_EQ(found->comparison.headline, "cool: 2.1 % slower (2.0 to 2.2), energy not known");
  EXPECT_EQ(found->limits_a, "not known");
  EXPECT_TRUE(std::isnan(found->price[2].a));
}

TEST(JobTrial, takes_what_the_job_says_of_itself_for_its_gain) {
  JobTrial scored = trial(6, 3, 0.5);
  for (JobBlock& block : scored.blocks)
    block.score = (block.side == JobSide::with ? 110 : 100) * noise(static_cast<int>(block.at));
  const auto found = job_verdict(scored);
  EXPECT_TRUE(found->comparison.headline.starts_with("cool: 10.0 % higher score ("))
      << found->comparison.headline;
  EXPECT_EQ(found->comparison.metrics.size(), 2U);
  JobTrial worked = trial(6, 1, 1);
  for (JobBlock& block : worked.blocks) block.work = block.side == JobSide::with ? 50 : 40;
  const auto rate = job_verdict(worked);
  EXPECT_TRUE(rate->comparison.headline.starts_with("cool: 24.9 % faster ("))
      << rate->comparison.headline;
  EXPECT_NE(rate->comparison.headline.find("20.0 % less energy for its work ("), std::string::npos)
      << rate->comparison.headline;
  EXPECT_NEAR(job_records(worked).without.find("gpu.energy_of_work")->value, 20, 0.1);
}

TEST(JobTrial, a_shift_of_the_clock_alone_is_called_so) {
  JobTrial one = trial(6, 1.1, 0.8);
  for (JobBlock& block : one.blocks) {
    for (GpuSample& sample : block.samples)
      sample.sm_clock = block.side == JobSide::with ? 2000e6 : 2200e6;
  }
  EXPECT_TRUE(job_verdict(one)->comparison.headline.starts_with(
      "cool: 10.0 % slower (9.9 to 10.2), only by its clock, 20.0 % less energy"))
      << job_verdict(one)->comparison.headline;
}

TEST(JobTrial, names_what_held_the_clock_back) {
  JobTrial one = trial(6, 1, 1);
  one.blocks[2].samples.clear();
  const auto found = job_verdict(one);
  EXPECT_EQ(found->limits_a, "never");
  EXPECT_EQ(found->limits_b, "sw_power_cap in 5 of 6 blocks; not known in 1");
}

TEST(JobTrial, its_records_differ_in_the_profile_alone) {
  const JobRecords records = job_records(trial(6, 1.021, 0.83));
  EXPECT_TRUE(compared(records.without, records.with, {.by = "profile"}).ok());
  EXPECT_FALSE(compared(records.without, records.with, {}).ok());
  EXPECT_EQ(records.without.params.at("profile.vm.swappiness"), "60");
  EXPECT_EQ(records.with.params.at("profile.vm.swappiness"), "10");
  EXPECT_EQ(records.with.params.at("command"), "train --steps 10");
  EXPECT_NE(records.without.id, records.with.id);
}

}  // namespace
}  // namespace gb10
