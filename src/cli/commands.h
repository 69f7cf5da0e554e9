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
CommandSpec audit_command();
CommandSpec record_command();
CommandSpec top_command();
CommandSpec guard_command();
CommandSpec run_command();
CommandSpec env_command();
CommandSpec compat_command();
CommandSpec tune_command();
CommandSpec bench_command();
CommandSpec compare_command();
CommandSpec report_command();
CommandSpec history_command();
CommandSpec container_command();
CommandSpec recipe_command();
CommandSpec wheelhouse_command();

}  // namespace gb10
