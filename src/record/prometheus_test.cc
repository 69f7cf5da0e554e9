#include "record/prometheus.h"

#include <gtest/gtest.h>

#include <set>

#include "base/text.h"

namespace gb10 {
namespace {

bool has(const std::string& page, std::string_view line) {
  const auto all = lines(page);
  return std::find(all.begin(), all.end(), line) != all.end();
}

Published everything() {
  Published out;
  out.reading.values.fill(0.5);
  out.totals.fill(7);
  out.joules = 1234.5;
  return out;
}

TEST(Prometheus, names_and_units_are_as_is_usual) {
  Published published = everything();
  published.reading.values[metric("memory.available")] = 85899345920;
  published.reading.values[metric("gpu.power")] = 82.5;
  published.reading.values[metric("gpu.limits")] = 0x4;
  const std::string page = prometheus_page(published, "0.1.0");
  EXPECT_TRUE(has(page, "gb10_build_info{version=\"0.1.0\"} 1"));
  EXPECT_TRUE(has(page, "gb10_memory_available_bytes 85899345920"));
  EXPECT_TRUE(has(page, "# TYPE gb10_memory_available_bytes gauge"));
  EXPECT_TRUE(has(page, "gb10_gpu_power_watts 82.5"));
  EXPECT_TRUE(has(page, "gb10_gpu_utilization_ratio 0.5"));
  EXPECT_TRUE(has(page, "gb10_cpu_busy_ratio 0.5"));
  EXPECT_TRUE(has(page, "gb10_disk_read_bytes_total 7"));
  EXPECT_TRUE(has(page, "# TYPE gb10_disk_read_bytes_total counter"));
  EXPECT_TRUE(has(page, "gb10_pressure_memory_some_seconds_total 7"));
  EXPECT_TRUE(has(page, "gb10_memory_oom_kills_total 0.5"));
  EXPECT_TRUE(has(page, "gb10_memory_compact_fail_total 7"));
  EXPECT_TRUE(has(page, "gb10_gpu_energy_joules_total 1234.5"));
  EXPECT_TRUE(has(page, "gb10_gpu_limited{reason=\"sw_power_cap\"} 1"));
  EXPECT_TRUE(has(page, "gb10_gpu_limited{reason=\"hw_thermal_slowdown\"} 0"));
}

TEST(Prometheus, every_metric_has_its_words_and_its_type_once) {
  std::set<std::string> help, type, value;
  const std::string page = prometheus_page(everything(), "1");
  for (const std::string_view line : lines(page)) {
    const auto parts = words(line);
    ASSERT_GE(parts.size(), 2U) << line;
    if (parts[1] == "HELP") {
      EXPECT_TRUE(help.emplace(parts[2]).second) << line;
      EXPECT_GT(parts.size(), 3U) << line;
    } else if (parts[1] == "TYPE") {
      EXPECT_TRUE(type.emplace(parts[2]).second) << line;
      EXPECT_EQ(parts[3] == "counter", parts[2].ends_with("_total")) << line;
    } else {
      EXPECT_TRUE(parts[0].starts_with("gb10_")) << line;
      value.emplace(parts[0].substr(0, parts[0].find('{')));
    }
  }
  EXPECT_EQ(help, type);
  EXPECT_EQ(value, type);
  EXPECT_GE(value.size(), kMetricCount);
}

TEST(Prometheus, what_is_not_known_is_left_out) {
  const std::string page = prometheus_page(Published(), "1");
  EXPECT_EQ(lines(page).size(), 3U) << page;
  EXPECT_EQ(page.find("nan"), std::string::npos);
}

}  // namespace
}  // namespace gb10
