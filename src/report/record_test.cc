#include "report/record.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/text.h"

namespace gb10 {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

RunRecord ran() {
  RunRecord record;
  record.command = {"python3", "train.py", "--name", "two words"};
  record.params["rate"] = "10 Hz";
  const auto add = [&](const char* name, Unit unit, double value, const char* how = "") {
    record.results.push_back({name, unit, value, "computed", how});
  };
  add("run.duration", Unit::seconds, 61.5);
  add("run.exit", Unit::none, 3);
  add("gpu.energy", Unit::joules, 4980, "307 readings of power, integrated");
  add("gpu.energy_counter", Unit::joules, 4950, "the driver's own counter, from 0.2 to 61.4 s");
  add("gpu.power.mean", Unit::watts, 81);
  add("gpu.power.max", Unit::watts, 96.5);
  add("memory.available.min", Unit::bytes, 32.5 * (1U << 30));
  add("memory.swap_out.total", Unit::bytes, 0);
  add("sampler.cpu", Unit::ratio, 0.0031);
  add("sampler.readings", Unit::none, 616);
  return record;
}

std::string shown(const RunRecord& record) {
  return text(record, {.color = false, .width = 100, .all = false});
}

TEST(RecordText, says_what_the_run_came_to_and_how_that_is_known) {
  const std::string text = shown(ran());
  EXPECT_TRUE(text.starts_with("python3 train.py --name 'two words': 61.5 s, exit code 3\n"))
      << text;
  EXPECT_NE(text.find("4.98 kJ") == std::string::npos ? text.find("5.0 kJ") : 0, std::string::npos)
      << text;
  EXPECT_NE(text.find("(computed: 307 readings of power, integrated)"), std::string::npos) << text;
  EXPECT_NE(text.find("the driver's own counter"), std::string::npos);
  EXPECT_NE(text.find("mean 81 W, peak 96.5 W"), std::string::npos) << text;
  EXPECT_NE(text.find("at least 32.5 GiB available"), std::string::npos) << text;
  EXPECT_NE(text.find("0.31 % of one core, for 616 readings at 10 Hz"), std::string::npos) << text;
}

TEST(RecordText, what_is_not_known_has_no_number) {
  RunRecord record;
  record.results.push_back({"run.duration", Unit::seconds, 1, "measured", ""});
  record.results.push_back({"gpu.energy", Unit::joules, kNone, "computed", "there is no driver"});
  record.results.push_back({"gpu.power.mean", Unit::watts, kNone, "reported", ""});
  record.results.push_back({"sampler.cpu", Unit::ratio, kNone, "measured", ""});
  EXPECT_EQ(shown(record), "this machine: 1 s\n  energy  not known: there is no driver\n");
}

TEST(RecordText, swap_and_kills_are_told_where_there_were_any) {
  RunRecord record = ran();
  EXPECT_EQ(shown(record).find("swap"), std::string::npos);
  record.results.push_back({"memory.oom_kills.grown", Unit::none, 2, "measured", ""});
  EXPECT_NE(shown(record).find("the kernel killed 2 for memory"), std::string::npos);
}

TEST(RecordText, nothing_in_a_command_moves_the_cursor) {
  RunRecord record = ran();
  record.command = {"a\x1b[2Jb\n"};
  EXPECT_EQ(shown(record).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace gb10
