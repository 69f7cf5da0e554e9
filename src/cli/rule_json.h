#pragma once

#include "base/json.h"
#include "rules/rule.h"

namespace gb10 {

/// What `gb10 rules --json` says of a rule.
Json json_of(const Rule& rule);

/// "memory.swap_used gt 64 MiB".
std::string clause_text(const Clause& clause);

}  // namespace gb10
