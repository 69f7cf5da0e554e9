#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/pattern.h"
#include "explain/signature.h"

namespace gb10 {

/// How programs say that something went wrong, whatever it was.
struct ErrorWord {
  LinePattern pattern;
  std::string kind;       // "an exception of Python"
  bool is_faint = false;  // names the line only where no other word names one
};

/// data/errors.toml, in the order in which they name the kind of a line.
Result<std::vector<ErrorWord>> read_error_words(std::string_view text, std::string_view file);
std::vector<ErrorWord> built_in_error_words();

/// data/quotes.toml: what lines look like that hand on what somebody else wrote.
Result<std::vector<Pattern>> read_quotes(std::string_view text, std::string_view file);
std::vector<Pattern> built_in_quotes();

}  // namespace gb10
