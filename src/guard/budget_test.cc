#include "guard/budget.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

ProcessUse process(std::int64_t pid, std::int64_t parent, std::int64_t holds,
                   std::string_view name = "work") {
  ProcessUse out;
  out.pid = pid;
  out.parent = parent;
  out.started = static_cast<std::uint64_t>(pid);
  out.anonymous = holds;
  std::copy(name.begin(), name.end(), out.comm.begin());
  return out;
}

TEST(Family, is_what_a_process_started_and_what_lost_its_parent) {
  const std::vector<ProcessUse> all = {
      process(1, 0, 1),        process(50, 1, 10, "gb10"),    process(60, 50, 100),
      process(61, 60, 1000),   process(62, 61, 10000, "big"), process(70, 1, 100000),
      process(80, 50, 200000), process(90, 50, 7, "exe")};
  const Family family = family_of({60, 50, {90}}, all, {{61, 5}, {70, 9}});
  EXPECT_EQ(family.holds, 211105);
  EXPECT_EQ(family.members.size(), 4U);
  EXPECT_EQ(family.largest_holds, 200000);
}

TEST(Family, of_one_that_has_ended_is_empty) {
  EXPECT_TRUE(
      family_of({60, 50, {}}, std::vector<ProcessUse>{process(1, 0, 1)}, {}).members.empty());
}

TEST(Family, of_a_circle_has_an_end) {
  const std::vector<ProcessUse> all = {process(60, 61, 1), process(61, 60, 1)};
  EXPECT_EQ(family_of({60, 50, {}}, all, {}).members.size(), 2U);
}

TEST(Budget, says_that_the_machine_is_short_before_all_else) {
  GuardPolicy policy = guard_policy()->on(121.6 * (1LL << 30));
  Reading reading;
  reading.values[metric("memory.available")] = 0.5 * policy.floor;
  Family family;
  for (const auto& [holds, wanted] :
       {std::pair(std::int64_t{1} << 40, Budget::Verdict::machine_is_short),
        {std::int64_t{5} << 20, Budget::Verdict::may_be_over},
        {std::int64_t{1} << 10, Budget::Verdict::fine}}) {
    Budget budget(1 << 20, policy);
    family.holds = holds;
    EXPECT_EQ(budget.judge(reading, family), wanted) << holds;
  }
}

TEST(Holding, takes_mapped_and_kept_shared_memory_for_the_same) {
  ProcessUse one = process(5, 1, 100);
  one.shared = 30;
  one.held = 20;
  one.swapped = 4;
  EXPECT_EQ(holding_of(one, {}).all(), 134);
  one.held = 50;
  EXPECT_EQ(holding_of(one, {{5, 1000}}).all(), 1154);
}

}  // namespace
}  // namespace gb10
