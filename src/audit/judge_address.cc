// Lines that name an address in place of versions.

#include <fmt/format.h>

#include "audit/judge_line.h"
#include "base/text.h"

namespace gb10 {

namespace {

/// "flash-attention" of "git+https://host/owner/flash-attention.git@v2#…"; empty for no repository.
std::string repository_of(std::string_view url) {
  if (!url.starts_with("git+")) return {};
  url = url.substr(0, url.find_first_of("#?"));
  url = url.substr(url.rfind('/') + 1);
  url = url.substr(0, url.find('@'));
  if (url.ends_with(".git")) url.remove_suffix(4);
  return std::string(url);
}

}  // namespace

const InstallAdvice* LineJudge::advice_for(const RequirementLine& line) const {
  if (!target_.is_gb10) return nullptr;
  if (!line.wanted.name.empty()) return advisor_(line.wanted.key());
  const std::string repository = repository_of(line.wanted.url);
  if (!is_package_name(repository)) return nullptr;
  const std::string name = normalised_name(repository);
  const InstallAdvice* const known = advisor_(name);
  return known ? known : advisor_(name + ".git");
}

void LineJudge::judge_address(const RequirementLine& line, LineFinding& out) const {
  out.verdict = LineVerdict::unknown;
  out.why = "an address: what is in it is seen by auditing the wheel itself";
  const auto wheel = wheel_at(line.wanted.url);
  if (!wheel) return judge_source(line, out);
  const WheelFit fit = fits(wheel->tags, wheel_target(target_));
  if (!fit.ok()) {
    out.verdict = LineVerdict::breaks;
    out.why = fmt::format("this wheel does not fit {} with Python {}: {}", target_.machine,
                          target_.python, fit.why);
    return exclude(line, out);
  }
  const auto version = pep_version(wheel->version);
  const auto build = version.ok() ? cuda_build_of(*version) : std::nullopt;
  if (!build || !target_.is_gb10 || !(build->is_cpu || build->is_cuda_12())) return;
  out.verdict = build->is_cpu ? LineVerdict::cpu_build : LineVerdict::breaks;
  out.why = build->is_cpu ? "this wheel is a build without CUDA"
                          : fmt::format("this wheel is for CUDA {} ({}); a GB10 has CUDA 13",
                                        build->major, build->tag);
  // Without the line there would be none of it here.
  const InstallAdvice* const advice = advice_for(line);
  if (advice)
    replace_or_exclude(line, *advice, out);
  else
    exclude(line, out);
}

/// A source is built here, whatever wheels there are.
void LineJudge::judge_source(const RequirementLine& line, LineFinding& out) const {
  const InstallAdvice* const advice = advice_for(line);
  if (!advice) return;
  const RangeVerdict newest = judged_by_ranges({}, *advice);
  const bool is_out = advice->x86_only && target_.machine == "aarch64";
  const bool is_built =
      newest.verdict == LineVerdict::needs_build || newest.verdict == LineVerdict::not_here;
  if (!is_out && !is_built) return;
  out.verdict = is_out ? LineVerdict::not_here : LineVerdict::needs_build;
  out.why = newest.why;
  out.by_hand = advice->note;
  if (is_out) exclude(line, out);
}

}  // namespace gb10
