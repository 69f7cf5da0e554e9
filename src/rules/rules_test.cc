#include <gtest/gtest.h>

#include "rules/judge.h"
#include "rules/wording.h"

namespace gb10 {
namespace {

constexpr const char* kHead = R"(
area = "memory"
severity = "warning"
title = "t"
message = "{memory.swap_used} in use"
why = "w"
source = "s"
date = "2026-10"
)";

Rule rule(const std::string& name, const std::string& body) {
  const std::string remedy = body.find("remedy") == std::string::npos ? "remedy = [\"r\"]\n" : "";
  const Result<Rule> read =
      read_rule("name = \"" + name + "\"" + kHead + remedy + body, name + ".toml");
  EXPECT_TRUE(read.ok()) << read.error().what;
  return *read;
}

RuleSet only(Rule rule) {
  RuleSet set;
  set.rules.push_back(std::move(rule));
  return set;
}

Facts swap(double used_mib, double available_gib) {
  Facts facts;
  facts.set("memory.swap_used", bytes(used_mib * (1 << 20)), "/proc/meminfo");
  facts.set("memory.available", bytes(available_gib * (1 << 30)), "/proc/meminfo");
  return facts;
}

const std::string kSwap = R"(when = [ { fact = "memory.swap_used", gt = "64 MiB" }, )"
                          R"({ fact = "memory.available", gt = "10 GiB" } ])";

TEST(Rules, fire_with_their_numbers_and_sources) {
  const Judgement judgement = judge(only(rule("memory.swap", kSwap)), swap(286, 12), {});
  ASSERT_EQ(judgement.findings.size(), 1U);
  EXPECT_EQ(judgement.findings[0].message, "286 MiB in use");
  EXPECT_EQ(judgement.findings[0].evidence[0], "memory.swap_used 286 MiB (/proc/meminfo)");
}

TEST(Rules, an_unknown_fact_silences_and_is_listed_unless_another_clause_decides) {
  Facts facts = swap(286, 12);
  facts.unknown("memory.available", {Error::Kind::denied, "permission denied"}, "/proc/meminfo");
  Judgement judgement = judge(only(rule("memory.swap", kSwap)), facts, {});
  EXPECT_TRUE(judgement.findings.empty());
  ASSERT_EQ(judgement.not_checked.size(), 1U);
  EXPECT_EQ(judgement.not_checked[0].reason, "memory.available: permission denied");
  facts.set("memory.swap_used", bytes(0), "/proc/meminfo");
  judgement = judge(only(rule("memory.swap", kSwap)), facts, {});
  EXPECT_EQ(judgement.count(Outcome::passed), 1);
}

TEST(Rules, a_fact_of_the_wrong_type_is_not_checked_instead_of_false) {
  Facts facts = swap(286, 12);
  facts.set("memory.swap_used", std::string("286 MiB"), "x");
  EXPECT_EQ(judge(only(rule("memory.swap", kSwap)), facts, {}).count(Outcome::not_checked), 1);
}

TEST(Rules, given_decides_whether_a_rule_applies) {
  const RuleSet set =
      only(rule("memory.swap", R"(given = [ { fact = "identity.gb10", eq = true } ])"
                               "\n" +
                                   kSwap));
  Facts facts = swap(286, 12);
  facts.set("identity.gb10", false, "PCI");
  EXPECT_EQ(judge(set, facts, {}).count(Outcome::not_applicable), 1);
}

TEST(Rules, look_at_each_instance_and_name_it) {
  const RuleSet set = only(rule("disk.slow", R"(for_each = "block"
when = [ { fact = "block[*].link_width", lt_fact = "block[*].link_width_max" } ])"));
  Facts facts;
  for (const char* const disk : {"nvme0n1", "nvme1n1"}) {
    facts.set(key("block", disk, "link_width"), std::int64_t{disk[4] == '0' ? 4 : 2}, "sysfs");
    facts.set(key("block", disk, "link_width_max"), std::int64_t{4}, "sysfs");
  }
  const Judgement judgement = judge(set, facts, {});
  ASSERT_EQ(judgement.findings.size(), 1U);
  EXPECT_EQ(judgement.findings[0].instance, "nvme1n1");
}

TEST(Rules, an_absent_field_of_an_instance_means_the_thing_is_not_there) {
  const RuleSet set = only(rule("py.old", R"(for_each = "python"
when = [ { fact = "python[*].torch", lt = "2.9" } ])"));
  Facts facts;
  facts.set(key("python", "/v", "python"), Version{"3.12"}, "pyvenv.cfg");
  EXPECT_EQ(judge(set, facts, {}).count(Outcome::passed), 1);
}

TEST(Rules, an_instance_that_could_not_be_looked_for_is_not_checked) {
  const RuleSet each = only(rule("py.old", R"(for_each = "python"
when = [ { fact = "python[*].torch", lt = "2.9" } ])"));
  const RuleSet one = only(rule("env.bad", R"(when = [ { fact = "env[X].value", eq = "1" } ])"));
  Facts facts;
  facts.unknown("python.environments", {Error::Kind::denied, "permission denied"}, "/home");
  facts.unknown("env.set", {Error::Kind::not_recorded, "not recorded"}, "environment");
  const Judgement judgement = judge(each, facts, {});
  ASSERT_EQ(judgement.not_checked.size(), 1U);
  EXPECT_EQ(judgement.not_checked[0].reason, "python.environments: permission denied");
  EXPECT_EQ(judge(one, facts, {}).count(Outcome::not_checked), 1);
  facts.set("env.set", std::vector<std::string>{}, "environment");
  facts.unknown("python.environments", {Error::Kind::not_found, "none"}, "/home");
  EXPECT_EQ(judge(one, facts, {}).count(Outcome::passed), 1);
  EXPECT_EQ(judge(each, facts, {}).count(Outcome::not_applicable), 1);
}

TEST(Rules, that_found_nothing_where_not_all_was_searched_are_not_checked) {
  const RuleSet set = only(rule("py.old", R"(for_each = "python"
when = [ { fact = "python[*].torch", lt = "2.9" } ])"));
  Facts facts;
  facts.set("python.environments", std::int64_t{1}, "/home");
  facts.incomplete("python.environments", "not searched: /home/a: denied");
  facts.set(key("python", "/v", "torch"), Version{"2.10"}, "METADATA");
  const Judgement judgement = judge(set, facts, {});
  ASSERT_EQ(judgement.not_checked.size(), 1U);
  EXPECT_EQ(judgement.not_checked[0].reason, "not searched: /home/a: denied");
  facts.set(key("python", "/w", "torch"), Version{"2.8"}, "METADATA");
  EXPECT_EQ(judge(set, facts, {}).count(Outcome::fired), 1);
}

TEST(Rules, that_rest_on_what_a_list_lacks_are_not_checked_where_it_is_not_whole) {
  const RuleSet found =
      only(rule("log.bad", R"(when = [ { fact = "kernel.log", matches = "Xid" } ])"));
  const RuleSet lacking =
      only(rule("log.ok", R"(when = [ { fact = "kernel.log", matches_none = "Xid" } ])"));
  const RuleSet none =
      only(rule("log.none", R"(when = [ { fact = "kernel.log", empty = true } ])"));
  Facts facts;
  facts.set("kernel.log", std::vector<std::string>{}, "journalctl");
  facts.incomplete("kernel.log", "only the last lines were read");
  for (const RuleSet* const set : {&found, &lacking, &none}) {
    const Judgement open = judge(*set, facts, {});
    ASSERT_EQ(open.not_checked.size(), 1U);
    EXPECT_EQ(open.not_checked[0].reason, "only the last lines were read");
  }
  facts.set("kernel.log", std::vector<std::string>{"NVRM: Xid 79"}, "journalctl");
  facts.incomplete("kernel.log", "only the last lines were read");
  EXPECT_EQ(judge(found, facts, {}).count(Outcome::fired), 1);
  EXPECT_EQ(judge(lacking, facts, {}).count(Outcome::passed), 1);
  EXPECT_EQ(judge(none, facts, {}).count(Outcome::passed), 1);
}

TEST(Rules, of_each_of_a_kind_are_not_checked_where_the_only_ones_may_be_elsewhere) {
  const RuleSet set = only(rule("py.old", R"(for_each = "python"
given = [ { fact = "python[*].vllm", known = true } ]
when = [ { fact = "python[*].torch", lt = "2.9" } ])"));
  Facts facts;
  facts.set("python.environments", std::int64_t{0}, "/home");
  EXPECT_EQ(judge(set, facts, {}).count(Outcome::not_applicable), 1);
  facts.incomplete("python.environments", "not searched: /home/a");
  EXPECT_EQ(judge(set, facts, {}).count(Outcome::not_checked), 1);
  facts.set(key("python", "/v", "torch"), Version{"2.8"}, "METADATA");
  const Judgement judgement = judge(set, facts, {});
  EXPECT_EQ(judgement.count(Outcome::not_checked), 1) << "/v has no vLLM, /home/a may have it";
  EXPECT_EQ(judgement.not_checked[0].reason, "not searched: /home/a");
}

TEST(Rules, take_a_count_that_is_not_whole_for_a_lower_bound) {
  const RuleSet few = only(rule("a.few", R"(when = [ { fact = "python.environments", lt = 3 } ])"));
  const RuleSet some =
      only(rule("a.some", R"(when = [ { fact = "python.environments", ge = 1 } ])"));
  Facts facts;
  facts.set("python.environments", std::int64_t{2}, "/home");
  facts.incomplete("python.environments", "not searched: /home/a");
  EXPECT_EQ(judge(few, facts, {}).count(Outcome::not_checked), 1);
  EXPECT_EQ(judge(some, facts, {}).count(Outcome::fired), 1);
}

TEST(Rules, tell_a_command_that_cannot_be_filled_in_as_a_sentence) {
  const RuleSet set = only(rule("py.old", R"(for_each = "python"
when = [ { fact = "python[*].torch", lt = "2.9" } ]
remedy = [ { when = "then", run = "pull {docker.version}", note = "once" } ])"));
  Facts facts;
  facts.set(key("python", "/v", "torch"), Version{"2.8"}, "METADATA");
  const std::vector<Step> wanted = {{"", "", "then: pull not known (once)"}};
  EXPECT_EQ(judge(set, facts, {}).findings.at(0).remedy, wanted);
}

TEST(Rules, commands_quote_what_a_shell_would_take_apart) {
  RuleSet set = only(rule("py.old", R"(for_each = "python"
when = [ { fact = "python[*].torch", lt = "2.9" } ]
remedy = [
  { when = "in {*}", run = "uv pip install --python {*} torch", note = "see {*}" },
  "or not",
])"));
  Facts facts;
  facts.set(key("python", "/v/a b; rm x", "torch"), Version{"2.8"}, "METADATA");
  const Judgement judgement = judge(set, facts, {});
  ASSERT_EQ(judgement.findings.size(), 1U);
  const std::vector<Step> wanted = {
      {"in /v/a b; rm x", "uv pip install --python '/v/a b; rm x' torch", "see /v/a b; rm x"},
      {"", "", "or not"}};
  EXPECT_EQ(judgement.findings[0].remedy, wanted);
}

TEST(Rules, stronger_findings_take_the_weaker_ones_place) {
  RuleSet set;
  set.rules.push_back(rule("a.strong", "supersedes = [\"a.weak\"]\n" + kSwap));
  set.rules.push_back(rule("a.weak", kSwap));
  const Judgement judgement = judge(set, swap(286, 12), {});
  ASSERT_EQ(judgement.findings.size(), 1U);
  EXPECT_EQ(judgement.findings[0].name, "a.strong");
}

GpuSeries series(int count, double every, GpuSample sample) {
  GpuSeries out;
  for (int i = 0; i < count; ++i) {
    sample.seconds = every * i;
    out.samples.push_back(sample);
  }
  return out;
}

const std::string kWindow =
    R"(window = { samples = 5, duration = "10 s", all = [ { metric = "utilization", ge = "90 %" },
  { metric = "sm_clock", lt = "1400 MHz" }, { metric = "reasons", eq = "none" } ] })";

GpuSample reading(double utilization, double mhz) {
  return {0, utilization, mhz * 1e6, 17.0, 45.0, 0};
}

TEST(Windows, need_enough_samples_over_enough_time_in_a_row) {
  const RuleSet set = only(rule("gpu.slow", kWindow));
  EXPECT_EQ(judge(set, {}, std::vector{series(12, 1, reading(0.96, 690))}).findings.size(), 1U);
  EXPECT_TRUE(judge(set, {}, std::vector{series(4, 5, reading(0.96, 690))}).findings.empty());
  EXPECT_TRUE(judge(set, {}, std::vector{series(10, 1, reading(0.96, 690))}).findings.empty());
  GpuSeries broken = series(12, 1, reading(0.96, 690));
  broken.samples[6].sm_clock = 2450e6;
  EXPECT_EQ(judge(set, {}, std::vector{broken}).count(Outcome::passed), 1);
}

TEST(Windows, many_samples_in_a_moment_do_not_hide_the_longer_stretch) {
  const RuleSet set = only(rule("gpu.slow", kWindow));
  GpuSeries all = series(30, 0.1, reading(0.96, 690));
  GpuSample sample = reading(0, 208);
  sample.seconds = 4;
  all.samples.push_back(sample);
  for (int i = 0; i < 14; ++i) {
    sample = reading(0.96, 690);
    sample.seconds = 5 + i;
    all.samples.push_back(sample);
  }
  const Judgement judgement = judge(set, {}, std::vector{all});
  ASSERT_EQ(judgement.findings.size(), 1U);
  EXPECT_NE(judgement.findings[0].evidence[0].find("14 samples over 13 s"), std::string::npos)
      << judgement.findings[0].evidence[0];
}

TEST(Windows, an_idle_gpu_is_not_checked_and_a_missing_reading_decides_nothing) {
  const RuleSet set = only(rule("gpu.slow", kWindow));
  const Judgement idle = judge(set, {}, std::vector{series(12, 1, reading(0, 208))});
  ASSERT_EQ(idle.not_checked.size(), 1U);
  EXPECT_EQ(idle.not_checked[0].reason, "the GPU was idle: not tested under load");
  GpuSeries blind = series(12, 1, reading(0.96, 690));
  for (GpuSample& sample : blind.samples) sample.reasons.reset();
  EXPECT_EQ(judge(set, {}, std::vector{blind}).count(Outcome::not_checked), 1);
}

TEST(RuleFiles, mistakes_are_named_with_file_and_line) {
  const auto refused = [](const std::string& body, const std::string& wanted) {
    const Result<Rule> read = read_rule(std::string("name = \"x\"") + kHead + body, "x.toml");
    ASSERT_FALSE(read.ok()) << body;
    EXPECT_NE(read.error().what.find("x.toml:"), std::string::npos) << read.error().what;
    EXPECT_NE(read.error().what.find(wanted), std::string::npos) << read.error().what;
  };
  refused("", "never fire");
  refused(R"(when = [ { fact = "a.b", gtt = 3 } ])", "no operator");
  refused(R"(when = [ { fact = "a.b", matches = "(" } ])", "no pattern");
  refused(R"(when = [ { fact = "a.b", unknown = "soon" } ])", "reason");
  refused(R"(window = { samples = 5, duration = "10 W", all = [] })", "seconds");
  refused("nonsense = 1", "not known here");
}

TEST(BenignFiles, do_not_say_what_a_line_looks_like) {
  const std::string text = "name = \"b\"\nfact = \"kernel.log\"\n";
  EXPECT_TRUE(read_benign(text, "b.toml").ok());
  const Result<Benign> read = read_benign(text + "matches = \"power\"\n", "b.toml");
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().what.find("b.toml:3"), std::string::npos) << read.error().what;
}

TEST(Wording, fills_placeholders_and_leaves_other_braces) {
  const Facts facts = swap(286, 12);
  const Wording wording{facts, "", {}, {}};
  EXPECT_EQ(filled("a {memory.swap_used} {b} {{x}} {memory.none}", wording),
            "a 286 MiB {b} {{x}} not known");
  EXPECT_EQ(filled("open {", wording), "open {");
}

}  // namespace
}  // namespace gb10
