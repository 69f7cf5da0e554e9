#include "launch/readback.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace gb10 {

namespace {

LaunchPlan plan_of_both() {
  LaunchPlan plan;
  plan.variables.push_back({"FLAG", "1", "test.flag", "because"});
  plan.hooks.push_back({"big", "torch.utils", "test.big", "because", true, {}});
  return plan;
}

LaunchPlan without_hooks(LaunchPlan plan) {
  plan.hooks.clear();
  return plan;
}

std::vector<std::string> texts(const std::vector<LaunchMismatch>& found) {
  std::vector<std::string> out;
  for (const LaunchMismatch& each : found) out.push_back(each.text);
  return out;
}

constexpr const char* kStart = R"({"event":"start","pid":1,"variables":{"FLAG":"1"}})";
constexpr const char* kDone =
    R"({"event":"hook","name":"big","module":"torch.utils","done":true,"why":""})";

}  // namespace

TEST(ReadBack, of_what_is_as_planned_has_no_mismatch) {
  const ReadBack found =
      read_back(std::string(kStart) + "\n" + kDone +
                "\n{\"event\":\"variable\",\"name\":\"FLAG\",\"value\":\"1\",\"agrees\":true}\n");
  EXPECT_EQ(found.processes, 1);
  EXPECT_EQ(found.unreadable, 0);
  EXPECT_TRUE(mismatches(plan_of_both(), found).empty());
  EXPECT_EQ(hook_states(plan_of_both(), found).front().second, "done in 1 process");
}

TEST(ReadBack, without_a_process_misses_the_hooks) {
  const auto found = texts(mismatches(plan_of_both(), read_back("")));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found.front().starts_with("no Python process of the run loaded its hooks"));
  EXPECT_TRUE(mismatches(without_hooks(plan_of_both()), read_back("")).empty());
  EXPECT_EQ(hook_states(plan_of_both(), {}).front().second, "torch.utils was not imported");
}

TEST(ReadBack, names_a_variable_that_was_taken_away_set_otherwise_or_without_effect) {
  const auto fault = [](const char* rest) {
    const std::string line = std::string(R"({"event":"variable","name":"FLAG",)") + rest + "}";
    return texts(mismatches(plan_of_both(), read_back(std::string(kStart) + "\n" + line)));
  };
  EXPECT_EQ(fault(R"("value":null)"),
            std::vector<std::string>{"FLAG=1: a Python process ended without it"});
  EXPECT_EQ(fault(R"("value":"0")"),
            std::vector<std::string>{"FLAG=1: the program itself made it 0"});
  EXPECT_EQ(fault(R"("value":"1","seen":"flag is False","agrees":false)"),
            std::vector<std::string>{"FLAG=1 did not take effect: flag is False"});
  EXPECT_TRUE(fault(R"("value":"1","seen":null,"agrees":null)").empty());
}

TEST(ReadBack, takes_a_share_of_memory_that_the_budget_added_for_planned) {
  LaunchPlan plan;
  plan.variables.push_back({"PYTORCH_ALLOC_CONF", "a:True", "test.flag", "because"});
  EXPECT_TRUE(
      mismatches(plan,
                 read_back(R"({"event":"start","variables":)"
                           R"({"PYTORCH_ALLOC_CONF":"a:True,per_process_memory_fraction:0.5"}})"))
          .empty());
}

TEST(ReadBack, says_a_thing_once_however_many_processes_do) {
  std::string lines;
  for (int i = 0; i < 5; ++i)
    lines += std::string(kStart) + "\n" +
             R"({"event":"hook","name":"big","module":"torch.utils","done":false,"why":"odd"})" +
             "\n";
  const auto found = mismatches(plan_of_both(), read_back(lines));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().text, "big: torch.utils is left alone: odd");
  EXPECT_TRUE(found.front().is_said);
  EXPECT_EQ(hook_states(plan_of_both(), read_back(lines)).front().second, "left alone: odd");
}

TEST(ReadBack, counts_processes_and_not_what_they_say) {
  const std::string done = std::string(kDone).insert(1, "\"pid\":7,");
  const ReadBack found =
      read_back(done + "\n" + done + "\n" + std::string(kDone).insert(1, "\"pid\":8,") + "\n");
  EXPECT_EQ(hook_states(plan_of_both(), found).front().second, "done in 2 processes");
}

TEST(ReadBack, does_not_blame_a_program_for_what_it_began_with) {
  const std::string start = R"({"event":"start","pid":1,"variables":{"FLAG":"0"}})";
  const auto end = [](int pid) {
    return fmt::format("\n{{\"event\":\"variable\",\"pid\":{},\"name\":\"FLAG\",\"value\":\"0\"}}",
                       pid);
  };
  const LaunchPlan plan = without_hooks(plan_of_both());
  EXPECT_EQ(texts(mismatches(plan, read_back(start + end(1)))),
            std::vector<std::string>{"FLAG=1: what started a Python process made it 0"});
  EXPECT_EQ(mismatches(plan, read_back(start + end(2))).size(), 2U);
}

TEST(ReadBack, takes_a_value_that_is_no_utf8_for_the_same) {
  LaunchPlan plan;
  plan.variables.push_back({"DIR", "/caf\xe9/x", "test.dir", "because"});
  const auto found = [&](const char* value) {
    return mismatches(
        plan,
        read_back(fmt::format("{{\"event\":\"start\",\"variables\":{{\"DIR\":\"{}\"}}}}", value)));
  };
  EXPECT_TRUE(found("/caf?/x").empty());
  EXPECT_EQ(found("/caf?/y").size(), 1U);
  EXPECT_EQ(found("/c?f?/x").size(), 1U);
}

TEST(ReadBack, tells_no_more_than_a_person_reads) {
  std::string lines;
  for (int i = 0; i < 5000; ++i)
    lines += fmt::format("{{\"event\":\"start\",\"variables\":{{\"FLAG\":\"x{}\"}}}}\n", i);
  const auto found = texts(mismatches(without_hooks(plan_of_both()), read_back(lines)));
  EXPECT_EQ(found.size(), 51U);
  EXPECT_EQ(found.back(), "there are more differences of this kind");
}

TEST(ReadBack, says_that_not_all_was_kept_or_understood) {
  const LaunchPlan plan = without_hooks(plan_of_both());
  EXPECT_EQ(
      texts(mismatches(plan, read_back("odd\n"))),
      std::vector<std::string>{"not all could be read back: 1 line of it cannot be understood"});
  std::string much;
  while (much.size() < (8U << 20U)) much += std::string(kStart) + std::string(60000, ' ') + "\n";
  EXPECT_EQ(texts(mismatches(plan, read_back(much))),
            std::vector<std::string>{
                "not all could be read back: the processes wrote more than is kept of it, 8 MiB"});
}

TEST(ReadBack, passes_over_what_is_no_line_of_ours) {
  const ReadBack found = read_back(std::string("{\n[1]\n{\"event\":\"odd\"}\n\xff\n") + kStart +
                                   "\n{\"event\":\"start");
  EXPECT_EQ(found.unreadable, 5);
  EXPECT_EQ(found.processes, 1);
}

}  // namespace gb10
