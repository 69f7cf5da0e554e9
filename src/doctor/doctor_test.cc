#include "doctor/doctor.h"

#include <gtest/gtest.h>

#include "facts/gb10_fixture.h"

namespace gb10 {
namespace {

constexpr const char* kClock = R"(name = "gpu.slow"
area = "gpu"
severity = "fault"
title = "t"
given = [ { fact = "identity.gb10", eq = true } ]
window = { samples = 5, duration = "10 s", all = [
  { metric = "utilization", ge = "90 %" }, { metric = "sm_clock", lt = "1400 MHz" } ] }
message = "slow"
why = "w"
remedy = ["r"]
source = "s"
date = "2026-11"
)";

constexpr const char* kDisk = R"(name = "storage.full"
area = "storage"
severity = "warning"
title = "t"
for_each = "filesystem"
when = [ { fact = "filesystem[*].type", eq = "full" } ]
message = "full"
why = "w"
remedy = ["r"]
source = "s"
date = "2026-11"
)";

/// What was seen, judged by these rules alone.
Diagnosis diagnosed_by(std::initializer_list<const char*> rules, const Examination& seen,
                       std::span<const NotChecked> besides = {}) {
  RulesInForce known;
  for (const char* const text : rules) {
    const Result<Rule> rule = read_rule(text, "x.toml");
    EXPECT_TRUE(rule.ok()) << rule.error().what;
    known.rules.rules.push_back(*rule);
  }
  return diagnosed(seen, known, besides);
}

GpuSeries busy(double mhz) {
  GpuSeries out{0, "recorded", {}};
  for (int i = 0; i < 14; ++i) {
    out.samples.push_back({static_cast<double>(i), 0.97, mhz * 1e6, 30.0 + i, 60.0, 0});
  }
  return out;
}

Facts machine(bool gb10) {
  Facts facts;
  facts.set("identity.gb10", gb10, "PCI");
  facts.set("gpu[0].name", std::string("a GPU"), "NVML");
  return facts;
}

const AreaState& area(const Diagnosis& diagnosis, Area which) {
  for (const AreaState& each : diagnosis.areas) {
    if (each.area == which) return each;
  }
  return diagnosis.areas.front();
}

FakeGpu one_gpu() {
  FakeGpu gpu;
  GpuInfo info;
  info.fields.set("name", std::string("NVIDIA GB10"), "NVML");
  gpu.gpus = std::vector<GpuInfo>{info};
  return gpu;
}

LoadResult load(LoadKind kind, bool verified) {
  return {kind, 12, 1e12, verified, busy(2400).samples};
}

TEST(Diagnosed, a_gpu_whose_clocks_were_judged_under_load_may_be_healthy) {
  const Diagnosis diagnosis = diagnosed_by({kClock}, {machine(true), {busy(2400)}});
  EXPECT_EQ(area(diagnosis, Area::gpu).verdict, Verdict::healthy);
}

TEST(Diagnosed, a_busy_gpu_that_no_rule_knows_the_clocks_of_was_not_tested) {
  const Diagnosis diagnosis = diagnosed_by({kClock, kDisk}, {machine(false), {busy(210)}});
  EXPECT_NE(area(diagnosis, Area::gpu).verdict, Verdict::healthy);
  EXPECT_NE(diagnosis.verdict, Verdict::healthy);
}

TEST(Diagnosed, an_area_of_which_a_rule_is_masked_is_not_called_healthy) {
  Facts facts = machine(true);
  facts.set("filesystem[/].type", std::string("ext4"), "mounts");
  const Examination seen{facts, {busy(2400)}};
  EXPECT_EQ(area(diagnosed_by({kClock, kDisk}, seen), Area::storage).verdict, Verdict::healthy);
  const NotChecked masked{"storage.other", "", "", Area::storage, "masked by x"};
  const Diagnosis less = diagnosed_by({kClock, kDisk}, seen, std::span(&masked, 1));
  EXPECT_EQ(area(less, Area::storage).verdict, Verdict::no_fault_found);
  EXPECT_EQ(area(less, Area::gpu).verdict, Verdict::healthy);
}

TEST(Diagnosed, the_worst_area_decides) {
  Facts facts = machine(true);
  facts.set("storage.filesystems", std::int64_t{1}, "/proc/mounts");
  facts.set("filesystem[/].type", std::string("full"), "/proc/mounts");
  EXPECT_EQ(diagnosed_by({kClock, kDisk}, {facts, {busy(2400)}}).verdict, Verdict::degraded);
  EXPECT_EQ(diagnosed_by({kClock, kDisk}, {facts, {busy(690)}}).verdict, Verdict::faulty);
}

