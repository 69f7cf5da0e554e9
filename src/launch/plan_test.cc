#include "launch/plan.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

constexpr const char* kHead = R"(
name = "a.fix"
title = "t"
profiles = ["train"]
reason = "a is {python[*].torch}"
why = "w"
evidence_class = "reported"
source = "s"
date = "2026-10"
)";

LaunchFix fix_of(const std::string& rest) {
  Result<LaunchFix> fix = read_launch_fix(kHead + rest, "a.toml");
  if (fix.ok()) return *std::move(fix);
  ADD_FAILURE() << fix.error().what;
  return {};
}

std::string refused(const std::string& rest) {
  const Result<LaunchFix> fix = read_launch_fix(kHead + rest, "a.toml");
  return fix.ok() ? "read" : fix.error().what;
}

Facts facts_with(const std::string& torch) {
  Facts facts;
  facts.set("python.environments", std::int64_t{1}, "test");
  facts.set("env.set", std::int64_t{0}, "test");
  if (!torch.empty()) facts.set("python[/v].torch", Version{torch}, "test");
  return facts;
}

LaunchPlan plan_of(const LaunchFix& fix, const Facts& facts,
                   std::map<std::string, std::string, std::less<>> variables = {}) {
  return launch_plan({&fix, 1}, facts, {"train", "/v", {}, std::move(variables)});
}

TEST(LaunchPlanning, sets_a_variable_with_its_reason) {
  const LaunchFix fix = fix_of(R"(set = { A = "{python[*].torch} x" })");
  const LaunchPlan plan = plan_of(fix, facts_with("2.9.1"));
  ASSERT_EQ(plan.variables.size(), 1U);
  EXPECT_EQ(plan.variables[0].name, "A");
  EXPECT_EQ(plan.variables[0].value, "2.9.1 x");
  EXPECT_EQ(plan.variables[0].reason, "a is 2.9.1");
}

TEST(LaunchPlanning, sets_a_variable_once_where_two_fixes_would) {
  LaunchFix first = fix_of(R"(set = { A = "1", B = "1" })"),
            second = fix_of(R"(set = { A = "2" })");
  second.name = "b.fix";
  const std::vector<LaunchFix> both = {first, second};
  const LaunchPlan plan = launch_plan(both, facts_with("2.9.1"), {"train", "/v", {}, {}});
  ASSERT_EQ(plan.variables.size(), 2U);
  EXPECT_EQ(plan.variables[0].value, "1");
  ASSERT_EQ(plan.left.size(), 1U);
  EXPECT_EQ(plan.left[0].fix, "b.fix");
  EXPECT_EQ(plan.left[0].reason, "A is set by a.fix");
}

TEST(LaunchPlanning, leaves_what_the_owner_set) {
  const LaunchFix fix = fix_of(R"(set = { A = "1", B = "1" })");
  const LaunchPlan plan = plan_of(fix, facts_with("2.9.1"), {{"A", "0"}});
  ASSERT_EQ(plan.variables.size(), 1U);
  EXPECT_EQ(plan.variables[0].name, "B");
  ASSERT_EQ(plan.left.size(), 1U);
  EXPECT_EQ(plan.left[0].why, LeftAlone::Why::users_own);
  EXPECT_EQ(plan.left[0].reason, "you set A=0");
  // Empty is a value, too.
  EXPECT_EQ(plan_of(fix, facts_with("2.9.1"), {{"A", ""}}).variables.size(), 1U);
}

