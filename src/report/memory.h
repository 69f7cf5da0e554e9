#pragma once

#include <string>

#include "model/run_record.h"

namespace gb10 {

/// What `gb10 bench memory` came to: the verdict, then the rates in tables. Of the ladder the
/// largest size of each kind; all sizes are in the record.
std::string memory_text(const RunRecord& record);

}  // namespace gb10
