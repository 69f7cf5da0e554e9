#pragma once

#include <string>

#include "model/last_boot.h"
#include "report/report.h"

namespace gb10 {

/// Why the machine went down the last time; fits one screen where little was written at the end.
std::string text(const LastBoot& boot, const Dress& dress);
std::string markdown(const LastBoot& boot);

}  // namespace gb10
