#pragma once

#include <string>
#include <vector>

#include "audit/reach.h"
#include "model/audit.h"

namespace gb10 {

/// What the name of a wheel says of where it may be installed.
void take_tags(const AuditPackage& package, const AuditContext& context,
               std::vector<AuditCause>& causes);

/// The processor that most libraries of the tree were built for, when the target has another one.
std::string foreign_processor(const AuditTree& tree, const AuditContext& context);

}  // namespace gb10
