#include "audit/judge_line.h"

#include <algorithm>

#include <fmt/format.h>

#include "audit/rewritten.h"
#include "base/text.h"
#include "wheel/version_range.h"

namespace gb10 {

namespace {

using Outcome = AdvisedRange::Outcome;

const AdvisedRange* range_of(const InstallAdvice& advice, const PepVersion& version) {
  for (const AdvisedRange& range : advice.ranges) {
    if (range.versions.matches(version, true)) return &range;
  }
  return nullptr;
}

/// Whether a newer version than these is worth asking for.
bool is_bad(const AdvisedRange* range) {
  return range && (range->outcome == Outcome::broken || range->outcome == Outcome::no_build);
}

LineVerdict verdict_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::cpu_only:
      return LineVerdict::cpu_only;
    case Outcome::no_build:
      return LineVerdict::not_here;
    case Outcome::needs_build:
      return LineVerdict::needs_build;
    case Outcome::broken:
      return LineVerdict::breaks;
    case Outcome::conditional:
      return LineVerdict::works_with;
    case Outcome::unknown:
      return LineVerdict::unknown;
    case Outcome::usable:
      break;
  }
  return LineVerdict::fine;
}

/// The first clause that itself names a version that is bad: ">=0.12" where 0.12 breaks.
const Specifier* bad_bound(const Specifiers& wanted, const InstallAdvice& advice) {
  for (const Specifier& item : wanted.items) {
    const bool is_lower = item.op == Specifier::Op::at_least || item.op == Specifier::Op::above ||
                          item.op == Specifier::Op::compatible;
    if (is_lower && is_bad(range_of(advice, item.version))) return &item;
  }
  return nullptr;
}

}  // namespace

RangeVerdict judged_by_ranges(const Specifiers& wanted, const InstallAdvice& advice) {
  std::vector<Specifiers> ranges;
  for (const AdvisedRange& range : advice.ranges) ranges.push_back(range.versions);
  const std::vector<PepVersion> versions = sample_versions(wanted, ranges);
  if (versions.empty()) return {};
  const AdvisedRange* const newest = range_of(advice, versions.back());
  if (is_bad(newest)) return {verdict_of(newest->outcome), newest->why};
  const bool lets_bad_in =
      std::any_of(versions.begin(), versions.end(),
                  [&](const PepVersion& version) { return is_bad(range_of(advice, version)); });
  if (const Specifier* const bound = lets_bad_in ? bad_bound(wanted, advice) : nullptr) {
    const AdvisedRange* const range = range_of(advice, bound->version);
    return {LineVerdict::may_break,
            fmt::format("{} lets versions in that do not work: {}", bound->written, range->why)};
  }
  if (newest) return {verdict_of(newest->outcome), newest->why};
  if (ranges.empty()) return {};
  return {LineVerdict::unknown, "the compatibility matrix says nothing of this version"};
}

LineJudge::LineJudge(const RequirementSet& set, const RequirementTarget& target,
                     const Advisor& advisor)
    : set_(set),
      target_(target),
      advisor_(advisor),
      machine_(linux_environment(target.machine, target.python)),
      other_machine_(
          linux_environment(target.machine == "aarch64" ? "x86_64" : "aarch64", target.python)) {
  for (const RequirementLine& line : set.lines) {
    const PepVersion* const pinned = line.wanted.versions.pinned();
    if (const auto build = pinned ? cuda_build_of(*pinned) : std::nullopt)
      names_cuda_13_ = names_cuda_13_ || (applies(line) && build->is_cuda_13());
    if (!line.binds_others || !applies(line)) continue;
    std::vector<Specifier>& all = constraints_[line.wanted.key()].items;
    const auto& more = line.wanted.versions.items;
    all.insert(all.end(), more.begin(), more.end());
  }
  for (const PackageIndex& index : set.indexes) {
    const auto build = cuda_build_of_index(index.url);
    names_cuda_13_ = names_cuda_13_ || (build && build->is_cuda_13());
  }
}

bool LineJudge::applies(const RequirementLine& line) const {
  return !line.wanted.condition || line.wanted.condition->holds(machine_).value_or(true);
}

LineFinding LineJudge::judged(const RequirementLine& line) const {
  LineFinding out;
  out.file = line.file;
  out.line = line.line;
  out.scope = line.scope;
  out.written = line.written;
  out.package = line.wanted.key();
  if (!applies(line)) {
    out.verdict = LineVerdict::elsewhere;
    out.why = "its marker keeps it from this machine";
    return out;
  }
  judge_by_kind(line, out);
  judge_hashes(line, out);
  // Not every pip takes a marker behind "-e", and a version in its place is another request.
  if (line.is_editable && !out.instead.empty()) {
    out.instead.clear();
    if (out.by_hand.empty()) out.by_hand = "take this line out on this machine";
  }
  return out;
}

