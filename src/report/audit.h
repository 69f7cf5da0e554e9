#pragma once

#include <string>

#include "model/audit.h"
#include "report/report.h"

namespace gb10 {

std::string text(const Audit& audit, const Dress& dress);
std::string markdown(const Audit& audit);

}  // namespace gb10
