#pragma once

#include "bench/storage_verdict.h"
#include "model/run_record.h"

namespace gb10 {

/// Adds series (NAME.block of each step and each way), results, parameters and notes.
void add_to(RunRecord& record, const StorageRun& run, const StorageVerdict& verdict,
            const std::vector<std::string>& advice);

}  // namespace gb10
