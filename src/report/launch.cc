#include "report/launch.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kMostOfAValue = 400;

/// What is asked for only, what is set already, and so on: the group's word in front of its first.
const char* label(LeftAlone::Why why) {
  switch (why) {
    case LeftAlone::Why::not_needed:
      return "not needed";
    case LeftAlone::Why::not_known:
      return "not known";
    case LeftAlone::Why::users_own:
      return "yours";
    case LeftAlone::Why::on_request:
      return "on request";
    case LeftAlone::Why::refused:
      break;
  }
  return "never";
}

std::string headline(const LaunchPlan& plan) {
  std::string what;
  const auto variables = static_cast<std::int64_t>(plan.variables.size());
  const auto hooks = static_cast<std::int64_t>(plan.hooks.size());
  if (variables == 0 && hooks == 0) what = "nothing to set";
  if (variables > 0) what = counted(variables, "variable");
  if (hooks > 0) what += (variables > 0 ? " and " : "") + counted(hooks, "hook");
  if (!plan.warnings.empty())
    what += ", " + counted(static_cast<std::int64_t>(plan.warnings.size()), "warning");
  const std::string where =
      plan.environment.empty() ? "no Python environment" : printable(plan.environment, 200);
  return fmt::format("{}: {}  ({})\n", plan.profile, what, where);
}

const char* risk(bool may_change_results) {
  return may_change_results ? "; may change results" : "";
}

/// The fixes that are left for one kind of reason; those with the same words stand together.
std::vector<std::pair<std::string, std::string>> grouped(const LaunchPlan& plan,
                                                         LeftAlone::Why why) {
  std::vector<std::pair<std::string, std::string>> out;  // names, reason
  for (const LeftAlone& each : plan.left) {
    if (each.why != why) continue;
    const auto same = std::find_if(out.begin(), out.end(),
                                   [&](const auto& one) { return one.second == each.reason; });
    if (same == out.end())
      out.emplace_back(each.fix, each.reason);
    else
      same->first += ", " + each.fix;
  }
  return out;
}

void add_left(const LaunchPlan& plan, Rows& rows) {
  using Why = LeftAlone::Why;
  for (const Why why :
       {Why::users_own, Why::not_known, Why::on_request, Why::not_needed, Why::refused}) {
    bool first = true;
    for (const auto& [names, reason] : grouped(plan, why)) {
      rows.push_back({first ? fmt::format("  {}", label(why)) : "", names + ": " + reason});
      first = false;
    }
  }
}

/// Variables of one fix have one reason.
void add_variables(const LaunchPlan& plan, Rows& rows) {
  for (std::size_t i = 0; i < plan.variables.size(); ++i) {
    const LaunchVariable& each = plan.variables[i];
    const bool more = i + 1 < plan.variables.size() && plan.variables[i + 1].fix == each.fix;
    rows.push_back({"  set", printable(each.name + "=" + each.value, kMostOfAValue)});
    if (!more)
      rows.push_back(
          {"", fmt::format("{}: {}{}", each.fix, each.reason, risk(each.may_change_results))});
  }
}

Rows rows_of(const LaunchPlan& plan) {
  Rows rows;
  add_variables(plan, rows);
  for (const LaunchHook& each : plan.hooks) {
    rows.push_back({"  hook", fmt::format("{}, when {} is imported", each.name, each.module)});
    rows.push_back(
        {"", fmt::format("{}: {}{}", each.fix, each.reason, risk(each.may_change_results))});
  }
  for (const std::string& warning : plan.warnings) rows.push_back({"  beware", warning});
  add_left(plan, rows);
  return rows;
}

}  // namespace

std::string text(const LaunchPlan& plan, const Dress& dress) {
  return headline(plan) + table(rows_of(plan), dress);
}

std::string markdown(const LaunchPlan& plan) {
  std::string out = fmt::format("**{}**\n\n", in_markdown(trimmed(headline(plan))));
  std::string label;
  for (const std::vector<std::string>& row : rows_of(plan)) {
    const bool is_reason = row[0].empty() && (label == "set" || label == "hook");
    if (!row[0].empty()) label = trimmed(row[0]);
    out += is_reason ? fmt::format("  - {}\n", in_markdown(row[1]))
                     : fmt::format("- {}: {}\n", label, in_markdown(row[1]));
  }
  return out;
}

}  // namespace gb10
