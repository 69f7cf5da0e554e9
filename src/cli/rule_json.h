#pragma once

#include "base/json.h"
#include "rules/rule.h"

namespace gb10 {

/// What `gb10 rules --json` says of a rule.
Json json_of(const Rule& rule);

}  // namespace gb10
