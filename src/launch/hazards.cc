#include "launch/hazards.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "rules/judge.h"
#include "rules/load.h"

namespace gb10 {

namespace {

/// Rules whose facts a launch has: on variables, and on what ends a run at its start.
bool is_of_launches(std::string_view name) {
  constexpr std::string_view kNames[] = {"triton.ptxas-path-too-old", "torch.built-for-cuda12",
                                         "torch.cpu-only", "torch.older-than-gb10",
                                         "triton.no-python-headers"};
  return name.starts_with("env.") ||
         std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
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
  const RuleSet rules = TRY(load_rules(host, directories, is_of_launches));
  std::vector<std::string> out;
  for (const Finding& finding : judge(rules, facts, {}).findings) {
    out.push_back(
        fmt::format("{}: {}{}", finding.name, without_stop(finding.message), remedy_of(finding)));
  }
  return out;
}

}  // namespace gb10
