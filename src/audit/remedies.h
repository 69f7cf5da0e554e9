#pragma once

#include "compat/matrix.h"
#include "facts/library_table.h"
#include "model/audit.h"

namespace gb10 {

/// Whether an item is to be mended. Rows of the matrix are read only then.
bool needs_remedy(const AuditItem& item);

/// Gives each item that needs one the lowest remedy for its causes: lost files are put back, what
/// is missing of the system is installed, and else the matrix's row for it says what helps.
void add_remedies(Audit& audit, const CompatMatrix& matrix, const LibraryTable& table);

}  // namespace gb10
