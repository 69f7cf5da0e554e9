#pragma once

#include "audit/tree.h"
#include "wheel/metadata.h"
#include "wheel/record_check.h"

namespace gb10 {

/// Holds a package's files against its RECORD: what differs becomes causes of the package, a
/// hundred at most. How many files were compared is added to `counts`.
void verify_package(const PackageRecord& record, const PackageFiles& files, AuditPackage& package,
                    RecordCounts& counts);

}  // namespace gb10
