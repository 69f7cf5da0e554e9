#pragma once

#include "cli/command.h"
#include "model/diagnosis.h"
#include "rules/rule.h"

namespace gb10 {

/// `gb10 doctor --fix`: for each finding that a knob of gb10 tune clears the plan of that one step,
/// and the command that applies it; nothing is written. The exit code: 1 when a plan would change
/// something.
Result<int> show_fixes(const Diagnosis& diagnosis, const RuleSet& rules, const Arguments& arguments,
                       const Io& io);

}  // namespace gb10
