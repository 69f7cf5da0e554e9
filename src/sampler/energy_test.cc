#include "sampler/energy.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gb10 {
namespace {

TEST(Energy, runs_straight_between_two_readings) {
  Energy energy;
  energy.add(10, 100);
  energy.add(11, 50);
  EXPECT_DOUBLE_EQ(energy.joules(), 75);
  EXPECT_DOUBLE_EQ(energy.covered(), 1);
}

TEST(Energy, the_ends_have_the_power_next_to_them) {
  Energy energy;
  energy.add(10.5, 100);
  energy.add(11.5, 20);
  energy.finish(10, 12);
  EXPECT_DOUBLE_EQ(energy.joules(), 50 + 60 + 10);
  EXPECT_DOUBLE_EQ(energy.covered(), 2);
}

TEST(Energy, makes_nothing_up_where_nothing_is_known) {
  Energy energy;
  energy.add(0, 100);
  energy.add(10, 100);
  energy.finish(-5, 20);
  EXPECT_EQ(energy.joules(), 0);
  EXPECT_EQ(energy.covered(), 0);
}

TEST(Energy, passes_over_what_is_no_reading) {
  Energy energy;
  energy.add(0, 10);
  energy.add(1, std::nan(""));
  energy.add(2, 10);
  energy.add(2, 1000);
  energy.add(1.5, 1000);
  EXPECT_DOUBLE_EQ(energy.joules(), 20);
  Energy none;
  none.finish(0, 10);
  EXPECT_EQ(none.joules(), 0);
}

TEST(Energy, agrees_with_a_known_integral) {
  Energy energy;
  for (int i = 0; i <= 1000; ++i) energy.add(i * 0.01, 50 + 30 * std::sin(i * 0.01));
  EXPECT_NEAR(energy.joules(), 50 * 10 + 30 * (1 - std::cos(10.0)), 0.01);
}

}  // namespace
}  // namespace gb10
