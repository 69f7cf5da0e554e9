#pragma once

#include <string>
#include <vector>

#include "host/host.h"
#include "model/fact.h"

namespace gb10 {

/// What the caller's variables do to a program that is started with them, what of the environment
/// keeps it from the GPU, and what to do: by rules of the doctor. Facts are those of the launch.
Result<std::vector<std::string>> launch_hazards(const HostView& host,
                                                const std::vector<std::string>& directories,
                                                const Facts& facts);

}  // namespace gb10
