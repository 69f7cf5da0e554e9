#pragma once

#include <string>
#include <string_view>

#include "host/host.h"

namespace gb10 {

/// The version of one of NVIDIA's compilers (nvcc, ptxas), read out of the program's constants
/// without starting it: "13.0.88". `not_found` when there is no such file, `failed` when it is no
/// such program.
Result<std::string> compiler_version(const HostView& host, std::string_view path);

}  // namespace gb10
