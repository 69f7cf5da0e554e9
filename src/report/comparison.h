#pragma once

#include <string>

#include "model/comparison.h"
#include "report/report.h"

namespace gb10 {

/// The verdict, then each metric with what it rests on, then what the runs do not have in common.
std::string text(const RunComparison& comparison, const Dress& dress);

}  // namespace gb10
