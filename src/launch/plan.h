#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "launch/fix.h"
#include "model/fact.h"
#include "model/launch.h"

namespace gb10 {

/// What a plan is made for.
struct LaunchWish {
  std::string profile;                 // "train"
  std::string environment;             // folder of the Python environment; empty for none
  std::vector<std::string> requested;  // fixes that are done on request only
  std::map<std::string, std::string, std::less<>> variables;  // what the program would get anyway
};

/// What the fixes of a profile mean for what is known. A fix whose facts are not known is left
/// alone and says so; a variable that is set already keeps its value.
LaunchPlan launch_plan(std::span<const LaunchFix> fixes, const Facts& facts,
                       const LaunchWish& wish);

/// The fix that an owner calls `name`: its name, or what stands behind the dot of it; null for
/// none.
const LaunchFix* find_fix(std::span<const LaunchFix> fixes, std::string_view name);

}  // namespace gb10
