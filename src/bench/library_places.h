#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/host.h"

namespace gb10 {

/// Where copies of `soname` ("libcublasLt.so.13") lie: those of the Python environment or folder
/// `environment` alone; without one those of the CUDA toolkits and of the system's own folders.
std::vector<std::string> library_copies(const HostView& host, std::string_view soname,
                                        const std::string& environment);

}  // namespace gb10
