// Where a line gets its package from, and for which CUDA that is built.

#include <algorithm>

#include <fmt/format.h>

#include "audit/judge_line.h"
#include "base/text.h"
#include "wheel/version_range.h"

namespace gb10 {

namespace {

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

/// Whether uv takes it from elsewhere where an extra or a group is asked for.
bool LineJudge::comes_by_extra(std::string_view package) const {
  return std::any_of(set_.sources.begin(), set_.sources.end(), [&](const PackageSource& source) {
    return source.is_optional && source.package == package;
  });
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

/// A version that can be used, or another one can: what it is built for decides.
void LineJudge::judge_usable(const RequirementLine& line, const InstallAdvice& advice,
                             LineFinding& out) const {
  if (comes_by_extra(out.package)) {
    out.verdict = LineVerdict::works_with;
    out.why = "it comes from where the extra that is asked for says";
    if (!advice.index.empty()) out.why += ": here that must be " + advice.index;
    return;
  }
  // Another version of it does not help as long as it comes from there.
  const auto given = cuda_build_from_indexes(set_, out.package, machine_);
  if (!line.is_constraint && gets_from_index(out.package) && given && !given->is_cuda_13())
    out.wants_index = out.package;
  if (out.verdict == LineVerdict::breaks) return replace_or_exclude(line, advice, out);
  if (out.verdict == LineVerdict::cpu_only || out.verdict == LineVerdict::needs_build) {
    out.by_hand = advice.note;
    return;
  }
  if (is_cuda_12_name(out.package)) return judge_cuda_12(line, advice.requirement, out);
  if (asks_for_cuda_12(line.wanted)) {
    out.verdict = LineVerdict::second_cuda;
    out.why = kCuda12;
    return replace_or_exclude(line, advice, out);
  }
  if (out.verdict == LineVerdict::may_break && !advice.requirement.empty())
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

}  // namespace gb10