TEST(LaunchPlanning, does_nothing_on_a_version_that_is_not_known) {
  const LaunchFix fix =
      fix_of("set = { A = \"1\" }\nwhen = [ { fact = \"python[*].torch\", lt = \"2.11\" } ]");
  EXPECT_EQ(plan_of(fix, facts_with("nightly")).left.at(0).why, LeftAlone::Why::not_known);
  Facts facts = facts_with("");
  facts.unknown("python[/v].torch", {Error::Kind::failed, "no version"}, "test");
  EXPECT_EQ(plan_of(fix, facts).left.at(0).why, LeftAlone::Why::not_known);
  const LaunchPlan later = plan_of(fix, facts_with("2.12.0"));
  EXPECT_EQ(later.left.at(0).why, LeftAlone::Why::not_needed);
  EXPECT_EQ(later.left.at(0).reason, "torch is 2.12.0, not before 2.11");
  EXPECT_EQ(plan_of(fix, facts_with("")).left.at(0).reason, "torch is not installed");
}

TEST(LaunchPlanning, does_nothing_beyond_what_a_fix_is_known_for) {
  const LaunchFix fix =
      fix_of("set = { A = \"1\" }\nknown_for = [ { fact = \"python[*].torch\", lt = \"2.15\" } ]");
  EXPECT_EQ(plan_of(fix, facts_with("2.14.0")).variables.size(), 1U);
  const LaunchPlan plan = plan_of(fix, facts_with("2.15.0"));
  EXPECT_EQ(plan.left.at(0).why, LeftAlone::Why::not_known);
  EXPECT_EQ(plan.left.at(0).reason, "torch is 2.15.0; what is known here is for before 2.15");
}

TEST(LaunchPlanning, skips_fixes_of_other_profiles) {
  const LaunchFix fix = fix_of(R"(set = { A = "1" })");
  const LaunchPlan plan = launch_plan({&fix, 1}, facts_with("2.9.1"), {"serve", "/v", {}, {}});
  EXPECT_TRUE(plan.variables.empty() && plan.left.empty());
}

TEST(LaunchPlanning, finds_a_fix_by_what_stands_behind_its_dot) {
  const LaunchFix fix = fix_of(R"(set = { A = "1" })");
  EXPECT_EQ(find_fix({&fix, 1}, "fix"), &fix);
  EXPECT_EQ(find_fix({&fix, 1}, "a.fix"), &fix);
  EXPECT_EQ(find_fix({&fix, 1}, "a"), nullptr);
}

TEST(LaunchFix, tells_which_variables_it_judges) {
  const LaunchFix fix = fix_of(R"(set = { A = "1" }
when = [ { fact = "env[B].value", known = false }, { fact = "python[*].torch", known = true } ]
any = [ { fact = "env[C].value", eq = "1" } ])");
  EXPECT_EQ(judged_variables({&fix, 1}), (std::set<std::string>{"B", "C"}));
}

TEST(LaunchFix, refuses_what_could_do_harm_unasked) {
  EXPECT_NE(refused("set = { A = \"1\" }\nrisk = \"may-change-results\"").find("on request"),
            std::string::npos);
  EXPECT_EQ(refused("set = { A = \"1\" }\nrisk = \"may-change-results\"\non_request = true"),
            "read");
}

TEST(LaunchFix, refuses_mistakes_with_their_place) {
  EXPECT_EQ(refused(""), "a.toml:1: one of set, hook, warn and never is wanted");
  EXPECT_NE(refused("warn = true\nnever = true"), "read");
  EXPECT_EQ(refused("set = { \"A B\" = \"1\" }"), "a.toml:10: \"A B\" is no variable");
  EXPECT_NE(refused("set = {}"), "read");
  EXPECT_NE(refused("warn = true\nunmet = \"x\""), "read");
  EXPECT_NE(refused("warn = true\nsett = 1"), "read");
  EXPECT_NE(refused("warn = true\njobs = { memory_each = \"8\", keep_free = \"1 GiB\" }"), "read");
  LaunchFix fix = fix_of("warn = true\nwhen = [ { fact = \"no.fact\", eq = 1 } ]");
  EXPECT_FALSE(check_facts(fix).ok());
  fix = fix_of(R"(set = { A = "{no.fact}" })");
  EXPECT_FALSE(check_facts(fix).ok());
}

}  // namespace
}  // namespace gb10
