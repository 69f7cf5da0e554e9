#pragma once

#include "audit/audit.h"
#include "cli/command.h"
#include "facts/facts.h"

namespace gb10 {

/// What --target, --driver, --deep and --verify ask for, with the tables in force. Without --target
/// the machine that is looked at and its GPU.
Result<AuditSetting> audit_setting(const Arguments& arguments, const Machine& machine);

/// --list: a table of tabs with every container and image of the files; the exit code.
int list_gpu_code(const HostView& host, const std::vector<std::string>& paths, const Io& io);

/// Where the program was started.
std::string working_directory();

}  // namespace gb10
