#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace gb10 {

/// Runs the program: `arguments` without its own name. Returns the exit code.
int run_app(std::vector<std::string> arguments, const Io& io);

/// What was typed for `command`; the error carries the usage mistake. Nothing is run.
Result<Arguments> parsed(const CommandSpec& command, const std::vector<std::string>& arguments);

/// The command named `name`; null when there is none.
const CommandSpec* command_named(std::string_view name);

}  // namespace gb10
