#pragma once

#include <string>

#include "audit/install_advice.h"
#include "audit/requirement_set.h"

namespace gb10 {

/// The machine that requirements are judged for.
struct RequirementTarget {
  std::string machine = "aarch64";
  std::string python = "3.12";
  bool is_gb10 = true;  // else the matrix, which speaks of the GB10, is not asked
  std::string words = "a GB10 (aarch64, CUDA 13), Python 3.12";
};

/// What a wheel has to fit there. The glibc of a GB10 is that of DGX OS 7 (Ubuntu 24.04); of
/// another machine it is not known here, and not judged.
WheelTarget wheel_target(const RequirementTarget& target);

/// What becomes of each line on the target, and what to write instead.
RequirementAudit judged(const RequirementSet& set, const RequirementTarget& target,
                        const Advisor& advisor);

}  // namespace gb10
