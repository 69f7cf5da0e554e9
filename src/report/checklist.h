#pragma once

#include <string>

#include "model/checklist.h"
#include "report/report.h"

namespace gb10 {

/// The count of each answer, then what is not so, what is not known, and what is so; each with its
/// evidence and the next step.
std::string text(const Checklist& list, const Dress& dress);
std::string markdown(const Checklist& list);

}  // namespace gb10
