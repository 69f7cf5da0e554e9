#include "cli/program_words.h"

#include <algorithm>

#include "base/text.h"

namespace gb10 {

namespace {

/// True when `word` is an option whose value is the next word.
bool wants_next(const CommandSpec& command, std::string_view word) {
  for (const auto options : {command.options, common_options()}) {
    for (const OptionSpec& option : options) {
      if (!option.value || option.is_positional()) continue;
      const std::vector<std::string_view> names = split(option.name, ',');
      if (std::find(names.begin(), names.end(), word) != names.end()) return true;
    }
  }
  return false;
}

}  // namespace

std::pair<std::vector<std::string>, std::vector<std::string>> without_program(
    const CommandSpec& command, const std::vector<std::string>& typed) {
  if (!command.runs_program && !command.may_run_program) return {typed, {}};
  std::size_t at = 0;
  while (at < typed.size() && typed[at] != "--" &&
         (command.may_run_program || typed[at].starts_with('-')))
    at += wants_next(command, typed[at]) ? 2 : 1;
  at = std::min(at, typed.size());
  const bool cut = at < typed.size() && typed[at] == "--";
  const auto begin = typed.begin() + static_cast<std::ptrdiff_t>(at);
  return {{typed.begin(), begin}, {begin + (cut ? 1 : 0), typed.end()}};
}

std::string positional_name(const CommandSpec& command) {
  for (const OptionSpec& option : command.options) {
    if (option.is_positional()) return option.name;
  }
  return {};
}

}  // namespace gb10
