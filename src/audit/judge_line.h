#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "audit/cuda_build.h"
#include "audit/judge_requirements.h"

namespace gb10 {

/// What the versions that a line lets in lead to, by the ranges of the matrix.
struct RangeVerdict {
  LineVerdict verdict = LineVerdict::fine;
  std::string why;
};
RangeVerdict judged_by_ranges(const Specifiers& wanted, const InstallAdvice& advice);

/// Judges single lines of a set, each with what the others say about its package.
class LineJudge {
 public:
  LineJudge(const RequirementSet& set, const RequirementTarget& target, const Advisor& advisor);

  LineFinding judged(const RequirementLine& line) const;

  /// Whether a line is for this target; yes where it is not known.
  bool applies(const RequirementLine& line) const;
  const MarkerEnvironment& machine() const { return machine_; }

 private:
  void judge_hashes(const RequirementLine& line, LineFinding& out) const;
  void judge_by_kind(const RequirementLine& line, LineFinding& out) const;
  void judge_address(const RequirementLine& line, LineFinding& out) const;
  void judge_source(const RequirementLine& line, LineFinding& out) const;
  void judge_unknown(const RequirementLine& line, LineFinding& out) const;
  void judge_known(const RequirementLine& line, const InstallAdvice& advice,
                   LineFinding& out) const;
  void judge_usable(const RequirementLine& line, const InstallAdvice& advice,
                    LineFinding& out) const;
  void judge_origin(const RequirementLine& line, const InstallAdvice& advice,
                    LineFinding& out) const;
  void judge_cuda_12(const RequirementLine& line, const std::string& advised,
                     LineFinding& out) const;
  bool judge_build(const RequirementLine& line, LineFinding& out) const;
  bool judge_missing_index(const RequirementLine& line, const InstallAdvice& advice,
                           LineFinding& out) const;
  void judge_torch(const RequirementLine& line, const InstallAdvice& advice,
                   LineFinding& out) const;

  /// What is known of the package of a line, which a bare address of a repository may tell.
  const InstallAdvice* advice_for(const RequirementLine& line) const;
  /// All clauses that bind the package: of the line and of constraints.
  Specifiers wanted(const RequirementLine& line) const;
  /// The build that a line gets: by its own version, or by its index.
  std::optional<CudaBuild> build_of(const RequirementLine& line) const;
  bool gets_from_index(std::string_view package) const;
  bool comes_by_extra(std::string_view package) const;
  bool is_torch_settled() const;

  void exclude(const RequirementLine& line, LineFinding& out) const;
  void replace_or_exclude(const RequirementLine& line, const InstallAdvice& advice,
                          LineFinding& out) const;
  void replace(const RequirementLine& line, const std::string& advised, LineFinding& out) const;

  const RequirementSet& set_;
  const RequirementTarget& target_;
  const Advisor& advisor_;
  MarkerEnvironment machine_, other_machine_;
  std::map<std::string, Specifiers, std::less<>> constraints_;
  bool names_cuda_13_ = false;  // some line or index of the set is of CUDA 13
};

}  // namespace gb10
