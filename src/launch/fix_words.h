#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/rule.h"

namespace gb10 {

/// A value with its placeholders filled, to the byte; nothing where a fact of it is not known.
std::optional<std::string> filled_value(std::string_view text, const Facts& facts,
                                        std::string_view instance);

/// Why a value could not be filled in: "HOME is not set".
std::string why_not_filled(std::string_view text, const Facts& facts, std::string_view instance);

/// Why a clause does not hold, in words: "triton is 3.7.1, not before 3.6".
std::string refuting(const Clause& clause, const Facts& facts, std::string_view instance);

/// Why it is not known whether a clause holds, in words that name the thing.
std::string not_known(const Clause& clause, std::string_view reason);

/// That a version lies outside of what a fix is known for.
std::string beyond_knowledge(const Clause& clause, const Facts& facts, std::string_view instance);

}  // namespace gb10
