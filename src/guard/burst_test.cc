#include "guard/burst.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

constexpr double kStep = 0.05;

/// Seconds of `length` in which everything is kept.
double kept(Burst& burst, double& now, double length, bool moves, bool alarm = false) {
  double out = 0;
  for (const double end = now + length; now < end; now += kStep)
    out += burst.keeps(now, moves, alarm) ? kStep : 0;
  return out;
}

TEST(Burst, goes_on_for_ten_seconds_after_something_moved) {
  Burst burst;
  double now = 1000;
  EXPECT_EQ(kept(burst, now, 60, false), 0);
  EXPECT_TRUE(burst.keeps(now, true, false));
  EXPECT_NEAR(kept(burst, now, 60, false), 10, 0.2);
}

TEST(Burst, takes_no_more_than_an_hour_of_a_day) {
  for (const bool alarm : {false, true}) {
    Burst burst;
    double now = 1000;
    burst.keeps(now, false, false);
    EXPECT_NEAR(kept(burst, now, 86400, !alarm, alarm), 3600, 60);
    EXPECT_NEAR(kept(burst, now, 86400, !alarm, alarm), 1800, 60) << "nothing is left of the first";
  }
}

TEST(Burst, keeps_an_alarm_after_much_moved) {
  Burst burst;
  double now = 1000;
  kept(burst, now, 20000, true);
  EXPECT_NEAR(kept(burst, now, 600, false, true), 600, 1);
}

}  // namespace
}  // namespace gb10
