#pragma once

#include <vector>

#include "audit/judge_requirements.h"

namespace gb10 {

/// What becomes of each package that a uv.lock installs on the target: those that its roots reach
/// there, with all their extras and groups.
std::vector<LineFinding> judged_lock(const RequirementSet& set, const RequirementTarget& target,
                                     const Advisor& advisor);

}  // namespace gb10
