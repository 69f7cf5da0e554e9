#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "facts/python_parts.h"

namespace gb10 {

/// The Python environment that a plan is made for, and what about it is not as it looks.
struct LaunchEnvironment {
  std::optional<python::Environment> python;  // nothing where there is none
  std::string chosen_by;                      // "VIRTUAL_ENV", "--env", "the program /v/bin/python"
  std::vector<std::string> warnings;
};

/// The environment in the folder `named`, else that of VIRTUAL_ENV, of CONDA_PREFIX, of the first
/// python3 of PATH. An Error only where `named` is none. `folder` is the working directory.
Result<LaunchEnvironment> environment_of_shell(const HostView& host, const std::string& named,
                                               const std::string& folder);

/// The environment of the program that `command` starts: that of its interpreter, whether it is
/// one, or is started by one in its first line, or by uv, conda, env and their like; else that of
/// the shell. `folder` is the working directory.
LaunchEnvironment environment_of_command(const HostView& host, std::span<const std::string> command,
                                         const std::string& folder);

}  // namespace gb10
