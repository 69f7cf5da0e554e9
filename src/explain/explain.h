#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "explain/matcher.h"
#include "model/explanation.h"

namespace gb10 {

/// What the log that `matcher` has seen says: the causes, the nearest to the root first, and what
/// is none.
Explanation explained(const Matcher& matcher);

/// The same of a whole text.
Explanation explained(std::string_view log, SignatureBook& book);

/// How many lines must follow a cause before nothing can refute it any more; nothing where only the
/// end of the log can tell.
std::optional<std::int64_t> lines_to_wait(const Signature& signature);

/// The numbers of the lines that show `signature`, which is read in the matcher's book, in order;
/// of very many the first and the last.
std::vector<std::int64_t> lines_that_show(const Signature& signature, const Matcher& matcher);

}  // namespace gb10
