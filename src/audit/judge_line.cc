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

/// Whether whoever wrote `wanted` is content with each version that is advised.
bool lets_all_in(const Specifiers& wanted, const std::string& advised) {
  const auto other = requirement(advised);
  if (!other.ok() || other->versions.items.empty()) return false;
  const std::vector<PepVersion> versions = sample_versions(other->versions, {&wanted, 1});
  return !versions.empty() &&
         std::all_of(versions.begin(), versions.end(),
                     [&](const PepVersion& version) { return wanted.matches(version, true); });
}

constexpr const char* kCuda12 = "libraries of CUDA 12; those of a GB10's torch are of CUDA 13";

/// Whether uv takes it from elsewhere where an extra or a group is asked for.
bool comes_by_extra(const RequirementSet& set, std::string_view package) {
  return std::any_of(set.sources.begin(), set.sources.end(), [&](const PackageSource& source) {
    return source.is_optional && source.package == package;
  });
}

/// "jax[cuda12]": what an extra is called says which CUDA it brings.
bool asks_for_cuda_12(const Requirement& wanted) {
  return std::any_of(wanted.extras.begin(), wanted.extras.end(), [](const std::string& extra) {
    return extra.starts_with("cuda12") || extra.starts_with("cu12");
  });
}

bool is_cuda_12_name(std::string_view name) {
  return name.ends_with("-cu12") || name.ends_with("-cuda12") || name.ends_with("-cuda12x") ||
         name.ends_with("-cu11") || name.find("-cuda12-") != std::string_view::npos;
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

std::optional<CudaBuild> LineJudge::build_of(const RequirementLine& line) const {
  const PepVersion* const pinned = line.wanted.versions.pinned();
  if (pinned) {
    if (auto build = cuda_build_of(*pinned)) return build;
  }
  if (line.is_constraint || !gets_from_index(line.wanted.key())) return std::nullopt;
  return cuda_build_from_indexes(set_, line.wanted.key(), machine_);
}

/// An index for all says nothing about a package that it does not have.
bool LineJudge::gets_from_index(std::string_view package) const {
  return is_of_torch_family(package) || source_of(set_, package, machine_);
}

/// What the build alone says; false where it says nothing against the line.
bool LineJudge::judge_build(const RequirementLine& line, LineFinding& out) const {
  const auto build = build_of(line);
  const PepVersion* const pinned = line.wanted.versions.pinned();
  const bool is_own = pinned && !pinned->local.empty();
  if (!build) return false;
  if (build->is_cpu) {
    out.verdict = LineVerdict::cpu_build;
    out.why = fmt::format("{} names a build without CUDA", is_own ? "its version" : "its index");
  } else if (build->is_cuda_12()) {
    const bool beside_13 = is_own && names_cuda_13_;
    out.verdict = build->is_too_old() || beside_13 ? LineVerdict::breaks : LineVerdict::second_cuda;
    out.why =
        fmt::format("{} is a build for CUDA {}: {}", build->tag, build->major,
                    build->is_too_old() ? "those before 12.8 hold no code for a GB10"
                    : beside_13 ? "others here are for CUDA 13, and libraries of both do not mix"
                                : "what it compiles at run time may not know a GB10");
  } else {
    return false;
  }
  return true;
}

void LineJudge::judge_unknown(const RequirementLine& line, LineFinding& out) const {
  out.verdict = LineVerdict::unknown;
  out.why = target_.is_gb10 ? "the compatibility matrix does not know it" : "not judged";
  if (!target_.is_gb10) return;
  if (judge_build(line, out)) return exclude(line, out);
  if (is_cuda_12_name(out.package)) judge_cuda_12(line, {}, out);
}

void LineJudge::judge_cuda_12(const RequirementLine& line, const std::string& advised,
                              LineFinding& out) const {
  out.verdict = LineVerdict::second_cuda;
  out.why = kCuda12;
  // A row may be about several packages; what it advises counts for the one of that name.
  const auto other = requirement(advised);
  if (other.ok() && other->key() == replaced(out.package, "12", "13"))
    replace(line, advised, out);
  else
    exclude(line, out);
}

/// A version such as 2.9.0+cu130 that no index of the set can have, or a CPU build for want of one.
bool LineJudge::judge_missing_index(const RequirementLine& line, const InstallAdvice& advice,
                                    LineFinding& out) const {
  const auto given = cuda_build_from_indexes(set_, out.package, machine_);
  if (line.is_constraint || advice.index.empty() || (given && given->is_cuda_13())) return false;
  const PepVersion* const pinned = line.wanted.versions.pinned();
  const auto own = pinned ? cuda_build_of(*pinned) : std::nullopt;
  // A folder of wheels or a mirror may have it.
  const bool has_other_place =
      std::any_of(set_.indexes.begin(), set_.indexes.end(), [](const PackageIndex& index) {
        return !cuda_build_of_index(index.url) && !index.is_explicit;
      });
  if (own) {
    if (has_other_place) return false;
    out.verdict = LineVerdict::breaks;
    out.wants_index = out.package;
    out.why = fmt::format("PyPI has no {}: the index that has it is not named", own->tag);
    return true;
  }
  if (!advice.cpu_only_on_aarch64 || source_of(set_, out.package, machine_)) return false;
  const std::vector<PepVersion> versions =
      sample_versions(wanted(line), {&*advice.cpu_only_on_aarch64, 1});
  if (versions.empty() || !advice.cpu_only_on_aarch64->matches(versions.back(), true)) return false;
  out.verdict = LineVerdict::cpu_build;
  out.why = fmt::format("from PyPI this is a build without CUDA on {}", target_.machine);
  out.wants_index = out.package;
  const auto tag = cuda_build_of_index(advice.index);
  // A pinned version says itself which build is meant, whatever other indexes have.
  if (pinned && tag && set_.kind != RequirementKind::pyproject)
    replace(line, fmt::format("{}=={}+{}", line.wanted.name, to_text(*pinned), tag->tag), out);
  return true;
}

/// Whether some line or index keeps torch from being a CPU build, whoever else asks for one.
bool LineJudge::is_torch_settled() const {
  const InstallAdvice* const torch = advisor_("torch");
  if (!torch || !torch->cpu_only_on_aarch64) return true;
  const auto given = cuda_build_from_indexes(set_, "torch", machine_);
  const bool is_named =
      std::any_of(set_.lines.begin(), set_.lines.end(), [&](const RequirementLine& line) {
        return line.wanted.key() == "torch" && applies(line) &&
               (!line.is_constraint || !line.wanted.versions.items.empty());
      });
  // A source binds only what is named; an index for all binds everything.
  const bool is_bound = is_named || !source_of(set_, "torch", machine_);
  if (given && given->is_cuda_13() && is_bound) return true;
  return is_named;  // its own line is judged, too
}

void LineJudge::judge_torch(const RequirementLine& line, const InstallAdvice& advice,
                            LineFinding& out) const {
  if (!advice.replaces_torch || line.is_constraint || is_torch_settled()) return;
  const std::vector<PepVersion> versions = sample_versions(wanted(line), {});
  // The newest asks for the newest torch, which is no CPU build; so do those to use.
  if (versions.empty() || out.verdict == LineVerdict::fine) return;
  const Specifiers any;
  const auto newest = sample_versions(any, {});
  if (compared(versions.back(), newest.back()) >= 0) return;
  out.verdict = LineVerdict::replaces_torch;
  out.why =
      fmt::format("it asks PyPI for a torch of its own, which up to there is a CPU build on {}",
                  target_.machine);
  out.wants_index = "torch";
  if (set_.kind == RequirementKind::pyproject)
    out.instead = {line.written, fmt::format("torch; platform_machine == '{}'", target_.machine)};
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
  if (comes_by_extra(set_, out.package)) {
    out.verdict = LineVerdict::unknown;
    out.why = "where it comes from depends on the extra that is asked for";
    out.by_hand =
        advice.index.empty()
            ? advice.note
            : fmt::format("the source of the extra that is used here must be {}", advice.index);
    return;
  }
  // Another version of it does not help as long as it comes from there.
  const auto given = cuda_build_from_indexes(set_, out.package, machine_);
  if (!line.is_constraint && gets_from_index(out.package) && given && !given->is_cuda_13())
    out.wants_index = out.package;
  if (range.verdict == LineVerdict::breaks) return replace_or_exclude(line, advice, out);
  if (range.verdict == LineVerdict::cpu_only || range.verdict == LineVerdict::needs_build) {
    out.by_hand = advice.note;
    return;
  }
  if (is_cuda_12_name(out.package)) return judge_cuda_12(line, advice.requirement, out);
  if (asks_for_cuda_12(line.wanted)) {
    out.verdict = LineVerdict::second_cuda;
    out.why = kCuda12;
    return replace_or_exclude(line, advice, out);
  }
  if (range.verdict == LineVerdict::may_break && !advice.requirement.empty())
    replace(line, advice.requirement, out);
  judge_origin(line, advice, out);
}

/// What depends on where it comes from.
void LineJudge::judge_origin(const RequirementLine& line, const InstallAdvice& advice,
                             LineFinding& out) const {
  if (judge_build(line, out)) {
    const PepVersion* const pinned = line.wanted.versions.pinned();
    if (pinned && !pinned->local.empty()) replace_or_exclude(line, advice, out);
    return;
  }
  if (judge_missing_index(line, advice, out)) return;
  // What a range with a condition asks for is a build for CUDA 13, and this is one.
  const auto build = build_of(line);
  const bool is_met = build && build->is_cuda_13();
  if (out.verdict == LineVerdict::works_with && is_met) out.verdict = LineVerdict::fine;
  // A plain "torch" takes the newest, which works only where its condition is met.
  if (out.verdict == LineVerdict::works_with && lets_all_in(wanted(line), advice.requirement))
    replace(line, advice.requirement, out);
  judge_torch(line, advice, out);
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
