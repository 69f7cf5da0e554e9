#pragma once

#include <string>

#include "model/run_record.h"
#include "report/report.h"

namespace gb10 {

/// What `gb10 bench storage` came to: the verdict first, then the ladder and the ways to the GPU.
std::string storage_text(const RunRecord& record);

}  // namespace gb10
