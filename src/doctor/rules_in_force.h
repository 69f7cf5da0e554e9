#pragma once

#include <string>
#include <vector>

#include "host/host.h"
#include "model/fact.h"
#include "rules/rule.h"

namespace gb10 {

/// The rules in force on this machine (load_rules). One of the owner's that names a fact which
/// nobody collects, or compares it with what it never is, could never fire: that is an error with
/// file and line. The built-in ones are held to the same by a test.
Result<RuleSet> rules_in_force(const HostView& host, const std::vector<std::string>& directories);

/// Error when a clause, a sentence or a remedy of `rule` names a fact that nobody collects, or a
/// clause does not fit its fact's type.
Result<void> check_facts(const Rule& rule);
Result<void> check_facts(const Benign& known);

/// The spec of a fact as a rule writes it ("block[*].size"); null when no collector has it.
const FactSpec* spec_in_rule(std::string_view fact);

}  // namespace gb10
