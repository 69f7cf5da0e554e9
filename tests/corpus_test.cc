// The rules against every reading of a real, healthy Spark (60,774 rows), and against the abnormal
// readings that owners reported. The corpus lies outside the project: without it these tests skip.

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "base/embedded.h"
#include "base/text.h"
#include "rules/judge.h"

namespace gb10 {
namespace {

RuleSet built_in_rules() {
  RuleSet set;
  for (const Embedded& file : embedded_files()) {
    if (!file.path.starts_with("rules/")) continue;
    Result<Rule> rule = read_rule(file.text, file.path);
    if (rule.ok())
      set.rules.push_back(*std::move(rule));
    else
      ADD_FAILURE() << rule.error().what;
  }
  return set;
}

Facts a_gb10(bool power_was_removed = false) {
  Facts facts;
  facts.set("identity.gb10", true, "test");
  facts.set("gpu[0].name", std::string("NVIDIA GB10"), "test");
  facts.set("gpu[0].clock.max_sm", megahertz(3003), "test");
  if (power_was_removed) facts.set("machine.power_was_removed", true, "test");
  return facts;
}

/// Names of the findings about clocks, power and heat.
std::vector<std::string> names(const RuleSet& rules, const GpuSeries& series, const Facts& facts) {
  std::vector<std::string> out;
  for (const Finding& finding : judge(rules, facts, {&series, 1}).findings) {
    if (finding.area == Area::gpu || finding.area == Area::thermal) out.push_back(finding.name);
  }
  return out;
}

struct Corpus {
  std::map<std::string, GpuSeries> series;  // by suite and test
  int rows = 0;
};

Corpus corpus() {
  Corpus out;
  const char* const shared = std::getenv("GB10_SHARED");
  std::ifstream in(std::string(shared ? shared : "") + "/data/gb10-corpus/telemetry.csv");
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    const std::vector<std::string_view> cells = split(line, ',');
    if (cells.size() != 8) {
      ADD_FAILURE() << line;
      continue;
    }
    GpuSample sample;
    sample.seconds = *decimal_number(cells[2]);
    sample.power = decimal_number(cells[3]);
    sample.temperature = decimal_number(cells[4]);
    sample.sm_clock = *decimal_number(cells[5]) * 1e6;
    sample.utilization = *decimal_number(cells[6]) / 100;
    GpuSeries& series = out.series[std::string(cells[0]) + "/" + std::string(cells[1])];
    series.origin = "corpus";
    series.samples.push_back(sample);
    ++out.rows;
  }
  return out;
}

TEST(Corpus, no_row_of_a_healthy_machine_raises_a_clock_power_or_heat_finding) {
  const Corpus all = corpus();
  if (all.rows == 0) GTEST_SKIP() << "the telemetry corpus is not here (GB10_SHARED)";
  EXPECT_EQ(all.rows, 60774);
  const RuleSet rules = built_in_rules();
  for (const bool reasons : {false, true}) {
    int number = 0;
    for (auto [name, series] : all.series) {
      if (number++ % GB10_TAKES_EVERY != 0) continue;
      // The corpus does not tell the reasons; with none at all the clock rules are at their
      // sharpest.
      if (reasons) {
        for (GpuSample& sample : series.samples) sample.reasons = 0;
      }
      for (const bool removed : {false, true}) {
        EXPECT_EQ(joined(names(rules, series, a_gb10(removed)), " "), "") << name;
      }
    }
  }
}

struct Abnormal {
  const char* what;
  double mhz, watts, utilization;
  double seconds;  // length, one sample a second
  bool power_was_removed;
  const char* wanted;  // every finding, blank between
};

GpuSeries steady(const Abnormal& reading) {
  GpuSeries out;
  for (int i = 0; i <= reading.seconds; ++i) {
    out.samples.push_back(
        {static_cast<double>(i), reading.utilization, reading.mhz * 1e6, reading.watts, 45.0, 0});
  }
  return out;
}

TEST(Abnormal, readings_that_owners_reported_get_the_right_name) {
  const RuleSet rules = built_in_rules();
  const Abnormal readings[] = {
      {"captures 11: 34 h at the lower end", 682, 17, 0.96, 60, false, "gpu.low-power-state"},
      {"captures 11: the upper end", 695, 17, 0.96, 12, false, "gpu.low-power-state"},
      {"captures 11: 513 MHz", 513, 14, 0.92, 12, false, "gpu.low-power-state"},
      {"captures 11: 611 MHz", 611, 20, 0.96, 12, false, "gpu.low-power-state"},
      {"captures 11: 650 MHz", 650, 18, 0.96, 12, false, "gpu.low-power-state"},
      {"captures 11: 721 MHz", 721, 25, 0.96, 12, false, "gpu.low-power-state"},
      {"E-01: 850 MHz", 850, 20, 0.96, 12, false, "gpu.low-power-state"},
      {"E-02: low again after the supply was off", 690, 14, 0.96, 12, true,
       "gpu.power-controller-defect"},
      {"E-13: spinning at full clock", 2580, 22, 0.96, 75, false, "gpu.stalled-job"},
      {"E-13: the lower end", 2400, 13, 0.95, 61, false, "gpu.stalled-job"},
      {"a misreading of the clock at full power", 208, 91, 0.96, 12, false, ""},
      {"healthy decode", 2450, 35, 0.96, 120, false, ""},
      {"a short spell below 30 W at full clock", 2450, 25, 0.96, 30, false, ""},
      {"idle at 208 MHz", 208, 6, 0, 120, false, ""},
  };
  for (const Abnormal& reading : readings) {
    const std::vector<std::string> found =
        names(rules, steady(reading), a_gb10(reading.power_was_removed));
    EXPECT_EQ(joined(found, " "), reading.wanted) << reading.what;
  }
}

TEST(Abnormal, one_misread_clock_among_good_samples_does_not_alarm) {
  GpuSeries series = steady({"", 2450, 91, 0.96, 60, false, ""});
  series.samples[30].sm_clock = 208e6;
  EXPECT_EQ(joined(names(built_in_rules(), series, a_gb10()), " "), "");
}

}  // namespace
}  // namespace gb10
