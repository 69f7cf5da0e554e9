#pragma once

#include <string>

#include "model/launch.h"
#include "report/report.h"

namespace gb10 {

/// What a plan sets, hooks and leaves alone, each with its reason.
std::string text(const LaunchPlan& plan, const Dress& dress);
std::string markdown(const LaunchPlan& plan);

}  // namespace gb10
