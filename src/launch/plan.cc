#include "launch/plan.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "launch/build_jobs.h"
#include "launch/fix_words.h"
#include "rules/clause.h"
#include "rules/wording.h"

namespace gb10 {

namespace {

using Why = LeftAlone::Why;

/// The answer of several clauses, and the clause that it rests on where it is no or unknown.
struct Answer {
  Truth truth = Truth::yes;
  const Clause* clause = nullptr;
  std::string reason;  // why it is unknown
};

/// Everything that one fix is judged by.
struct Judge {
  const LaunchFix& fix;
  const Facts& facts;
  const LaunchWish& wish;
  std::string instance;

  Answer all(const std::vector<Clause>& clauses) const;
  Answer any(const std::vector<Clause>& clauses) const;
  std::string words(std::string_view text) const { return filled(text, {facts, instance, {}, {}}); }
  bool is_requested() const;
};

Answer Judge::all(const std::vector<Clause>& clauses) const {
  Answer unknown;
  for (const Clause& clause : clauses) {
    const ClauseResult result = judged(clause, facts, instance);
    if (result.truth == Truth::no) return {Truth::no, &clause, {}};
    if (result.truth == Truth::unknown && unknown.truth == Truth::yes)
      unknown = {Truth::unknown, &clause, result.reason};
  }
  return unknown;
}

Answer Judge::any(const std::vector<Clause>& clauses) const {
  if (clauses.empty()) return {};
  Answer out{Truth::no, &clauses.front(), {}};
  for (const Clause& clause : clauses) {
    const ClauseResult result = judged(clause, facts, instance);
    if (result.truth == Truth::yes) return {};
    if (result.truth == Truth::unknown) out = {Truth::unknown, &clause, result.reason};
  }
  return out;
}

bool Judge::is_requested() const {
  const LaunchFix* const only = &fix;
  return std::any_of(wish.requested.begin(), wish.requested.end(), [&](const std::string& name) {
    return find_fix({only, 1}, name) != nullptr;
  });
}

/// Why a fix whose clauses hold not is not needed: in its own words, or by the clause that decided.
std::string not_needed(const Judge& judge, const Answer& answer) {
  for (const LaunchFix::Otherwise& each : judge.fix.otherwise) {
    if (judge.all(each.when).truth == Truth::yes) return judge.words(each.reason);
  }
  return refuting(*answer.clause, judge.facts, judge.instance);
}

/// Why nothing of it is done; nothing when it is to be done.
std::optional<LeftAlone> reason_against(const Judge& judge) {
  const LaunchFix& fix = judge.fix;
  const auto left = [&](Why why, std::string reason) {
    return LeftAlone{fix.name, why, std::move(reason)};
  };
  for (const Answer& answer : {judge.all(fix.given), judge.all(fix.when), judge.any(fix.any)}) {
    if (answer.truth == Truth::no) return left(Why::not_needed, not_needed(judge, answer));
  }
  for (const Answer& answer : {judge.all(fix.given), judge.all(fix.when), judge.any(fix.any)}) {
    if (answer.truth == Truth::unknown)
      return left(Why::not_known, not_known(*answer.clause, answer.reason));
  }
  const Answer known = judge.all(fix.known_for);
  if (known.truth == Truth::unknown)
    return left(Why::not_known, not_known(*known.clause, known.reason));
  if (known.truth == Truth::no)
    return left(Why::not_known, beyond_knowledge(*known.clause, judge.facts, judge.instance));
  if (fix.effect == LaunchFix::Effect::never) return left(Why::refused, judge.words(fix.reason));
  if (fix.on_request && !judge.is_requested())
    return left(Why::on_request, judge.words(fix.reason));
  const Answer needs = judge.all(fix.needs);
  if (needs.truth == Truth::unknown)
    return left(Why::not_known, not_known(*needs.clause, needs.reason));
  if (needs.truth == Truth::no) return left(Why::refused, judge.words(fix.unmet));
  return std::nullopt;
}

/// Variables of the fix that nobody has set; what stays the owner's is told.
void add_variables(const Judge& judge, LaunchPlan& plan) {
  const LaunchFix& fix = judge.fix;
  std::vector<std::string> owned, same;
  for (const auto& [name, text] : fix.set) {
    const auto value = filled_value(text, judge.facts, judge.instance);
    if (!value) {
      plan.left.push_back({fix.name, Why::not_known, fmt::format("{}: its value", name)});
      continue;
    }
    const auto other = std::find_if(plan.variables.begin(), plan.variables.end(),
                                    [&](const LaunchVariable& each) { return each.name == name; });
    if (other != plan.variables.end()) {
      plan.left.push_back(
          {fix.name, Why::not_needed, fmt::format("{} is set by {}", name, other->fix)});
      continue;
    }
    const auto set = judge.wish.variables.find(name);
    if (set == judge.wish.variables.end()) {
      plan.variables.push_back(
          {name, *value, fix.name, judge.words(fix.reason), fix.may_change_results});
    } else if (set->second == *value) {
      same.push_back(name);
    } else {
      owned.push_back(fmt::format("{}={}", name, printable(set->second, 80)));
    }
  }
  if (!owned.empty())
    plan.left.push_back({fix.name, Why::users_own, "you set " + joined(owned, " ")});
  if (!same.empty())
    plan.left.push_back(
        {fix.name, Why::not_needed, joined(same, " and ") + " has that value already"});
}

/// What would be warned of, never set, or set on request only is not worth a line where it is not
/// the case; nor, but for a warning, where that is not known.
bool is_quiet(const Judge& judge, Why why) {
  const LaunchFix& fix = judge.fix;
  if (judge.is_requested()) return false;
  if (fix.effect == LaunchFix::Effect::warn) return why == Why::not_needed;
  if (fix.effect != LaunchFix::Effect::never && !fix.on_request) return false;
  return why == Why::not_needed || why == Why::not_known;
}

void add(const Judge& judge, LaunchPlan& plan) {
  const LaunchFix& fix = judge.fix;
  auto against = reason_against(judge);
  if (against) {
    if (!is_quiet(judge, against->why)) plan.left.push_back(*std::move(against));
    return;
  }
  if (fix.effect == LaunchFix::Effect::warn)
    plan.warnings.push_back(fmt::format("{}: {}", fix.name, judge.words(fix.reason)));
  if (fix.effect == LaunchFix::Effect::set) add_variables(judge, plan);
  if (fix.effect != LaunchFix::Effect::hook) return;
  LaunchHook hook{.name = fix.hook,
                  .module = fix.module,
                  .fix = fix.name,
                  .reason = judge.words(fix.reason),
                  .may_change_results = fix.may_change_results,
                  .settings = {}};
  for (const auto& [name, text] : fix.settings) hook.settings.emplace_back(name, judge.words(text));
  plan.hooks.push_back(std::move(hook));
}

/// The jobs that a fix's own numbers give room for, as facts.
void set_jobs(const LaunchFix::Jobs& jobs, Facts& facts) {
  const Fact* const available = facts.find("launch.memory_available");
  const Fact* const cores = facts.find("launch.cores");
  for (const Fact* const fact : {available, cores}) {
    if (fact && fact->value.ok()) continue;
    const Error why = fact ? fact->value.error() : Error{Error::Kind::not_recorded, "not asked"};
    facts.unknown("launch.jobs", why, "memory and cores");
    return facts.unknown("launch.jobs_reason", why, "memory and cores");
  }
  const auto* const room = facts.known<Quantity>("launch.memory_available");
  const auto* const count = facts.known<std::int64_t>("launch.cores");
  if (!room || !count) return;
  const BuildJobs found =
      build_jobs({.available = room->value,
                  .cores = static_cast<int>(std::min<std::int64_t>(*count, 4096)),
                  .memory_each = jobs.memory_each,
                  .keep_free = jobs.keep_free,
                  .resident = 0});
  facts.set("launch.jobs", static_cast<std::int64_t>(found.jobs), "memory and cores");
  facts.set("launch.jobs_reason", found.reason, "memory and cores");
}

}  // namespace

const LaunchFix* find_fix(std::span<const LaunchFix> fixes, std::string_view name) {
  for (const LaunchFix& fix : fixes) {
    const std::string_view whole = fix.name;
    if (name == whole || name == whole.substr(whole.find('.') + 1)) return &fix;
  }
  return nullptr;
}

LaunchPlan launch_plan(std::span<const LaunchFix> fixes, const Facts& facts,
                       const LaunchWish& wish) {
  LaunchPlan plan;
  plan.profile = wish.profile;
  plan.environment = wish.environment;
  const std::string instance = ask::instance(wish.environment);
  for (const LaunchFix& fix : fixes) {
    const auto& profiles = fix.profiles;
    if (std::find(profiles.begin(), profiles.end(), wish.profile) == profiles.end()) continue;
    Facts own;
    if (fix.jobs) {
      own = facts;
      set_jobs(*fix.jobs, own);
    }
    add({fix, fix.jobs ? own : facts, wish, instance}, plan);
  }
  return plan;
}

}  // namespace gb10
