#pragma once

#include <string>

#include "model/run_record.h"
#include "report/report.h"

namespace gb10 {

/// What a run of products came to: the verdict first, then what it is made of.
std::string gemm_text(const RunRecord& record);

}  // namespace gb10
