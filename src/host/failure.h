#pragma once

#include <string_view>

#include "base/result.h"

namespace gb10 {

/// The Error for an errno value while `doing` ("cannot read /sys/x"): not_found, denied (with a
/// hint, unless we are root), timeout or failed.
Error failure(int code, std::string_view doing);

/// The same for what touches: also invalid (the kernel refuses the value), busy, conflict (it
/// exists already) and unsupported.
Error touch_failure(int code, std::string_view doing);

}  // namespace gb10
