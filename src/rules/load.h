#pragma once

#include "host/tables.h"
#include "rules/rule.h"

namespace gb10 {

/// Reads the rules in force on a machine; the first mistake in a file is the error, with file and
/// line.
Result<RuleSet> load_rules(const HostView& host, const std::vector<std::string>& directories);

/// Those alone whose name is `wanted`, for who needs few and has no time to read all.
Result<RuleSet> load_rules(const HostView& host, const std::vector<std::string>& directories,
                           bool (*wanted)(std::string_view name));

/// The same of the harmless lines.
Result<std::vector<Benign>> load_benign(const HostView& host,
                                        const std::vector<std::string>& directories);

}  // namespace gb10
