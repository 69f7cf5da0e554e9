#pragma once

#include <string>

#include "model/run_record.h"
#include "report/report.h"

namespace gb10 {

/// What the matrix units came to: a line for each instruction, then what was refused.
std::string mma_text(const RunRecord& record);

}  // namespace gb10
