#include "bench/memory_verdict.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/memory_record.h"
#include "host/fake_host.h"

namespace gb10 {
namespace {

const GpuReference& reference() {
  static const GpuReference found = [] {
    const FakeHost host;
    const auto all = gpu_references(*data_files(host, "gpus", {}));
    return *reference_of(*all, Version{"12.1"});
  }();
  return found;
}

/// GB/s of a GB10 as good units are reported, and its clock, power and limits.
struct Told {
  double read = 231, copy = 220, copy_driver = 222, rows = 229, h2d = 50, cpu = 100;
  double clock = 2300e6, power = 40, reasons = 0;
  double wrong = 0;
};

RunRecord record_of(const Told& told) {
  RunRecord record;
  const auto add = [&](const char* name, double giga) {
    record.results.push_back({name, Unit::bytes_per_second, giga * 1e9, "measured", ""});
  };
  add("memory.gpu.read", told.read);
  add("memory.gpu.copy", told.copy);
  add("memory.gpu.copy_driver", told.copy_driver);
  add("memory.gpu.matrix_vector", told.rows);
  add("memory.cpu.all.read", told.cpu);
  add("memory.ladder.device.gpu_read.1MiB", 900);  // out of a cache: no claim about the memory
  add("memory.ladder.pinned.h2d.4KiB", 1);
  add("memory.ladder.pinned.h2d.1GiB", told.h2d);
  const double ratio = told.rows / std::max(told.copy, told.copy_driver);
  record.results.push_back(
      {"memory.gpu.matrix_vector_to_copy", Unit::ratio, ratio, "computed", ""});
  record.results.push_back({"memory.checked", Unit::none, 1000, "measured", ""});
  record.results.push_back({"memory.wrong", Unit::none, told.wrong, "measured", ""});
  record.params["memory.shared"] = "yes";
  const auto series = [&](const char* name, double value) {
    record.series.push_back(
        {name, Unit::none, std::vector<double>(20, 0), std::vector<double>(20, value)});
  };
  series("gpu.sm_clock", told.clock);
  series("gpu.power", told.power);
  series("gpu.limits", told.reasons);
  return record;
}

MemoryVerdict verdict(const Told& told) {
  return verdict_of(record_of(told), {}, "", &reference());
}

TEST(MemoryVerdicts, know_a_healthy_gb10) {
  const MemoryVerdict found = verdict({});
  EXPECT_EQ(found.verdict, "healthy") << found.says;
  EXPECT_NE(found.says.find("218 to 235 GB/s"), std::string::npos) << found.says;
}

TEST(MemoryVerdicts, ask_for_a_look_where_a_matrix_times_a_vector_is_as_slow_as_reported) {
  // As it is reported: 3.3 times slower, the copy as ever, the clock as ever.
  const MemoryVerdict found = verdict({.read = 216, .rows = 70});
  EXPECT_EQ(found.verdict, "look closer");  // our kernel was never run on such a unit
  EXPECT_EQ(found.reason, "slow-matrix-vector");
  EXPECT_NE(found.says.find("70 GB/s, 0.32"), std::string::npos) << found.says;
  EXPECT_NE(found.says.find("3.3 times slower"), std::string::npos) << found.says;
  EXPECT_EQ(found.remedy, "");  // none is known
  EXPECT_EQ(verdict({.rows = 0.6 * 222}).reason, "slow-matrix-vector");
  EXPECT_EQ(verdict({.rows = 0.61 * 222}).verdict, "healthy");
  EXPECT_EQ(verdict({.read = 149, .rows = 70}).verdict, "slow");  // not hidden by it
}

TEST(MemoryVerdicts, do_not_take_a_ratio_alone_for_a_slow_matrix_times_a_vector) {
  RunRecord record = record_of({.rows = 219});
  for (Figure& figure : record.results) {
    if (figure.name == "memory.gpu.matrix_vector_to_copy") figure.value = 0.5;
  }
  EXPECT_EQ(verdict_of(record, {}, "", &reference()).verdict, "healthy");
}

TEST(MemoryVerdicts, know_a_clock_that_stays_low_for_no_reason) {
  const MemoryVerdict found =
      verdict({.read = 80, .copy = 90, .copy_driver = 90, .rows = 80, .clock = 799e6, .power = 14});
  EXPECT_EQ(found.reason, "pinned-clock");
  EXPECT_NE(found.remedy.find("out of the wall"), std::string::npos);
  EXPECT_EQ(verdict({.read = 80, .rows = 215, .clock = 799e6, .power = 14, .reasons = 0x40}).reason,
            "below-reference");
}

TEST(MemoryVerdicts, know_what_is_slow_and_what_is_worth_a_look) {
  EXPECT_EQ(verdict({.read = 149}).verdict, "slow");
  EXPECT_EQ(verdict({.read = 217}).verdict, "look closer");
  EXPECT_EQ(verdict({.copy_driver = 179}).verdict, "slow");
  EXPECT_EQ(verdict({.h2d = 19}).verdict, "slow");  // by the largest size
  EXPECT_EQ(verdict({.h2d = 30}).verdict, "look closer");
}

TEST(MemoryVerdicts, do_not_judge_a_small_copy_by_large_ones) {
  const MemoryVerdict none = verdict({.h2d = NAN});  // what is left is 4 KiB
  EXPECT_EQ(none.reason, "not-measured");
  EXPECT_EQ(none.says, "not measured: memory.ladder.pinned.h2d at 256 MiB or more");
  RunRecord record = record_of({.h2d = NAN});
  const auto add = [&](const char* name, double rate) {
    record.results.push_back({name, Unit::bytes_per_second, rate, "measured", ""});
  };
  add("memory.ladder.pinned.h2d.255MiB", 10e9);
  EXPECT_EQ(verdict_of(record, {}, "", &reference()).reason, "not-measured");
  add("memory.ladder.pinned.h2d.256MiB", 10e9);
  EXPECT_EQ(verdict_of(record, {}, "", &reference()).verdict, "slow");
}

TEST(MemoryVerdicts, refuse_what_the_memory_cannot_do) {
  EXPECT_EQ(verdict({.read = 280}).reason, "over-the-ceiling");
  EXPECT_EQ(verdict({.cpu = 300}).reason, "over-the-ceiling");
  RunRecord apart = record_of({.cpu = 300});
  apart.params["memory.shared"] = "no";  // the CPU has a memory of its own
  EXPECT_EQ(verdict_of(apart, {}, "", &reference()).verdict, "healthy");
  EXPECT_EQ(verdict({.wrong = 1}).reason, "wrong-results");
  RunRecord unchecked = record_of({});
  std::erase_if(unchecked.results,
                [](const Figure& each) { return each.name == "memory.checked"; });
  EXPECT_EQ(verdict_of(unchecked, {}, "", &reference()).reason, "not-checked");
}

TEST(MemoryVerdicts, cannot_be_of_what_is_not_known) {
  EXPECT_EQ(verdict_of(record_of({}), {}, "", nullptr).reason, "no-reference");
  EXPECT_EQ(verdict_of(record_of({}), {}, "4711", &reference()).reason, "others-on-the-gpu");
  EXPECT_EQ(verdict_of(record_of({}), {CutBy::interrupted, "interrupted"}, "", &reference()).reason,
            "cut");
  EXPECT_EQ(verdict_of(record_of({}), {CutBy::heat, "hot"}, "", &reference()).verdict, "throttled");
  RunRecord cpu = record_of({});
  std::erase_if(cpu.results,
                [](const Figure& each) { return each.name.find("gpu") != each.name.npos; });
  EXPECT_EQ(verdict_of(cpu, {}, "", nullptr).reason, "no-gpu");
  RunRecord short_ladder = record_of({});
  std::erase_if(short_ladder.results,
                [](const Figure& each) { return each.name.find("pinned") != each.name.npos; });
  EXPECT_EQ(verdict_of(short_ladder, {}, "", &reference()).reason, "not-measured");
}

ProbeRun run_of(const char* name, std::vector<double> rates) {
  ProbeRun out;
  out.name = name;
  out.unit = Unit::bytes_per_second;
  out.at = std::vector<double>(rates.size(), 1);
  out.clocks = std::vector<double>(rates.size(), NAN);
  out.rates = std::move(rates);
  return out;
}

TEST(MemoryRecords, hold_the_blocks_and_what_is_computed_of_them) {
  RunRecord record;
  MemoryRecord all(record);
  ProbeRuns gpu;
  gpu.runs = {run_of("memory.gpu.read", {1e9}), run_of("memory.gpu.copy", {2e9}),
              run_of("memory.gpu.copy_driver", {4e9}), run_of("memory.gpu.matrix_vector", {1e9})};
  all.add(std::move(gpu), 10);
  CpuRuns both;
  both.runs = {run_of("memory.together.cpu_read.gpu_alone", {200e9}),
               run_of("memory.together.cpu_read.gpu", {150e9}), run_of("memory.cpu.huge", {})};
  both.check = {10, 0};
  both.use = {9, 10};
  all.add(std::move(both), 20);
  const MemoryVerdict verdict = all.finish("", nullptr);
  EXPECT_EQ(verdict.reason, "no-reference");
  EXPECT_DOUBLE_EQ(record.find("memory.gpu.matrix_vector_to_copy")->value, 0.25);
  EXPECT_DOUBLE_EQ(record.find("memory.together.cpu_read.gpu_drop")->value, 0.25);
  EXPECT_EQ(record.find("memory.checked")->value, 10);
  EXPECT_EQ(record.find("memory.cpu.huge"), nullptr);  // never measured: its note says why
  EXPECT_EQ(record.series.front().metric, "memory.gpu.read.block");
  EXPECT_EQ(record.series.front().at.front(), 11);
  ASSERT_EQ(record.notes.size(), 1U);
  EXPECT_NE(record.notes[0].find("10 % of the time"), std::string::npos) << record.notes[0];
  EXPECT_EQ(record.params["result.verdict"], "cannot tell");
}

TEST(GpuReferences, know_the_caches_of_a_gb10) {
  EXPECT_EQ(reference().other_caches, 40.0 * (1U << 20U));
}

TEST(GpuReferences, of_the_memory_name_file_and_line_of_a_mistake) {
  const std::string head = "name='x'\ntitle='x'\nsource='x'\ndate='x'\ncapability='9.9'\ntype=[]\n";
  const auto read = [&](const std::string& more) {
    return read_gpu_reference({"x", head + more, "here"});
  };
  EXPECT_TRUE(read("").ok());
  const auto rate = read(
      "[[rate]]\nname='x'\nhealthy=['2 GB/s','3 GB/s']\nsick='2.5 GB/s'\nsource='x'\ndate='x'\n");
  ASSERT_FALSE(rate.ok());
  EXPECT_NE(rate.error().what.find("sick lies above"), std::string::npos) << rate.error().what;
  EXPECT_FALSE(read("[hidden_state]\nmatrix_vector_to_copy=[0.9,1.1]\nsick_ratio=0.95\nreport='x'\n"
                    "source='x'\ndate='x'\n")
                   .ok());
}

}  // namespace
}  // namespace gb10
