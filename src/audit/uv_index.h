#pragma once

#include <string>

#include "audit/install_advice.h"
#include "audit/requirement_set.h"

namespace gb10 {

/// Adds to `out` what makes uv take `package` from the index of `advice` on `machine`: an explicit
/// index and an entry of [tool.uv.sources]. Nothing where both are there already.
void bind_to_index(const RequirementSet& set, const std::string& package,
                   const InstallAdvice& advice, const MarkerEnvironment& machine,
                   RequirementAudit& out);

}  // namespace gb10
