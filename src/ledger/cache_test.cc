#include "ledger/cache.h"

#include <gtest/gtest.h>

#include "host/fake_host.h"

namespace gb10 {
namespace {

constexpr double kGib = 1024.0 * 1024 * 1024;
constexpr const char* kDropCaches = "/proc/sys/vm/drop_caches";
constexpr const char* kCompact = "/proc/sys/vm/compact_memory";

void set(Facts& facts, const std::string& field, double gib) {
  facts.set("memory." + field, bytes(gib * kGib), "test");
}

Facts memory(double free, double cached, double large) {
  Facts facts;
  set(facts, "free", free);
  set(facts, "available", free + cached);
  set(facts, "cached", cached);
  for (const char* none : {"buffers", "shared", "writeback", "mapped"}) set(facts, none, 0);
  set(facts, "dirty", 0.2);
  set(facts, "large_block_memory", large);
  return facts;
}

/// A machine whose answers change as it is touched.
struct Kernel {
  FakeHost host;
  double free = 42, cached = 37, large = 0.4;
  bool blocks_come_back = true;

  Kernel() { host.file(kDropCaches, "0").file(kCompact, "0"); }
  Facts look() {
    const bool dropped = host.read(kDropCaches).value_or("") == "1";
    const bool compacted = host.read(kCompact).value_or("") == "1";
    return memory(dropped ? free + cached : free, dropped ? 0.2 : cached,
                  compacted && blocks_come_back ? 60 : large);
  }
  Result<CacheOutcome> act() {
    return free_cache(host, free_cache_plan(look()), [this] { return look(); });
  }
};

TEST(cache_plan, helps_only_when_there_is_clean_cache_or_fragments) {
  EXPECT_FALSE(free_cache_plan(memory(110, 0.9, 90)).helps());
  EXPECT_EQ(free_cache_plan(memory(110, 0.9, 90)).why,
            "nothing to gain: 717 MiB of clean cache, and free memory is not fragmented");
  EXPECT_TRUE(free_cache_plan(memory(80, 37, 90)).drop);
  EXPECT_FALSE(free_cache_plan(memory(80, 37, 90)).compact);
  EXPECT_TRUE(free_cache_plan(memory(42, 0.9, 0.4)).compact);
  EXPECT_EQ(free_cache_plan(memory(42, 37, 0.4)).why,
            "36.8 GiB of clean cache can go, and free memory lies in small blocks");
}

TEST(cache_plan, does_not_count_on_cache_of_which_it_does_not_know_how_much_is_clean) {
  Facts facts;
  set(facts, "free", 80);
  set(facts, "cached", 37);
  const CachePlan plan = free_cache_plan(facts);
  EXPECT_FALSE(plan.helps());
  EXPECT_EQ(plan.why, "how much of the page cache is clean is not known");
}

TEST(free_cache, drops_then_compacts_and_tells_what_was_won) {
  Kernel machine;
  const auto outcome = machine.act();
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(machine.host.done, (std::vector<std::string>{"poke /proc/sys/vm/drop_caches = 1",
                                                         "poke /proc/sys/vm/compact_memory = 1"}));
  EXPECT_EQ(outcome->free_before, bytes(42 * kGib));
  EXPECT_EQ(outcome->free_after, bytes(79 * kGib));
  EXPECT_EQ(outcome->large_after, bytes(60 * kGib));
  EXPECT_TRUE(outcome->problems.empty());
  EXPECT_EQ(to_text(*outcome),
            "79.0 GiB free, before 42.0 GiB\n"
            "  in blocks of 32 MiB or more   60.0 GiB, before 410 MiB\n"
            "  not written yet, stays        205 MiB (nothing was synced)\n");
}

TEST(free_cache, leaves_alone_what_needs_no_act) {
  Kernel machine;
  machine.cached = 0.5;
  machine.large = 30;
  const auto outcome = machine.act();
  ASSERT_TRUE(outcome.ok());
  EXPECT_TRUE(machine.host.done.empty());
  EXPECT_EQ(to_text(*outcome), "nothing done: nothing to gain\n");
}

TEST(free_cache, compacts_when_only_the_dropped_cache_shows_the_fragments) {
  Kernel machine;
  machine.free = 3;
  const auto outcome = machine.act();
  ASSERT_TRUE(outcome.ok());
  EXPECT_TRUE(outcome->compacted);
}

TEST(free_cache, says_so_when_the_large_blocks_do_not_come_back) {
  Kernel machine;
  machine.blocks_come_back = false;
  const auto outcome = machine.act();
  ASSERT_TRUE(outcome.ok());
  ASSERT_EQ(outcome->problems.size(), 1U);
  EXPECT_NE(outcome->problems[0].find("reboot"), std::string::npos);
}

TEST(free_cache, without_root_is_denied_with_a_hint_and_touches_nothing) {
  Kernel machine;
  machine.host.fail(kDropCaches, {Error::Kind::denied, "cannot write it: permission denied"});
  const auto outcome = machine.act();
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().kind, Error::Kind::denied);
  EXPECT_NE(outcome.error().hint.find("sudo"), std::string::npos);
  EXPECT_TRUE(machine.host.done.empty());
}

TEST(free_cache, keeps_what_it_won_when_the_kernel_cannot_compact) {
  Kernel machine;
  machine.host.fail(kCompact, {Error::Kind::not_found, "no compact_memory"});
  const auto outcome = machine.act();
  ASSERT_TRUE(outcome.ok());
  EXPECT_TRUE(outcome->dropped);
  EXPECT_FALSE(outcome->compacted);
  EXPECT_EQ(outcome->problems, std::vector<std::string>{"no compact_memory"});
  const Json json = to_json(*outcome);
  EXPECT_TRUE(*json.find("dropped")->as_bool());
}

}  // namespace
}  // namespace gb10
