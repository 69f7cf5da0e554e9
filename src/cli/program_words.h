#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"

namespace gb10 {

/// What was typed, cut into words for us and a program with its arguments: what follows "--", or
/// the first word that is neither an option of ours nor the value of one; of a command that only
/// may run a program what follows "--" alone. For one that runs none everything is ours.
std::pair<std::vector<std::string>, std::vector<std::string>> without_program(
    const CommandSpec& command, const std::vector<std::string>& typed);

/// The name of the command's positional; empty where it takes none.
std::string positional_name(const CommandSpec& command);

}  // namespace gb10
