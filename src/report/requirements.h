#pragma once

#include <string>

#include "model/requirement_audit.h"
#include "report/report.h"

namespace gb10 {

/// Which lines of a requirements file break, and what to write instead. With `dress.all` the lines
/// too that are fine, for other machines, or not known.
std::string text(const RequirementAudit& audit, const Dress& dress);
std::string markdown(const RequirementAudit& audit);

}  // namespace gb10
