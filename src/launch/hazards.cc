#include "launch/hazards.h"

#include <fmt/format.h>

#include "rules/judge.h"
#include "rules/load.h"

namespace gb10 {

namespace {

bool is_of_variables(std::string_view name) {
  return name.starts_with("env.") || name == "triton.ptxas-path-too-old";
}

std::string remedy_of(const Finding& finding) {
  for (const Step& step : finding.remedy) {
    if (!step.run.empty()) return "; " + step.run;
    if (!step.note.empty()) return "; " + step.note;
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
  const RuleSet rules = TRY(load_rules(host, directories, is_of_variables));
  std::vector<std::string> out;
  for (const Finding& finding : judge(rules, facts, {}).findings) {
    out.push_back(
        fmt::format("{}: {}{}", finding.name, without_stop(finding.message), remedy_of(finding)));
  }
  return out;
}

}  // namespace gb10
