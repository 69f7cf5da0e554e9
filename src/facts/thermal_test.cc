#include <gtest/gtest.h>

#include "facts/gb10_fixture.h"
#include "facts/topics.h"

namespace gb10 {
namespace {

using fixture::collected;
using fixture::shown;

constexpr const char* kZones[] = {"TSOC", "TS0E", "TS0P", "TS1E", "TS1P", "TGPU", "TUNC"};

/// The seven zones that ACPI names on a GB10, with their critical temperature.
FakeHost gb10_zones() {
  FakeHost host;
  for (int i = 0; i < 7; ++i) {
    const std::string dir = "/sys/class/thermal/thermal_zone" + std::to_string(i) + "/";
    host.file(dir + "type", "acpitz\n").file(dir + "temp", std::to_string(36000 + i * 100) + "\n");
    host.file(dir + "device/path", std::string("\\_SB_.") + kZones[i] + "\n");
    host.file(dir + "trip_point_0_type", "passive\n").file(dir + "trip_point_0_temp", "95000\n");
    host.file(dir + "trip_point_1_type", "critical\n").file(dir + "trip_point_1_temp", "104850\n");
  }
  host.file("/sys/class/thermal/cooling_device0/type", "Fan\n");
  return host;
}

TEST(thermal, tells_the_hottest_of_the_zones_by_the_firmwares_name) {
  const Facts facts = collected(thermal_topic(), gb10_zones());
  EXPECT_EQ(facts.instances("thermal").size(), 7U);
  EXPECT_EQ(*facts.known<Quantity>("thermal.hottest"), celsius(36.6));
  EXPECT_EQ(shown(facts, "thermal.hottest_zone"), "TUNC");
  EXPECT_EQ(shown(facts, "thermal[thermal_zone5].name"), "TGPU");
  EXPECT_EQ(shown(facts, "thermal[thermal_zone5].type"), "acpitz");
  EXPECT_EQ(*facts.known<Quantity>("thermal[thermal_zone0].critical"), celsius(104.85));
}

TEST(thermal, does_not_take_absolute_zero_for_a_temperature) {
  FakeHost host = gb10_zones();
  host.file("/sys/class/thermal/thermal_zone6/temp", "-274000\n");
  host.fail("/sys/class/thermal/thermal_zone5/temp", {Error::Kind::timeout, "no answer in 2 s"});
  const Facts facts = collected(thermal_topic(), host);
  EXPECT_EQ(shown(facts, "thermal[thermal_zone6].temperature"), "unknown failed");
  EXPECT_EQ(shown(facts, "thermal[thermal_zone5].temperature"), "unknown timeout");
  EXPECT_EQ(shown(facts, "thermal.hottest_zone"), "TS1P");
}

TEST(thermal, of_a_machine_without_zones_says_so) {
  FakeHost host;
  host.directory("/sys/class/thermal");
  const Facts facts = collected(thermal_topic(), host);
  ASSERT_EQ(shown(facts, "thermal.hottest"), "unknown not_found");
  EXPECT_EQ(facts.find("thermal.hottest")->value.error().what, "there are no thermal zones");
}

TEST(thermal, gives_the_reason_when_no_zone_answers) {
  FakeHost host;
  host.file("/sys/class/thermal/thermal_zone0/type", "acpitz\n");
  host.fail("/sys/class/thermal/thermal_zone0/temp", {Error::Kind::denied, "not allowed"});
  const Facts facts = collected(thermal_topic(), host);
  EXPECT_EQ(shown(facts, "thermal.hottest"), "unknown denied");
  EXPECT_EQ(shown(facts, "thermal[thermal_zone0].critical"), "unknown not_found");
}

}  // namespace
}  // namespace gb10