TEST(Diagnosed, what_could_not_be_listed_is_not_healthy) {
  Facts facts = machine(true);
  facts.unknown("storage.filesystems", {Error::Kind::denied, "permission denied"}, "/proc/mounts");
  const Diagnosis diagnosis = diagnosed_by({kClock, kDisk}, {facts, {busy(2400)}});
  EXPECT_EQ(area(diagnosis, Area::storage).verdict, Verdict::cannot_tell);
  EXPECT_NE(diagnosis.verdict, Verdict::healthy);
  ASSERT_EQ(diagnosis.not_checked.size(), 1U);
  EXPECT_EQ(diagnosis.not_checked[0].reason, "storage.filesystems: permission denied");
}

TEST(Diagnosed, a_harmless_line_of_a_log_reaches_no_rule_and_is_told) {
  Result<RulesInForce> known = rules_in_force(FakeHost(), {});
  ASSERT_TRUE(known.ok()) << known.error().what;
  const Result<Rule> power = read_rule(R"(name = "site.power"
area = "network"
severity = "fault"
title = "t"
when = [ { fact = "kernel.log", matches = "insufficient power" } ]
message = "m"
why = "w"
remedy = ["r"]
source = "s"
date = "2026-11"
)",
                                       "x.toml");
  ASSERT_TRUE(power.ok()) << power.error().what;
  known->rules.rules = {*power};
  const std::string line =
      "mlx5_core 0000:01:00.0: Detected insufficient power on the PCIe slot (27W).";
  Facts facts = machine(true);
  facts.set("kernel.log", std::vector<std::string>{line}, "journalctl");
  const Diagnosis healthy = diagnosed({facts, {}}, *known);
  EXPECT_TRUE(healthy.findings.empty());
  EXPECT_EQ(healthy.harmless, std::vector<std::string>{"mlx5-slot-power: " + line});
  facts.set("identity.gb10", false, "PCI");
  EXPECT_EQ(diagnosed({facts, {}}, *known).findings.size(), 1U);
}

TEST(Examined, a_load_that_did_not_run_says_why_and_verifies_nothing) {
  FakeGpu gpu = one_gpu();
  const Error busy_error{Error::Kind::busy, "only 64 MiB of GPU memory are available"};
  for (const LoadKind kind : {LoadKind::fma, LoadKind::matrix_vector, LoadKind::copy}) {
    gpu.loads.emplace(std::pair(0, kind), busy_error);
  }
  const FakeHost host;
  const Examination seen = examined({host, gpu}, {.collect = {}, .load = true});
  for (const char* const key : {"gpu[0].load.tested", "gpu[0].load.verified"}) {
    const Fact* const fact = seen.facts.find(key);
    ASSERT_TRUE(fact && !fact->value.ok()) << key;
    EXPECT_EQ(fact->value.error(), busy_error) << key;
  }
  EXPECT_EQ(seen.facts.find("gpu[0].load.origin"), nullptr);
}

TEST(Examined, one_wrong_result_is_enough) {
  for (const LoadKind wrong : {LoadKind::fma, LoadKind::matrix_vector, LoadKind::copy}) {
    FakeGpu gpu = one_gpu();
    for (const LoadKind kind : {LoadKind::fma, LoadKind::matrix_vector, LoadKind::copy}) {
      gpu.loads.emplace(std::pair(0, kind), load(kind, kind != wrong));
    }
    const FakeHost host;
    const Examination seen = examined({host, gpu}, {.collect = {}, .load = true});
    const auto* const verified = seen.facts.known<bool>("gpu[0].load.verified");
    ASSERT_TRUE(verified);
    EXPECT_FALSE(*verified) << word(wrong);
  }
}

TEST(Examined, the_extremes_under_load_are_kept) {
  FakeGpu gpu = one_gpu();
  gpu.series.emplace(0, busy(2400));
  const FakeHost host;
  const Examination seen = examined({host, gpu}, {});
  EXPECT_EQ(*seen.facts.known<Quantity>("gpu[0].load.power_max"), watts(43));
  EXPECT_EQ(*seen.facts.known<Quantity>("gpu[0].load.power_min"), watts(30));
  EXPECT_TRUE(seen.facts.is_true("gpu[0].load.tested"));
}

}  // namespace
}  // namespace gb10
