#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "launch/hook_folder.h"
#include "model/launch.h"

namespace gb10 {

using ProgramVariables = std::map<std::string, std::string, std::less<>>;

/// The Python code of a hook (data/hooks); nothing where there is none of that name.
std::optional<std::string_view> hook_code(std::string_view name);

/// Whether something is to lie in a folder of the run: hooks, or a Python program whose variables
/// are to be read back.
bool wants_folder(const LaunchPlan& plan);

/// Puts into `folder` what the Python processes of the run load. Error `invalid` for a hook that
/// has no code.
Result<void> write_hooks(const LaunchPlan& plan, const HookFolder& folder);

/// What the program finds in its environment. A variable that is set already keeps its value; the
/// folder, where there is one, stands first in PYTHONPATH.
ProgramVariables launched(const LaunchPlan& plan, const HookFolder* folder,
                          ProgramVariables environment);

/// `plan` without what one of its fixes does.
LaunchPlan without_fix(LaunchPlan plan, std::string_view fix);

}  // namespace gb10
