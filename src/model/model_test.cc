#include <gtest/gtest.h>

#include "model/diagnosis.h"
#include "model/fact.h"
#include "model/quantity.h"
#include "model/sample.h"
#include "model/version.h"

namespace gb10 {
namespace {

TEST(Quantity, reads_what_rules_and_owners_write) {
  EXPECT_EQ(*parse_quantity("64 MiB"), bytes(64 * 1024 * 1024));
  EXPECT_EQ(*parse_quantity("90GiB"), bytes(90.0 * (1 << 30)));
  EXPECT_EQ(*parse_quantity("1.4 GHz"), megahertz(1400));
  EXPECT_EQ(*parse_quantity("90 %"), percent(90));
  EXPECT_EQ(*parse_quantity("86 C"), celsius(86));
  EXPECT_EQ(parse_quantity("200 Gb/s")->unit, Unit::bits_per_second);
  EXPECT_EQ(parse_quantity("231 GB/s")->unit, Unit::bytes_per_second);
}

TEST(Quantity, refuses_what_is_none) {
  for (const char* const text : {"", "GiB", "12 parsecs", "1e", "--3 W", "nan W", "1 2 W"}) {
    EXPECT_FALSE(parse_quantity(text).ok()) << text;
  }
}

TEST(Quantity, is_shown_as_people_write_it) {
  EXPECT_EQ(to_text(kibibytes(127600524)), "121.7 GiB");
  EXPECT_EQ(to_text(megahertz(2405)), "2405 MHz");
  EXPECT_EQ(to_text(percent(96)), "96 %");
  EXPECT_EQ(to_text(celsius(36)), "36 °C");
  EXPECT_EQ(to_text(seconds(173.4)), "2.9 min");
  EXPECT_EQ(to_text(Quantity{200e9, Unit::bits_per_second}), "200 Gb/s");
}

TEST(Version, orders_releases_builds_and_candidates) {
  const auto before = [](const char* a, const char* b) {
    return compared(Version{a}, Version{b}) < 0;
  };
  EXPECT_TRUE(before("580.95.05", "580.142"));
  EXPECT_TRUE(before("6.17.0-1008-nvidia", "6.17.0-1014-nvidia"));
  EXPECT_TRUE(before("0.27.0rc1", "0.27.0"));
  EXPECT_TRUE(before("12.8", "12.9"));
  EXPECT_TRUE(before("0.6.13", "0.6.16.post3"));
  EXPECT_EQ(compared(Version{"2.11.0+cu130"}, Version{"2.11.0"}), 0);
  EXPECT_EQ(compared(Version{"6.17.0"}, Version{"6.17.0-1014-nvidia"}), 0);
  EXPECT_EQ(compared(Version{"13"}, Version{"13.0.0"}), 0);
}

TEST(Facts, find_instances_whose_names_hold_dots_and_slashes) {
  Facts facts;
  facts.set(key("python", "/home/u/.venv", "torch"), Version{"2.11.0"}, "dist-info");
  facts.set(key("python", "/opt/x.y", "torch"), Version{"2.9.0"}, "dist-info");
  facts.set("python.environments", std::int64_t{2}, "file system");
  EXPECT_EQ(facts.instances("python"), (std::vector<std::string>{"/home/u/.venv", "/opt/x.y"}));
  EXPECT_TRUE(fits("python[*].torch", "python[/opt/x.y].torch"));
  EXPECT_FALSE(fits("python[*].torch", "python[/opt/x.y].torchvision"));
}

TEST(Facts, a_value_survives_json) {
  const Value values[] = {true,
                          std::int64_t{-3},
                          1.5,
                          std::string("text"),
                          kibibytes(5),
                          Version{"1.2"},
                          std::vector<std::string>{"a", "b"}};
  for (const Value& value : values) {
    const Result<Value> again = value_from(to_json(value));
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(*again, value);
  }
}

TEST(Facts, what_is_not_known_says_why_and_never_zero) {
  Facts facts;
  facts.unknown("memory.total", {Error::Kind::denied, "cannot read"}, "/proc/meminfo");
  EXPECT_EQ(
      to_text(to_json(facts)),
      R"({"memory.total":{"unknown":"denied","why":"cannot read","source":"/proc/meminfo"}})");
}

TEST(Sample, survives_json_with_its_gaps) {
  GpuSample sample;
  sample.seconds = 2.5;
  sample.power = 17;
  sample.reasons = 0x84;
  EXPECT_EQ(*sample_from(to_json(sample)), sample);
}

TEST(Sample, limiting_reasons_leave_out_idleness) {
  EXPECT_TRUE(limiting_reasons(0x1 | 0x2 | 0x100).empty());
  EXPECT_EQ(limiting_reasons(0x44),
            (std::vector<std::string>{"sw_power_cap", "hw_thermal_slowdown"}));
}

TEST(Words, read_back_as_what_they_name) {
  for (const Severity each : {Severity::note, Severity::warning, Severity::fault})
    EXPECT_EQ(severity(word(each)), each);
  for (const Impact each : {Impact::none, Impact::restart_service, Impact::reboot,
                            Impact::power_off, Impact::firmware, Impact::rma}) {
    EXPECT_EQ(impact(word(each)), each);
  }
  for (const Area each :
       {Area::gpu, Area::memory, Area::software, Area::storage, Area::network, Area::thermal}) {
    EXPECT_EQ(area(word(each)), each);
  }
}

}  // namespace
}  // namespace gb10
