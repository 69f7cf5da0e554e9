#pragma once

#include <string>

#include "cli/command.h"

namespace gb10 {

/// Help for a screen of `width` columns.
std::string program_help(std::size_t width);
std::string command_help(const CommandSpec& command, std::size_t width);
/// The whole manual as a man page (section 1).
std::string man_page();
/// A completion script for bash.
std::string bash_completion();

}  // namespace gb10
