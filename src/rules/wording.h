#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rules/sample_window.h"

namespace gb10 {

/// What the placeholders of a rule's sentences stand for.
struct Wording {
  const Facts& facts;
  std::string instance;              // {*}
  std::vector<std::string> matched;  // {matched}, {matched.count}
  std::span<const GpuSample> run;    // {window.…}
};

/// `text` with every placeholder filled; a fact that is not known reads "not known".
std::string filled(std::string_view text, const Wording& wording);

/// The same for a command line: what is filled in is quoted where a shell would take it apart.
/// Nothing where one of them is not known or holds what no line can: that is no command to copy.
std::optional<std::string> filled_command(std::string_view text, const Wording& wording);

/// The placeholders of `text`, without braces: for the test that each can be filled.
std::vector<std::string> placeholders(std::string_view text);

/// "memory.swap_used 286 MiB (/proc/meminfo)" for each distinct fact of `clauses`.
std::vector<std::string> evidence_of(std::span<const Clause> clauses, const Wording& wording);

/// "12 samples over 11 s: 682 to 695 MHz, 17 W, 95 to 96 % busy, 45 °C".
std::string evidence_of(std::span<const GpuSample> run);

}  // namespace gb10
