#include "audit/judge_requirements.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "audit/judge_line.h"
#include "audit/judge_lock.h"
#include "audit/uv_index.h"
#include "base/text.h"

namespace gb10 {

namespace {

/// The packages that have to come from an index, and those of the same family that are asked for.
std::vector<std::string> packages_to_bind(const RequirementSet& set, const LineJudge& judge,
                                          const std::vector<LineFinding>& findings) {
  std::set<std::string> out;
  for (const LineFinding& finding : findings) {
    if (!finding.wants_index.empty()) out.insert(finding.wants_index);
  }
  const bool is_family = std::any_of(out.begin(), out.end(), is_of_torch_family);
  for (const RequirementLine& line : set.lines) {
    const std::string name = line.wanted.key();
    if (is_family && is_of_torch_family(name) && !line.is_constraint && judge.applies(line))
      out.insert(name);
  }
  return {out.begin(), out.end()};
}

/// pip knows no index for one package alone, and none for one machine alone.
void add_pip_index(const RequirementSet& set, const InstallAdvice& advice, RequirementAudit& out) {
  const auto has_it = [&](const PackageIndex& index) { return index.url == advice.index; };
  if (std::any_of(set.indexes.begin(), set.indexes.end(), has_it)) return;
  const std::string line = fmt::format("--extra-index-url {}", advice.index);
  for (const LinesToAdd& each : out.to_add) {
    if (each.lines.front() == line) return;
  }
  out.to_add.push_back({set.path,
                        0,
                        "at the top",
                        {line},
                        "the builds with CUDA are there; pip then takes them on every machine"});
}

}  // namespace

WheelTarget wheel_target(const RequirementTarget& target) {
  WheelTarget out;
  out.machine = target.machine;
  if (target.is_gb10) out.glibc = TwoNumbers{2, 39};
  const auto parts = split(target.python, '.');
  const auto major = whole_number(parts.front());
  const auto minor = parts.size() > 1 ? whole_number(parts[1]) : std::nullopt;
  if (major && minor) out.python = TwoNumbers{static_cast<int>(*major), static_cast<int>(*minor)};
  return out;
}

RequirementAudit judged(const RequirementSet& set, const RequirementTarget& target,
                        const Advisor& advisor) {
  RequirementAudit out;
  out.subject = set.path;
  out.target = target.words;
  out.unread = set.unread;
  if (set.kind == RequirementKind::uv_lock) {
    out.findings = judged_lock(set, target, advisor);
    return out;
  }
  const LineJudge judge(set, target, advisor);
  for (const RequirementLine& line : set.lines) out.findings.push_back(judge.judged(line));
  for (const std::string& package : packages_to_bind(set, judge, out.findings)) {
    const InstallAdvice* const advice = advisor(package);
    if (!advice || advice->index.empty()) continue;
    if (set.kind == RequirementKind::pyproject)
      bind_to_index(set, package, *advice, judge.machine(), out);
    else
      add_pip_index(set, *advice, out);
  }
  return out;
}

}  // namespace gb10
