#pragma once

#include <span>

#include "host/tables.h"
#include "rules/rule.h"

namespace gb10 {

/// Reads the rules and the benign lines in force; the first mistake in a file is the error, with
/// file and line.
Result<RuleSet> read_rules(std::span<const DataFile> rules, std::span<const DataFile> benign);

/// The same straight from the tables of a machine.
Result<RuleSet> load_rules(const HostView& host, const std::vector<std::string>& directories);

}  // namespace gb10
