#include "launch/hazards.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "rules/judge.h"
#include "rules/load.h"

namespace gb10 {

namespace {

/// What ends a run at its start, as far as a launch has the facts of it.
bool is_of_starts(std::string_view name) {
  constexpr std::string_view kNames[] = {"triton.ptxas-path-too-old", "torch.built-for-cuda12",
                                         "torch.cpu-only", "torch.older-than-gb10",
                                         "triton.no-python-headers"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// Rules on variables as well: each needs one that is set.
bool is_of_launches(std::string_view name) {
  return name.starts_with("env.") || is_of_starts(name);
}

bool has_variables(const Facts& facts) {
  const auto* const count = facts.known<std::int64_t>("env.set");
  return !count || *count > 0;
}

/// The first command, with its condition.
std::string remedy_of(const Finding& finding) {
  for (const Step& step : finding.remedy) {
    const std::string& does = step.run.empty() ? step.note : step.run;
    if (does.empty()) continue;
    return step.when.empty() ? "; " + does : fmt::format("; {}: {}", step.when, does);
  }
  return {};
}

std::string without_stop(std::string text) {
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace

Result<std::vector<std::string>> launch_hazards(const HostView& host,
                                                const std::vector<std::string>& directories,
                                                const Facts& facts) {
  // Two dozen files that could not say anything are not read: a launch is to be quick.
  const auto wanted = has_variables(facts) ? is_of_launches : is_of_starts;
  const RuleSet rules = TRY(load_rules(host, directories, wanted));
  std::vector<std::string> out;
  for (const Finding& finding : judge(rules, facts, {}).findings) {
    out.push_back(
        fmt::format("{}: {}{}", finding.name, without_stop(finding.message), remedy_of(finding)));
  }
  return out;
}

}  // namespace gb10
