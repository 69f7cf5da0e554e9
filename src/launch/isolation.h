#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/host.h"
#include "launch/hooks.h"

namespace gb10 {

/// The words that keep hooks out of a program: an option of Python ("python3 -I"), in the command
/// itself, behind env(1), or in the first line of a script. Nothing where there are none. No
/// program is started.
std::optional<std::string> isolation(const HostView& host, const std::vector<std::string>& command,
                                     const ProgramVariables& environment);

}  // namespace gb10
