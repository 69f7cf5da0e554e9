#pragma once

#include "audit/reach.h"
#include "audit/tree.h"
#include "model/audit.h"

namespace gb10 {

/// What becomes of each package of the tree on the target, the worst first, and what endangers the
/// whole; without remedies.
Audit judged(const AuditTree& tree, const AuditContext& context);

/// Adds what was found in another tree for the same target.
void merge(Audit& into, Audit&& more);

/// The worst first, by name.
void order(std::vector<AuditItem>& items);

/// Two copies of a library, or two generations of CUDA, where one process would meet both.
std::vector<AuditCause> dangers_of(const AuditTree& tree, const AuditContext& context);

}  // namespace gb10
