#pragma once

#include <string>

#include "model/build_plan.h"

namespace gb10 {

/// What a build would run, as a script for sh that can be read, or run by hand: every word quoted,
/// every variable with its reason. It does what the steps do, without stamps, logs, budget and
/// resume.
std::string build_script(const BuildPlan& plan);

}  // namespace gb10
