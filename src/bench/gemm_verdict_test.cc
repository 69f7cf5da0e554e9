#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "base/text.h"
#include "bench/gates.h"
#include "bench/gemm_result.h"
#include "host/fake_host.h"

namespace gb10 {
namespace {

const GpuReference& gb10_reference() {
  static const GpuReference found = [] {
    const FakeHost host;
    const auto all = gpu_references(*data_files(host, "gpus", {}));
    return *reference_of(*all, Version{"12.1"});
  }();
  return found;
}

TEST(GpuReferences, say_the_same_as_the_gates_for_the_numbers_of_others) {
  const GpuCeilings gates = ceilings_of(gb10_reference());
  for (const GemmReference& type : gb10_reference().types) {
    const auto peak = dense_peak(gates, type.type, 1);
    ASSERT_TRUE(peak) << type.type;
    EXPECT_EQ(*peak, type.flop_per_clock * gates.sms) << type.type;
  }
}

/// 60 seconds of a GB10 with the clock, power and rate that `at` says.
struct Moment {
  double rate = 94e12, clock = 2300e6, power = 91, temperature = 75;
  std::uint64_t reasons = 4;  // power cap
};

GemmRun timeline(const std::function<Moment(double)>& at) {
  GemmRun out;
  out.wish.type = gemm_type("fp16");
  out.processors = 48;
  out.flop_of_batch = 1e12;
  out.before.checked = out.after.checked = 4096;
  for (double seconds = 0.05; seconds < 60; seconds += 0.05) {
    const Moment moment = at(seconds);
    out.batches.push_back({seconds, out.flop_of_batch / moment.rate});
    out.samples.push_back(
        {seconds, 0.96, moment.clock, moment.power, moment.temperature, moment.reasons});
  }
  return out;
}

GemmVerdict verdict(const GemmRun& run) {
  return verdict_of(run, summary_of(run, &gb10_reference()), &gb10_reference());
}
GemmVerdict verdict_at(const Moment& moment) {
  return verdict(timeline([&](double) { return moment; }));
}

TEST(GemmVerdicts, know_each_state) {
  EXPECT_EQ(verdict_at({}).verdict, "healthy");
  EXPECT_EQ(verdict_at({.rate = 62.7e12}).verdict, "software");
  const GemmVerdict stuck =
      verdict_at({.rate = 36.5e12, .clock = 799e6, .power = 19.5, .reasons = 0});
  EXPECT_EQ(stuck.reason, "pinned-clock");
  EXPECT_NE(stuck.remedy.find("out of the wall"), std::string::npos);
  EXPECT_EQ(verdict_at({.rate = 70e12, .clock = 1700e6, .power = 70, .reasons = 0x40}).reason,
            "hw_thermal_slowdown");
  EXPECT_EQ(verdict_at({.rate = 80e12, .clock = 1900e6, .power = 70}).reason, "low-clock");
  EXPECT_EQ(verdict_at({.rate = 125e12}).reason, "over-the-ceiling");
}

TEST(GemmVerdicts, call_no_kernel_slow_where_something_else_is) {
  // The slow state in which only some kernels suffer: the clock is fine, the power is not.
  EXPECT_EQ(verdict_at({.rate = 28e12, .power = 35}).reason, "low-power");
  GemmRun run = timeline([](double) { return Moment{.rate = 60e12}; });
  run.others = "4711";
  EXPECT_EQ(verdict(run).reason, "others-on-the-gpu");
  run.others.clear();
  run.wish.m = run.wish.n = 65536;
  run.wish.k = 64;
  EXPECT_EQ(verdict(run).reason, "other-shape");
}

TEST(GemmVerdicts, take_no_reasons_for_unknown_ones) {
  GemmRun run = timeline(
      [](double) { return Moment{.rate = 36e12, .clock = 799e6, .power = 19.5, .reasons = 0}; });
  for (GpuSample& sample : run.samples) sample.reasons.reset();
  EXPECT_EQ(verdict(run).reason, "low-clock");
}

TEST(GemmVerdicts, say_what_cut_a_run) {
  GemmRun run = timeline([](double) { return Moment{}; });
  run.cut = {CutBy::heat, "too hot"};
  EXPECT_EQ(verdict(run).reason, "heat-stop");
  run.cut.why = CutBy::memory;
  EXPECT_EQ(verdict(run).verdict, "cannot tell");
  run.cut.why = CutBy::failed;
  EXPECT_EQ(verdict(run).verdict, "invalid");
}

TEST(GemmWindows, hold_every_batch_to_the_last) {
  for (int batches = 1; batches < 200; ++batches) {
    GemmRun run;
    run.flop_of_batch = 1;
    double at = 0;
    for (int i = 0; i < batches; ++i) run.batches.push_back({at += 0.0377, 0.0377});
    for (const double parts : {1.0, 3.0, 20.0}) {
      double seconds = 0;
      for (const GemmWindow& window : windows_of(run, at / parts)) seconds = window.at;
      EXPECT_EQ(seconds, at) << batches << " batches in " << parts;
    }
  }
}

TEST(GemmEnergies, are_the_counters_where_it_was_read) {
  GemmRun run = timeline([](double) { return Moment{}; });
  RunRecord plain;
  const GemmSummary summary = summary_of(run, nullptr);
  add_to(plain, run, summary, {});
  EXPECT_EQ(plain.find("gemm.energy")->evidence, "computed");
  EXPECT_NEAR(plain.find("gemm.energy")->value, 91.0 / 94, 1e-3);
  for (GpuSample& sample : run.samples) sample.energy = 1000 + 188 * sample.seconds;
  RunRecord counted;
  add_to(counted, run, summary, {});
  EXPECT_EQ(counted.find("gemm.energy")->evidence, "measured");
  EXPECT_NEAR(counted.find("gemm.energy")->value, 2, 0.01);
}

TEST(GemmVerdicts, do_not_judge_what_is_missing) {
  GemmRun run = timeline([](double) { return Moment{}; });
  for (GpuSample& sample : run.samples) sample.power.reset();
  EXPECT_EQ(verdict(run).reason, "no-telemetry");
  run.samples.clear();
  EXPECT_EQ(verdict(run).reason, "no-telemetry");
  run = timeline([](double) { return Moment{}; });
  EXPECT_EQ(verdict_of(run, summary_of(run, nullptr), nullptr).reason, "no-reference");
  run.wish.m = 512;
  EXPECT_EQ(verdict(run).reason, "other-shape");
  run.after.wrong = 1;
  EXPECT_EQ(verdict(run).reason, "wrong-results");
  run.after = {};
  EXPECT_EQ(verdict(run).reason, "not-checked");
  run.batches.clear();
  EXPECT_EQ(verdict(run).reason, "no-work");
}

TEST(GemmVerdicts, tell_the_decay_apart_from_the_steady_rate) {
  const GemmRun run =
      timeline([](double seconds) { return Moment{.rate = seconds < 10 ? 97.9e12 : 94.1e12}; });
  const GemmSummary summary = summary_of(run, &gb10_reference());
  EXPECT_NEAR(summary.first, 97.9e12, 0.1e12);
  EXPECT_NEAR(summary.steady, 94.1e12, 0.1e12);
  EXPECT_NEAR(*summary.ceiling, 1024 * 48 * 2300e6, 1);
}

/// Every suite of the readings of a healthy unit, as if it had been a run.
TEST(GemmVerdicts, find_nothing_in_the_readings_of_a_healthy_unit) {
  const char* const shared = std::getenv("GB10_SHARED");
  std::ifstream file(std::string(shared ? shared : "") + "/data/gb10-corpus/telemetry.csv");
  if (!file) GTEST_SKIP() << "the readings of a real unit are not here";
  std::map<std::string, GemmRun> runs;
  std::string line;
  std::getline(file, line);
  std::size_t rows = 0;
  while (std::getline(file, line)) {
    const std::vector<std::string_view> cells = split(line, ',');
    ASSERT_GE(cells.size(), 7U);
    ++rows;
    if (decimal_number(cells[6]).value_or(0) < 90) continue;
    GemmRun& run = runs[std::string(cells[0]) + std::string(cells[1])];
    const double at = 10.0 * static_cast<double>(run.samples.size() + 1);
    run.samples.push_back({at,
                           0.96,
                           *decimal_number(cells[5]) * 1e6,
                           *decimal_number(cells[3]),
                           *decimal_number(cells[4]),
                           {}});
    run.batches.push_back({at, 1.0 / 94});
  }
  EXPECT_EQ(rows, 60774U);
  for (auto& [name, run] : runs) {
    if (run.samples.size() < 6) continue;
    run.wish.type = gemm_type("fp16");
    run.processors = 48;
    run.flop_of_batch = 1e12;
    run.before.checked = run.after.checked = 4096;
    EXPECT_EQ(verdict(run).verdict, "healthy") << name << ": " << verdict(run).says;
  }
}

TEST(GemmRecords, come_back_from_json_and_have_blocks) {
  const GemmRun run = timeline([](double) { return Moment{}; });
  const GemmSummary summary = summary_of(run, &gb10_reference());
  RunRecord record;
  add_to(record, run, summary, verdict(run));
  const auto back = run_record_from(*parse_json(to_text(to_json(record))));
  ASSERT_TRUE(back.ok()) << back.error().what;
  EXPECT_EQ(*back, record);
  const auto blocks =
      std::find_if(record.series.begin(), record.series.end(),
                   [](const auto& each) { return each.metric == "gemm.rate.block"; });
  ASSERT_NE(blocks, record.series.end());
  EXPECT_EQ(blocks->values.size(), 12U);
  EXPECT_EQ(record.params.at("result.verdict"), "healthy");
}

}  // namespace
}  // namespace gb10
