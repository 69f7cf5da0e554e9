#pragma once

#include <string>

#include "model/run_record.h"
#include "report/report.h"

namespace gb10 {

/// What a run came to, a line for each kind of thing.
std::string text(const RunRecord& record, const Dress& dress);

}  // namespace gb10
