#pragma once

#include <string>

#include "cli/command.h"
#include "launch/fix.h"

namespace gb10 {

/// What `gb10 show` says of a fix of gb10 env and gb10 run.
std::string explained(const LaunchFix& fix, const Io& io);
Json json_of(const LaunchFix& fix);

}  // namespace gb10
