#include "guard/policy.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace gb10 {
namespace {

constexpr double kGib = 1 << 30;

std::string wrong(std::string_view text) {
  const auto policy = guard_policy(text, "own.toml");
  return policy.ok() ? "nothing" : policy.error().what;
}

TEST(Policy, has_its_levels_and_spares_what_owners_need) {
  const auto policy = guard_policy();
  ASSERT_TRUE(policy.ok()) << policy.error().what;
  EXPECT_EQ(policy->act_below, 3 * kGib);
  EXPECT_EQ(policy->floor, 1 * kGib);
  for (const char* const name : {"sshd", "systemd-journal", "gnome-shell", "dockerd", "gb10"})
    EXPECT_TRUE(policy->spares(name)) << name;
  for (const char* const name : {"python3", "VLLM::EngineCor", "ollama", "sshd2"})
    EXPECT_FALSE(policy->spares(name)) << name;
}

TEST(Policy, spares_names_that_are_longer_than_the_kernel_keeps) {
  const auto policy = guard_policy(
      "never = [ \"text-generation-launcher\", \"VLLM::EngineCore*\", \"*-indexer\" ]", "own");
  ASSERT_TRUE(policy.ok());
  for (const char* const name : {"text-generation", "VLLM::EngineCor", "a-indexer"})
    EXPECT_TRUE(policy->spares(name)) << name;
  for (const char* const name : {"text-generatio", "VLLM::Worker_TP", "fifteen-bytes-x"})
    EXPECT_FALSE(policy->spares(name)) << name;
}

TEST(Policy, of_an_owner_changes_what_it_names) {
  const auto policy = guard_policy("floor = \"2 GiB\"\nnever = [ \"my-*\" ]\n", "own.toml");
  ASSERT_TRUE(policy.ok()) << policy.error().what;
  EXPECT_EQ(policy->floor, 2 * kGib);
  EXPECT_EQ(policy->act_below, 3 * kGib);
  EXPECT_TRUE(policy->spares("my-server") && policy->spares("sshd"));
}

TEST(Policy, with_a_mistake_is_refused_with_its_line) {
  EXPECT_NE(wrong("\nflor = \"2 GiB\"").find("own.toml:2"), std::string::npos);
  EXPECT_NE(wrong("floor = \"2 s\"").find("no amount of memory"), std::string::npos);
  EXPECT_NE(wrong("floor = \"-1 GiB\"").find("own.toml:1"), std::string::npos);
  EXPECT_NE(wrong("floor = \"5 GiB\"").find("must be below act_below"), std::string::npos);
  EXPECT_NE(wrong("slope_window = \"60 s\"").find("at most 10 s"), std::string::npos);
  EXPECT_NE(wrong("loop_count = 0").find("1 or more"), std::string::npos);
}

TEST(Policy, of_a_small_machine_goes_by_shares) {
  const GuardPolicy policy = guard_policy()->on(2 * kGib);
  EXPECT_DOUBLE_EQ(policy.act_below, 0.2 * kGib);
  EXPECT_LT(policy.floor, policy.act_below);
  EXPECT_LT(policy.margin, 20e6);
  EXPECT_EQ(guard_policy()->on(121.6 * kGib).act_below, 3 * kGib);
}

TEST(Policy, of_an_owner_counts_on_a_machine_of_any_size) {
  const auto policy = guard_policy("act_below = \"16 GiB\"\nfloor = \"2 GiB\"", "own.toml");
  ASSERT_TRUE(policy.ok());
  EXPECT_EQ(policy->on(121.6 * kGib).act_below, 16 * kGib);
  EXPECT_EQ(policy->on(16 * kGib).floor, 2 * kGib);
  const auto shared = guard_policy("act_below = \"16 GiB\"\nact_share = \"5 %\"", "own.toml");
  EXPECT_DOUBLE_EQ(shared->on(100 * kGib).act_below, 5 * kGib);
}

TEST(Policy, takes_a_level_as_it_is_typed) {
  GuardPolicy policy = *guard_policy();
  ASSERT_TRUE(set(policy, "act_below", "512 MiB").ok());
  ASSERT_TRUE(set(policy, "floor", "256 MiB").ok());
  EXPECT_EQ(policy.on(2 * kGib).act_below, 0.5 * kGib);
  EXPECT_FALSE(set(policy, "floor", "much").ok());
  EXPECT_FALSE(set(policy, "none", "1 GiB").ok());
}

}  // namespace
}  // namespace gb10
