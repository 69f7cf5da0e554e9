#include "guard/load_guard.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

constexpr double kGib = 1 << 30;

Reading reading(double seconds, double free, double cache, double blocks) {
  Reading out;
  out.seconds = seconds;
  out.values[metric("memory.free")] = free * kGib;
  out.values[metric("memory.file_active")] = 0;
  out.values[metric("memory.file_inactive")] = cache * kGib;
  out.values[metric("memory.dirty")] = 0;
  out.values[metric("memory.free_32m")] = blocks * kGib;
  return out;
}

TEST(LoadGuard, drops_the_cache_where_it_is_in_the_way) {
  LoadGuard guard(guard_policy()->on(80 * kGib), 80 * kGib);
  EXPECT_FALSE(guard.wants_drop(reading(0, 60, 50, 20)));
  EXPECT_TRUE(guard.wants_drop(reading(1, 5, 50, 20)));
  EXPECT_FALSE(guard.wants_drop(reading(2, 5, 50, 20))) << "it takes its time";
  EXPECT_TRUE(guard.wants_drop(reading(12, 5, 50, 20)));
  EXPECT_FALSE(guard.wants_drop(reading(30, 5, 0.1, 20))) << "there is nothing to drop";
  EXPECT_TRUE(guard.wants_drop(reading(40, 60, 50, 0.1))) << "no large blocks";
}

TEST(LoadGuard, sees_when_nothing_loads_any_more) {
  LoadGuard guard(*guard_policy(), 80 * kGib);
  Reading now;
  for (double available = 70; available > 10; available -= 1) {
    now.seconds += 30;
    now.values[metric("memory.available")] = available * kGib;
    EXPECT_FALSE(guard.is_level(now)) << "it loads, if slowly";
  }
  const double loaded = now.seconds;
  now.seconds = loaded + LoadGuard::kLevel - 1;
  EXPECT_FALSE(guard.is_level(now));
  now.seconds = loaded + LoadGuard::kLevel + 1;
  now.values[metric("memory.available")] += 0.5 * kGib;
  EXPECT_TRUE(guard.is_level(now));
}

TEST(LoadGuard, does_not_know_of_blocks_where_the_kernel_does_not_tell) {
  Reading nothing;
  EXPECT_FALSE(LoadGuard::lacks_blocks(nothing, *guard_policy()).has_value());
  LoadGuard guard(*guard_policy(), 80 * kGib);
  EXPECT_FALSE(guard.wants_drop(nothing));
}

}  // namespace
}  // namespace gb10
