// Every file of data/fixes as its own test, and what no file may get wrong.

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/embedded.h"
#include "base/text.h"
#include "host/fake_host.h"
#include "launch/facts.h"
#include "launch/fix.h"
#include "launch/plan.h"
#include "rules/wording.h"

namespace gb10 {
namespace {

std::vector<LaunchFix> all_fixes() {
  std::vector<LaunchFix> out;
  for (const Embedded& file : embedded_files()) {
    if (!file.path.starts_with("fixes/")) continue;
    Result<LaunchFix> fix = read_launch_fix(file.text, file.path);
    if (!fix.ok()) {
      ADD_FAILURE() << fix.error().what;
      continue;
    }
    EXPECT_EQ(fmt::format("fixes/{}.toml", fix->name), file.path);
    out.push_back(*std::move(fix));
  }
  return out;
}

Result<Value> typed(const FactSpec& spec, const toml::Node& node) {
  if (spec.type == Type::boolean) return node.truth().map([](bool truth) { return Value(truth); });
  if (spec.type == Type::integer)
    return node.number().map(
        [](double number) { return Value(static_cast<std::int64_t>(number)); });
  if (spec.type == Type::list)
    return node.texts().map([](const std::vector<std::string>& texts) { return Value(texts); });
  const std::string text = TRY(node.text());
  if (spec.type == Type::text) return Value(text);
  if (spec.type == Type::version) return Value(Version{text});
  const Quantity quantity = TRY(parse_quantity(text));
  return Value(quantity);
}

Facts facts_of(const LaunchFix::Case& example) {
  Facts facts;
  facts.set("env.set", std::int64_t{0}, "example");
  facts.set("python.environments", std::int64_t{1}, "example");
  for (const auto& [key, node] : example.facts.members) {
    const FactSpec* const spec = launch_spec(key);
    if (!spec) {
      ADD_FAILURE() << node.wrong("no fact is called " + key).what;
      continue;
    }
    if (const toml::Node* const unknown = node.find("unknown")) {
      facts.unknown(key, {error_kind(unknown->string).value_or(Error::Kind::failed), "no answer"},
                    "example");
      continue;
    }
    Result<Value> value = typed(*spec, node);
    if (!value.ok()) ADD_FAILURE() << value.error().what;
    facts.put(key, std::move(value), "example");
  }
  return facts;
}

LaunchPlan plan_of(const LaunchFix& fix, const LaunchFix::Case& example) {
  LaunchWish wish{
      .profile = fix.profiles.front(), .environment = "/v", .requested = {}, .variables = {}};
  if (example.requested) wish.requested = {fix.name};
  return launch_plan({&fix, 1}, facts_of(example), wish);
}

std::string outcome(const LaunchPlan& plan) {
  if (!plan.variables.empty()) return "set";
  if (!plan.hooks.empty()) return "hook";
  if (!plan.warnings.empty()) return "warn";
  return plan.left.empty() ? "nothing" : word(plan.left.front().why);
}

/// Every sentence that the plan has for a person.
std::vector<std::string> sentences(const LaunchPlan& plan) {
  std::vector<std::string> out = plan.warnings;
  for (const LaunchVariable& each : plan.variables) out.push_back(each.reason);
  for (const LaunchHook& each : plan.hooks) out.push_back(each.reason);
  for (const LeftAlone& each : plan.left) {
    if (each.why != LeftAlone::Why::refused && each.why != LeftAlone::Why::not_known)
      out.push_back(each.reason);
  }
  return out;
}

TEST(LaunchFixes, do_what_their_examples_say) {
  for (const LaunchFix& fix : all_fixes()) {
    for (const LaunchFix::Case& example : fix.examples) {
      const std::string place = fmt::format("{}:{}", fix.name, example.line);
      const LaunchPlan plan = plan_of(fix, example);
      EXPECT_EQ(outcome(plan), example.does) << place;
      for (const std::string& each : sentences(plan))
        EXPECT_EQ(each.find("not known"), std::string::npos) << place << ": " << each;
      for (const auto& member : example.set.members) {
        const auto found =
            std::find_if(plan.variables.begin(), plan.variables.end(),
                         [&](const LaunchVariable& each) { return each.name == member.first; });
        ASSERT_NE(found, plan.variables.end()) << place << ": " << member.first;
        EXPECT_EQ(found->value, member.second.string) << place;
      }
    }
  }
}

TEST(LaunchFixes, have_an_example_that_acts_and_one_that_does_not) {
  const std::set<std::string> acts = {"set", "hook", "warn", "refused"};
  for (const LaunchFix& fix : all_fixes()) {
    int yes = 0, no = 0;
    for (const LaunchFix::Case& example : fix.examples) {
      ++(acts.count(example.does) != 0 ? yes : no);
    }
    EXPECT_GT(yes, 0) << fix.name;
    EXPECT_GT(no, 0) << fix.name;
  }
}

TEST(LaunchFixes, name_facts_that_somebody_collects) {
  for (const LaunchFix& fix : all_fixes()) {
    const Result<void> checked = check_facts(fix);
    EXPECT_TRUE(checked.ok()) << (checked.ok() ? "" : checked.error().what);
  }
}

// A launch does not read our examples, and so nothing that would stand behind them.
TEST(LaunchFixes, have_their_examples_at_the_end) {
  for (const Embedded& file : embedded_files()) {
    if (!file.path.starts_with("fixes/")) continue;
    const std::size_t at = file.text.find("\n[[example]]");
    ASSERT_NE(at, std::string_view::npos) << file.path;
    for (const std::string_view line : lines(file.text.substr(at + 1))) {
      const bool is_example = line.starts_with("[[example]]") || line.starts_with("[example.");
      EXPECT_TRUE(!line.starts_with('[') || is_example) << file.path << ": " << line;
    }
  }
}

TEST(LaunchFixes, of_an_owner_are_read_to_their_end) {
  FakeHost host;
  host.file("/etc/gb10/fixes.d/my.fix.toml", R"(name = "my.fix"
title = "t"
profiles = ["train"]
reason = "r"
why = "w"
evidence_class = "reported"
source = "s"
date = "2026-10"
[[example]]
does = "nothing"
[hook]
name = "inductor-big-gpu"
module = "a.b"
)");
  const auto found = launch_fixes(host, {});
  ASSERT_TRUE(found.ok()) << found.error().what;
  const auto own = std::find_if(found->begin(), found->end(),
                                [](const LaunchFix& each) { return each.name == "my.fix"; });
  ASSERT_NE(own, found->end());
  EXPECT_EQ(own->hook, "inductor-big-gpu");
  EXPECT_EQ(own->module, "a.b");
}

TEST(LaunchFixes, carry_their_source_and_class) {
  const std::set<std::string> classes = {"measured", "reported", "documented", "computed"};
  for (const LaunchFix& fix : all_fixes()) {
    EXPECT_EQ(classes.count(fix.evidence_class), 1U) << fix.name;
    EXPECT_FALSE(fix.source.empty() || fix.catalogue.empty()) << fix.name;
    EXPECT_EQ(fix.date.size(), std::string_view("2026-10").size()) << fix.name;
  }
}

TEST(LaunchFixes, change_results_on_request_alone) {
  for (const LaunchFix& fix : all_fixes()) EXPECT_LE(fix.may_change_results, fix.on_request);
}

// Two fixes with different values for one variable would leave it to their order.
TEST(LaunchFixes, own_their_variables_alone) {
  std::set<std::string> seen;
  for (const LaunchFix& fix : all_fixes()) {
    for (const auto& [name, value] : fix.set) EXPECT_TRUE(seen.insert(name).second) << name;
  }
}

TEST(LaunchFixes, never_set_what_does_harm) {
  const std::set<std::string> harmful = {
      "LD_LIBRARY_PATH",      "LD_PRELOAD",          "PYTORCH_CUDA_ALLOC_CONF",
      "PYTORCH_ALLOC_CONF",   "CUDA_CACHE_DISABLE",  "PYTORCH_NO_CUDA_MEMORY_CACHING",
      "TORCHDYNAMO_DISABLE",  "CUDA_MODULE_LOADING", "CUBLAS_WORKSPACE_CONFIG",
      "CUDA_LAUNCH_BLOCKING", "TORCH_USE_CUDA_DSA",  "CUDA_DEVICE_MAX_CONNECTIONS"};
  for (const LaunchFix& fix : all_fixes()) {
    for (const auto& [name, value] : fix.set) EXPECT_EQ(harmful.count(name), 0U) << fix.name;
    const bool runs =
        std::find(fix.profiles.begin(), fix.profiles.end(), "build") == fix.profiles.end();
    for (const auto& [name, value] : fix.set)
      EXPECT_FALSE(runs && name == "TORCH_CUDA_ARCH_LIST") << fix.name;
  }
}

TEST(LaunchFixes, set_nothing_in_a_second_plan) {
  for (const LaunchFix& fix : all_fixes()) {
    for (const LaunchFix::Case& example : fix.examples) {
      LaunchWish wish{fix.profiles.front(), "/v", {}, {}};
      if (example.requested) wish.requested = {fix.name};
      const Facts facts = facts_of(example);
      for (const LaunchVariable& each : launch_plan({&fix, 1}, facts, wish).variables)
        wish.variables[each.name] = each.value;
      EXPECT_TRUE(launch_plan({&fix, 1}, facts, wish).variables.empty()) << fix.name;
    }
  }
}

}  // namespace
}  // namespace gb10
