#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
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

/// The facts that say whether the instances of a topic could be listed at all: "docker.containers"
/// stands for every container[…].
struct Witness {
  std::string_view topic, fact;
};
std::span<const Witness> witnesses();

/// Why there may be more instances of `topic` than are known; nothing when there are not.
std::optional<std::string> why_more(const Facts& facts, std::string_view topic);

/// Why the instances of `topic` are not known; nothing when they are, also when there are none.
std::optional<std::string> why_unlisted(const Facts& facts, std::string_view topic);

/// `fact` with "[*]" replaced by "[instance]".
std::string bound(std::string_view fact, std::string_view instance);

}  // namespace gb10
