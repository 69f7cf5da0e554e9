#include "audit/judge_lock.h"

#include <algorithm>
#include <deque>
#include <set>

#include <fmt/format.h>

#include "audit/judge_line.h"
#include "base/text.h"

namespace gb10 {

namespace {

constexpr const char* kByHand = "change pyproject.toml, then run uv lock";

/// Follows the needs of the roots through a lock, as an install on one machine does.
class LockWalk {
 public:
  LockWalk(const RequirementSet& set, const MarkerEnvironment& machine)
      : set_(set), machine_(machine), seen_(set.locked.size()), extras_(set.locked.size()) {
    for (std::size_t i = 0; i < set.locked.size(); ++i) by_name_[set.locked[i].name].push_back(i);
  }

  std::vector<const LockedPackage*> reached() {
    const bool has_root = std::any_of(set_.locked.begin(), set_.locked.end(),
                                      [](const LockedPackage& each) { return each.is_root; });
    for (std::size_t i = 0; i < set_.locked.size(); ++i) {
      const LockedPackage& package = set_.locked[i];
      if (has_root && !package.is_root) continue;
      if (!is_taken(package)) continue;
      visit(i);
      for (const auto& [extra, needs] : package.needs_of_extra) visit_extra(i, extra);
    }
    while (!open_.empty()) {
      const auto* const needs = open_.front();
      open_.pop_front();
      for (const LockedPackage::Need& need : *needs) follow(need);
    }
    std::vector<const LockedPackage*> out;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      if (seen_[i]) out.push_back(&set_.locked[i]);
    }
    return out;
  }

 private:
  bool is_taken(const LockedPackage& package) const {
    return package.forks.empty() ||
           std::any_of(package.forks.begin(), package.forks.end(),
                       [&](const Marker& fork) { return fork.holds(machine_).value_or(true); });
  }

  void follow(const LockedPackage::Need& need) {
    if (need.condition && !need.condition->holds(machine_).value_or(true)) return;
    const auto at = by_name_.find(need.name);
    if (at == by_name_.end()) return;
    for (const std::size_t i : at->second) {
      const LockedPackage& package = set_.locked[i];
      if (!need.version.empty() && need.version != package.version) continue;
      if (!is_taken(package)) continue;
      visit(i);
      for (const std::string& extra : need.extras) visit_extra(i, normalised_name(extra));
    }
  }

  void visit(std::size_t i) {
    if (seen_[i]) return;
    seen_[i] = true;
    open_.push_back(&set_.locked[i].needs);
  }

  void visit_extra(std::size_t i, const std::string& extra) {
    const auto at = set_.locked[i].needs_of_extra.find(extra);
    if (at == set_.locked[i].needs_of_extra.end() || !extras_[i].insert(extra).second) return;
    open_.push_back(&at->second);
  }

  const RequirementSet& set_;
  const MarkerEnvironment& machine_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_name_;
  std::vector<bool> seen_;
  std::vector<std::set<std::string>> extras_;
  std::deque<const std::vector<LockedPackage::Need>*> open_;
};

bool has_wheel_for(const LockedPackage& package, const WheelTarget& target) {
  return std::any_of(package.wheels.begin(), package.wheels.end(), [&](const std::string& name) {
    const auto wheel = wheel_at(name);
    return wheel && fits(wheel->tags, target).ok();
  });
}

bool is_pypi(const LockedPackage& package) {
  return package.registry.find("pypi.org") != std::string::npos;
}

/// What the build says: "+cpu", "+cu128", or a PyPI that has CPU builds of it alone.
void judge_build(const LockedPackage& package, const PepVersion& version,
                 const InstallAdvice* advice, LineFinding& out) {
  auto build = cuda_build_of(version);
  if (!build && !is_pypi(package) && advice && !advice->index.empty())
    build = cuda_build_of_index(package.registry);
  const bool is_cpu_on_pypi = !build && is_pypi(package) && advice && advice->cpu_only_on_aarch64 &&
                              advice->cpu_only_on_aarch64->matches(version, true);
  if (is_cpu_on_pypi || (build && build->is_cpu)) {
    out.verdict = LineVerdict::cpu_build;
    out.why = is_cpu_on_pypi ? "PyPI's build of this version for aarch64 is without CUDA"
                             : "a build without CUDA is locked";
  } else if (build && build->is_cuda_12()) {
    out.verdict = build->is_too_old() ? LineVerdict::breaks : LineVerdict::second_cuda;
    out.why = fmt::format("a build for CUDA {} ({}) is locked", build->major, build->tag);
  }
}

void judge_by_matrix(const LockedPackage& package, const InstallAdvice* advice, LineFinding& out) {
  const auto version = pep_version(package.version);
  if (!version.ok()) return;
  judge_build(package, *version, advice, out);
  if (out.verdict != LineVerdict::unknown || !advice) return;
  const auto exact = specifiers("==" + package.version);
  if (!exact.ok()) return;
  const RangeVerdict range = judged_by_ranges(*exact, *advice);
  out.verdict = advice->x86_only ? LineVerdict::not_here : range.verdict;
  out.why = range.why;
  const auto build = cuda_build_of(*version);
  if (out.verdict == LineVerdict::works_with && build && build->is_cuda_13())
    out.verdict = LineVerdict::fine;
}

LineFinding judged(const RequirementSet& set, const LockedPackage& package,
                   const RequirementTarget& target, const InstallAdvice* advice) {
  LineFinding out;
  out.file = set.path;
  out.line = package.line;
  out.package = package.name;
  out.written = fmt::format("{}=={}", package.name, package.version);
  out.verdict = LineVerdict::unknown;
  if (advice) out.row = advice->row;
  if (package.is_root) {
    out.verdict = LineVerdict::fine;
    return out;
  }
  const bool has_wheels_alone = !package.wheels.empty() && !package.has_sdist;
  if (has_wheels_alone && !has_wheel_for(package, wheel_target(target))) {
    out.verdict = LineVerdict::breaks;
    out.why =
        fmt::format("{} locked, none for Linux on {} with Python {}, and no source",
                    counted(std::ssize(package.wheels), "wheel"), target.machine, target.python);
  } else if (target.is_gb10) {
    judge_by_matrix(package, advice, out);
  }
  const bool is_told = out.verdict < LineVerdict::works_with;
  if (is_told) out.by_hand = kByHand;
  if (is_told && advice && !advice->note.empty())
    out.by_hand = fmt::format("{}; {}", advice->note, kByHand);
  return out;
}

}  // namespace

std::vector<LineFinding> judged_lock(const RequirementSet& set, const RequirementTarget& target,
                                     const Advisor& advisor) {
  const MarkerEnvironment machine = linux_environment(target.machine, target.python);
  std::vector<LineFinding> out;
  for (const LockedPackage* const package : LockWalk(set, machine).reached()) {
    const InstallAdvice* const advice = target.is_gb10 ? advisor(package->name) : nullptr;
    out.push_back(judged(set, *package, target, advice));
  }
  return out;
}

}  // namespace gb10
