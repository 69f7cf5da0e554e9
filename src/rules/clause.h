#pragma once

#include <string>
#include <vector>

#include "rules/rule.h"

namespace gb10 {

/// A judgement can stay open: a fact that is not known decides nothing.
enum class Truth { no, unknown, yes };

struct ClauseResult {
  Truth truth = Truth::unknown;
  std::string reason;                // why it is unknown
  std::vector<std::string> matched;  // elements that `matches` hit
};

/// Judges one clause; `instance` stands where its fact has "[*]".
ClauseResult judged(const Clause& clause, const Facts& facts, std::string_view instance);

/// `fact` with "[*]" replaced by "[instance]".
std::string bound(std::string_view fact, std::string_view instance);

}  // namespace gb10
