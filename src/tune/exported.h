#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/tune.h"

namespace gb10 {

/// What a plan keeps over restarts, for those who bring it about by other means: the lines of one
/// of its files ("sysctl.d", "tmpfiles", "udev"), or tasks that write them all ("ansible"). What is
/// left out is told in comments. Error `invalid` for another format.
Result<std::string> exported(const Plan& plan, std::string_view format);

std::vector<std::string> export_formats();

}  // namespace gb10
