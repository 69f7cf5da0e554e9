#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/manual.h"

namespace gb10 {

namespace {

/// What stands in place of a command, beside the options of the doctor.
std::vector<OptionSpec> options_of(const CommandSpec& command) {
  std::vector<OptionSpec> out(command.options.begin(), command.options.end());
  out.insert(out.end(), common_options().begin(), common_options().end());
  std::erase_if(out, [](const OptionSpec& option) { return option.is_positional(); });
  return out;
}

/// The options of every command whose value the help calls `value`, as a pattern of bash. Empty
/// `value`: those that take any other value than a file or a folder.
std::string options_with(std::string_view value) {
  std::set<std::string, std::less<>> names;
  for (const CommandSpec& command : commands()) {
    for (const OptionSpec& option : options_of(command)) {
      if (!option.value) continue;
      const std::string_view takes = option.value;
      const bool place = takes == "DIR" || takes == "FILE";
      if (value.empty() ? !place : takes == value) names.insert(replaced(option.name, ",", "|"));
    }
  }
  return joined({names.begin(), names.end()}, "|");
}

/// The options of `command`, between blanks.
std::string option_words(const CommandSpec& command) {
  std::vector<std::string> out;
  for (const OptionSpec& option : options_of(command))
    out.push_back(replaced(option.name, ",", " "));
  return joined(out, " ");
}

/// "doctor) options="…" names="…" ;;"
std::string command_case(const CommandSpec& command) {
  const std::vector<std::string> names =
      command.names ? command.names() : std::vector<std::string>();
  // A command line without a command is the doctor's.
  const bool is_default = std::string_view(command.name) == "doctor";
  return fmt::format("    {}{})\n      options=\"{}\"\n      names=\"{}\" ;;\n", command.name,
                     is_default ? "|-*" : "", option_words(command), joined(names, " "));
}

constexpr std::string_view kBegin = R"(_gb10() {
  local IFS=$' \t\n' current="${COMP_WORDS[COMP_CWORD]}" previous="" options="" names=""
  [[ $COMP_CWORD -gt 0 ]] && previous="${COMP_WORDS[COMP_CWORD-1]}"
  # bash takes --root=DIR apart at the sign.
  [[ $previous == "=" ]] && previous="${COMP_WORDS[COMP_CWORD-2]}"
  [[ $current == "=" ]] && current=""
  case "$previous" in
)";

constexpr std::string_view kEnd = R"(  [[ $current == -* ]] && names="$options"
  COMPREPLY=($(compgen -W "${names:-$options}" -- "$current"))
}
complete -F _gb10 gb10
)";

/// The way out of the function for options whose value is a file or a folder, or no word we know.
std::string value_case(std::string_view value, std::string_view compgen) {
  const std::string fill = compgen.empty()
                               ? ""
                               : fmt::format(
                                     "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < "
                                     "<(compgen {} -- \"$current\"); ",
                                     compgen);
  return fmt::format("    {}) {}return ;;\n", options_with(value), fill);
}

}  // namespace

std::string bash_completion() {
  std::string names, cases, general;
  for (const OptionSpec& each : general_options()) general += fmt::format("{} ", each.name);
  for (const CommandSpec& command : commands()) {
    names += fmt::format("{} ", command.name);
    cases += command_case(command);
  }
  const std::string first = fmt::format(
      "  if [[ $COMP_CWORD -eq 1 ]]; then\n    names=\"{}help\"\n"
      "    options=\"$options {}\"\n  fi\n",
      names, trimmed(general));
  return fmt::format(
      "{}{}{}{}  esac\n  case \"${{COMP_WORDS[1]}}\" in\n    help) names=\"{}\" ;;\n{}"
      "  esac\n{}{}",
      kBegin, value_case("DIR", "-d"), value_case("FILE", "-f"), value_case("", ""), trimmed(names),
      cases, first, kEnd);
}

}  // namespace gb10
