#pragma once

#include "cli/command.h"

namespace gb10 {

CommandSpec doctor_command();
CommandSpec inspect_command();
CommandSpec memory_command();
CommandSpec snapshot_command();
CommandSpec rules_command();
CommandSpec show_command();
CommandSpec explain_command();

}  // namespace gb10
