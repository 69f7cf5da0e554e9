#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/explanation.h"

namespace gb10 {

/// A line in a block of a log.
struct Place {
  std::string_view block;
  std::size_t begin = 0, end = 0;
  std::int64_t number = 1;

  std::string_view line() const { return block.substr(begin, end - begin); }
};

using NumberedLines = std::vector<std::pair<std::int64_t, std::string>>;

constexpr std::size_t kAround = 2;  // lines before and after that are kept

/// What is shown of a line: the part around `what`.
std::string shown(std::string_view line, std::string_view what);
/// What is shown of a line beside the one that matters.
std::string shown_beside(std::string_view line);

/// The line at `place` as `text`, with the lines around it; `tail` are the last ones of the block
/// before.
LogEvidence evidence(const Place& place, std::string text, const NumberedLines& tail);

/// The last lines of `block`, which begins with the line of number `first`.
NumberedLines tail_of(std::string_view block, std::int64_t first);

}  // namespace gb10
