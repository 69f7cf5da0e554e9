#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "host/host.h"
#include "model/build_plan.h"

namespace gb10 {

/// What a look at the result of a build came to.
struct BuildVerdict {
  bool is_good = true;
  std::vector<std::string> lines;  // one for each file, and each fault
};

/// Holds the files that a build made against what it was to make: this machine's processor, code
/// for the GPU where there is to be some, libraries of the right CUDA.
Result<BuildVerdict> verified_build(const BuildPlan& plan, const HostView& host, const Io& io);

}  // namespace gb10
