#pragma once

#include <span>
#include <string>
#include <vector>

#include "explain/book.h"
#include "rules/rule.h"

namespace gb10 {

/// A line of a log that looks bad and is not.
struct Harmless {
  std::string name, line;
};

/// The facts without the lines that show a signature of `book` which `benign` names, unless the
/// facts speak against it; those lines go to `taken`. What a line looks like is the signature's
/// alone, so that the doctor and the explainer agree.
Facts without_harmless_lines(const Facts& facts, std::span<const Benign> benign,
                             SignatureBook& book, std::vector<Harmless>& taken);

}  // namespace gb10
