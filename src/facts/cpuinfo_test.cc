#include "facts/cpuinfo.h"

#include <gtest/gtest.h>

#include "facts/gb10_fixture.h"
#include "facts/topics.h"

namespace gb10 {
namespace {

using fixture::collected;
using fixture::shown;

TEST(cpu_kinds, are_told_by_the_part_number_and_not_by_the_cpu_number) {
  const auto kinds = cpu_kinds(fixture::cpuinfo());
  ASSERT_EQ(kinds.size(), 2U);
  EXPECT_EQ(cpu_list(cpus_of(kinds, kX925)), "5-9,15-19");
  EXPECT_EQ(cpu_list(cpus_of(kinds, kA725)), "0-4,10-14");
}

TEST(cpu_kinds, of_x86_are_told_by_the_model_name) {
  const auto kinds = cpu_kinds(
      "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: Intel(R) Xeon(R) CPU\n\n"
      "processor\t: 1\nmodel name\t: Intel(R) Xeon(R) CPU\n");
  ASSERT_EQ(kinds.size(), 1U);
  EXPECT_EQ(kinds[0].name, "Intel(R) Xeon(R) CPU");
  EXPECT_EQ(cpu_list(kinds[0].cpus), "0-1");
}

TEST(cpu_kinds, of_garbage_are_none) {
  EXPECT_TRUE(cpu_kinds("").empty());
  EXPECT_TRUE(cpu_kinds("processor: x\nCPU part: 0xd85\n:::\n").empty());
  EXPECT_TRUE(
      cpu_kinds("processor: 99999999999\nCPU implementer: 0x41\nCPU part: 0xd85\n").empty());
}

TEST(core_name, of_an_unknown_part_shows_the_part) {
  EXPECT_EQ(core_name(0x41, 0xd99), "ARM part 0xd99");
  EXPECT_EQ(core_name(0x42, 0x1), "implementer 0x42 part 0x1");
}

TEST(cpu_list, is_read_back_as_it_was_written) {
  const auto cpus = parse_cpu_list(" 0-4,10-14,19\n");
  ASSERT_TRUE(cpus.ok());
  EXPECT_EQ(cpu_list(*cpus), "0-4,10-14,19");
  EXPECT_TRUE(parse_cpu_list("")->empty());
  for (const char* bad : {"4-0", "a", "1-", "-1", "0-99999999999"}) {
    EXPECT_FALSE(parse_cpu_list(bad).ok()) << bad;
  }
}

/// The clocks of a GB10 under load as its lscpu shows them; here one X925 is slower than the
/// others.
FakeHost gb10_with_clocks() {
  FakeHost host = fixture::spark();
  for (int cpu = 0; cpu < 20; ++cpu) {
    const std::string dir = "/sys/devices/system/cpu/cpufreq/policy" + std::to_string(cpu) + "/";
    const bool fast = cpu % 10 >= 5;
    host.file(dir + "scaling_governor", "performance\n");
    host.file(dir + "scaling_driver", "cppc_cpufreq\n");
    host.file(dir + "auto_select", cpu == 3 ? "0\n" : "1\n");
    host.file(dir + "cpuinfo_max_freq", fast ? "3900000\n" : "2808000\n");
    host.file(dir + "scaling_max_freq", cpu == 8 ? "2000000\n" : "1500000\n");
    host.file(dir + "scaling_cur_freq", cpu == 7 ? "1378000\n" : fast ? "3899000\n" : "338000\n");
    const std::string idle = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpuidle/";
    host.file(idle + "state0/name", "WFI\n").file(idle + "state0/latency", "1\n");
    host.file(idle + "state0/disable", "0\n");
    host.file(idle + "state1/name", "LPI-1\n")
        .file(idle + "state1/latency", fast ? "45\n" : "60\n");
    host.file(idle + "state1/disable", cpu > 17 ? "1\n" : "0\n");
  }
  host.file("/sys/devices/system/cpu/cpufreq/boost", "0\n");
  return host;
}

TEST(cpu_topic, tells_classes_and_clocks_of_a_gb10) {
  const Facts facts = collected(cpu_topic(), gb10_with_clocks());
  EXPECT_EQ(shown(facts, "cpu.count"), "20");
  EXPECT_EQ(shown(facts, "cpu.online"), "20");
  EXPECT_EQ(shown(facts, "cpu.kinds"), "Cortex-A725 x10: 0-4,10-14, Cortex-X925 x10: 5-9,15-19");
  EXPECT_EQ(shown(facts, "cpu.x925"), "5-9,15-19");
  EXPECT_EQ(shown(facts, "cpu.a725_count"), "10");
  EXPECT_EQ(shown(facts, "cpu.governors"), "performance");
  EXPECT_EQ(shown(facts, "cpu.driver"), "cppc_cpufreq");
  EXPECT_EQ(shown(facts, "cpu.autonomous"), "0, 1");
  EXPECT_EQ(shown(facts, "cpu.x925_max_clock"), "3900 MHz");
  EXPECT_EQ(shown(facts, "cpu.a725_max_clock"), "2808 MHz");
  EXPECT_EQ(shown(facts, "cpu.x925_limit"), "2000 MHz");
  EXPECT_EQ(shown(facts, "cpu.x925_clock"), "3899 MHz");
  EXPECT_EQ(shown(facts, "cpu.boost"), "0");
}

TEST(cpu_topic, names_idle_states_once_and_where_they_are_off) {
  const Facts facts = collected(cpu_topic(), gb10_with_clocks());
  EXPECT_EQ(shown(facts, "cpu.idle_states"), "WFI 1 us, LPI-1 60 us, LPI-1 45 us");
  EXPECT_EQ(shown(facts, "cpu.idle_states_disabled"), "LPI-1 on 18-19");
}

TEST(cpu_topic, an_idle_state_that_its_driver_leaves_off_is_nobodys_choice) {
  FakeHost host = gb10_with_clocks();
  host.file("/sys/devices/system/cpu/cpu18/cpuidle/state1/default_status", "disabled\n");
  host.file("/sys/devices/system/cpu/cpu19/cpuidle/state1/default_status", "enabled\n");
  EXPECT_EQ(shown(collected(cpu_topic(), host), "cpu.idle_states_disabled"), "LPI-1 on 19");
}

TEST(cpu_topic, asks_the_id_register_of_a_cpu_that_cpuinfo_leaves_out) {
  FakeHost host;
  host.file("/proc/cpuinfo", "processor: 0\nCPU implementer: 0x41\nCPU part: 0xd87\n");
  host.file("/sys/devices/system/cpu/present", "0-1");
  host.file("/sys/devices/system/cpu/cpu1/regs/identification/midr_el1", "0x00000000410fd851\n");
  const Facts facts = collected(cpu_topic(), host);
  EXPECT_EQ(shown(facts, "cpu.x925"), "1");
  EXPECT_EQ(shown(facts, "cpu.a725"), "0");
}

TEST(cpu_topic, of_another_machine_has_no_x925_and_says_so) {
  FakeHost host;
  host.file("/proc/cpuinfo", "processor\t: 0\nmodel name\t: Some CPU\n");
  const Facts facts = collected(cpu_topic(), host);
  EXPECT_EQ(shown(facts, "cpu.x925"), "unknown not_found");
  EXPECT_EQ(shown(facts, "cpu.x925_count"), "0");
  EXPECT_EQ(shown(facts, "cpu.governors"), "unknown not_found");
}

TEST(cpu_topic, does_not_take_a_clock_of_zero_for_a_clock) {
  FakeHost host = gb10_with_clocks();
  for (int cpu = 0; cpu < 20; ++cpu) {
    host.file("/sys/devices/system/cpu/cpufreq/policy" + std::to_string(cpu) + "/scaling_cur_freq",
              "0\n");
  }
  EXPECT_EQ(shown(collected(cpu_topic(), host), "cpu.x925_clock"), "unknown not_found");
}

}  // namespace
}  // namespace gb10
