#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

/// What is said of mistakes in what was typed: what is wrong, and what may have been meant.
namespace gb10 {

Error unknown_command(std::string_view name);

/// Words that `command` has no place for: options that it does not know before words too many.
Error unexpected(const CommandSpec& command, const std::vector<std::string>& words);

/// Error when a flag was given a value ("--all=no"), which it would swallow.
Result<void> check_flags(const CommandSpec& command, const std::vector<std::string>& typed);

/// Error when a positional that takes one word got several, or when an option stands where the
/// value of another was wanted.
Result<void> check_values(const CommandSpec& command, const Arguments& arguments);

}  // namespace gb10