/// Hashes let in the wheels that they are of, whatever indexes there are; which those are is not
/// known here.
void LineJudge::judge_hashes(const RequirementLine& line, LineFinding& out) const {
  const PepVersion* const pinned = line.wanted.versions.pinned();
  const InstallAdvice* const advice = advice_for(line);
  const bool may_be_cpu = line.has_hashes && pinned && pinned->local.empty() && advice &&
                          advice->cpu_only_on_aarch64 &&
                          advice->cpu_only_on_aarch64->matches(*pinned, true);
  if (!may_be_cpu || out.verdict != LineVerdict::fine) return;
  out.verdict = LineVerdict::cpu_build;
  out.why = fmt::format(
      "its hashes let in the wheels that they are of alone: with PyPI's, a build without CUDA on "
      "{}",
      target_.machine);
  out.by_hand = "write the version with its +cuNNN and the hashes of those wheels";
}

void LineJudge::judge_by_kind(const RequirementLine& line, LineFinding& out) const {
  const InstallAdvice* const advice = advice_for(line);
  if (advice) out.row = advice->row;
  if (!line.wanted.url.empty())
    judge_address(line, out);
  else if (advice)
    judge_known(line, *advice, out);
  else
    judge_unknown(line, out);
}

Specifiers LineJudge::wanted(const RequirementLine& line) const {
  Specifiers out = line.wanted.versions;
  const auto at = constraints_.find(line.wanted.key());
  if (line.binds_others || at == constraints_.end()) return out;
  out.items.insert(out.items.end(), at->second.items.begin(), at->second.items.end());
  return out;
}

void LineJudge::judge_known(const RequirementLine& line, const InstallAdvice& advice,
                            LineFinding& out) const {
  RangeVerdict range = judged_by_ranges(wanted(line), advice);
  const auto& former = advice.former_names;
  const bool is_former = std::find(former.begin(), former.end(), out.package) != former.end();
  if (is_former && range.verdict != LineVerdict::breaks) {
    range.verdict = LineVerdict::breaks;
    range.why = fmt::format("under this name there is nothing that runs here; it goes on as {}",
                            advice.requirement);
  }
  // Where other versions have a build, it is the version that is wrong.
  if (range.verdict == LineVerdict::not_here && advice.marker.empty() &&
      !advice.requirement.empty())
    range.verdict = LineVerdict::breaks;
  out.verdict = range.verdict;
  out.why = range.why;
  const bool is_out = advice.x86_only && target_.machine == "aarch64";
  if (is_out || range.verdict == LineVerdict::not_here ||
      (range.verdict == LineVerdict::breaks && !advice.marker.empty())) {
    out.verdict = LineVerdict::not_here;
    out.by_hand = advice.note;
    return exclude(line, out);
  }
  if (range.verdict == LineVerdict::breaks && comes_by_extra(out.package))
    return replace_or_exclude(line, advice, out);
  judge_usable(line, advice, out);
}

void LineJudge::replace_or_exclude(const RequirementLine& line, const InstallAdvice& advice,
                                   LineFinding& out) const {
  if (advice.requirement.empty())
    exclude(line, out);
  else
    replace(line, advice.requirement, out);
}

void LineJudge::exclude(const RequirementLine& line, LineFinding& out) const {
  const bool is_elsewhere_too =
      !line.wanted.condition || line.wanted.condition->holds(other_machine_).value_or(true);
  if (!is_elsewhere_too) {
    out.by_hand = "it is for this machine alone: take the line out";
    return;
  }
  out.instead = {with_clause(line.written, line.wanted,
                             fmt::format("platform_machine != '{}'", target_.machine))};
}

void LineJudge::replace(const RequirementLine& line, const std::string& advised,
                        LineFinding& out) const {
  const bool is_elsewhere_too =
      !line.wanted.condition || line.wanted.condition->holds(other_machine_).value_or(true);
  const std::string ours = in_place_of(line.wanted, advised);
  out.instead = {ours};
  if (!is_elsewhere_too) return;
  auto read = requirement(ours);
  if (!read.ok()) return;
  exclude(line, out);
  out.instead.push_back(
      with_clause(ours, *read, fmt::format("platform_machine == '{}'", target_.machine)));
}

}  // namespace gb10
