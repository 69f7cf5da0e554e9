#include "cli/manual.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::string_view kWords =
    "says whether an NVIDIA GB10 machine is healthy and set up right";

struct ExitWord {
  int code;
  const char* words;
};
constexpr ExitWord kExits[] = {
    {kFine, "fine, nothing to do"},
    {kAnswerIsNo, "the answer is no, or not yet: findings from warning up, not enough memory"},
    {kFailure, "wrong usage, or something failed"},
    {kUnsupported, "not supported here, or refused; no GPU to judge"},
    {kNeedsPrivilege, "needs root"},
    {kConflict, "something is there already that would be overwritten"},
};

std::string shown(const OptionSpec& option) {
  const std::string name = replaced(option.name, ",", ", ");
  if (!option.value) return option.many ? name + "…" : name;
  return fmt::format("{} {}", name, option.value);
}

std::string usage(const CommandSpec& command) {
  std::string out = fmt::format("gb10 {}", command.name);
  for (const OptionSpec& option : command.options) {
    const bool positional = !std::string_view(option.name).starts_with("-");
    if (positional) out += fmt::format(" [{}]", shown(option));
  }
  return out + " [options]";
}

void add_options(std::string& out, std::span<const OptionSpec> options) {
  for (const OptionSpec& option : options) {
    bool first = true;
    for (const std::string& line : wrapped(option.words, 68)) {
      out += fmt::format("  {:<24}  {}\n", first ? shown(option) : "", line);
      first = false;
    }
  }
}

/// Text for roff: a leading dot or apostrophe is no request, a dash is a dash.
std::string roff(std::string_view text) {
  std::string out = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

void add_roff_options(std::string& out, std::span<const OptionSpec> options) {
  for (const OptionSpec& option : options) {
    out += fmt::format(".TP\n.B {}\n{}\n", roff(shown(option)), roff(option.words));
  }
}

}  // namespace

std::string program_help() {
  std::string out = fmt::format(
      "gb10 {}\n\nusage: gb10 [command] [options]        without a command: gb10 doctor\n\n",
      kWords);
  for (const CommandSpec& command : commands())
    out += fmt::format("  {:<10}  {}\n", command.name, command.words);
  out += "\n  gb10 COMMAND --help    its options        --version\n\nexit codes\n";
  for (const ExitWord& each : kExits) out += fmt::format("  {:>3}  {}\n", each.code, each.words);
  return out;
}

std::string command_help(const CommandSpec& command) {
  std::string out =
      fmt::format("gb10 {}: {}\n\nusage: {}\n\n", command.name, command.words, usage(command));
  for (const std::string& line : wrapped(command.details, 96)) out += line + "\n";
  out += "\n";
  add_options(out, command.options);
  add_options(out, common_options());
  return out;
}

std::string man_page() {
  std::string out =
      fmt::format(".TH GB10 1 \"\" \"gb10 {}\" \"User commands\"\n.SH NAME\ngb10 \\- {}\n",
                  GB10_VERSION, roff(kWords));
  out +=
      ".SH SYNOPSIS\n.B gb10\n[\\fIcommand\\fR] [\\fIoptions\\fR]\n.SH DESCRIPTION\n"
      "Without a command \\fBgb10\\fR is \\fBgb10 doctor\\fR.\n.SH COMMANDS\n";
  for (const CommandSpec& command : commands()) {
    out += fmt::format(".SS {}\n{}: {}\n", roff(usage(command)), roff(command.words),
                       roff(command.details));
    add_roff_options(out, command.options);
  }
  out += ".SH OPTIONS OF EVERY COMMAND\n";
  add_roff_options(out, common_options());
  out += ".SH EXIT STATUS\n";
  for (const ExitWord& each : kExits)
    out += fmt::format(".TP\n.B {}\n{}\n", each.code, roff(each.words));
  out +=
      ".SH FILES\n.TP\n.I /etc/gb10/rules.d, ~/.config/gb10/rules.d\n"
      "Rules that replace built\\-in ones of the same name; an empty file masks one.\n";
  return out;
}

std::string bash_completion() {
  std::string names, cases;
  for (const CommandSpec& command : commands()) {
    names += fmt::format("{} ", command.name);
    std::string options;
    for (const OptionSpec& option : command.options) {
      if (std::string_view(option.name).starts_with("-"))
        options += replaced(option.name, ",", " ") + " ";
    }
    for (const OptionSpec& option : common_options())
      options += replaced(option.name, ",", " ") + " ";
    cases += fmt::format("    {}) words=\"{}\" ;;\n", command.name, trimmed(options));
  }
  return fmt::format(
      "_gb10() {{\n  local current=\"${{COMP_WORDS[COMP_CWORD]}}\" words\n  case "
      "\"${{COMP_WORDS[1]}}\" in\n{}    *) words=\"{}--help --version\" ;;\n"
      "  esac\n  if [[ $COMP_CWORD -eq 1 ]]; then words=\"{}--help --version\"; fi\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n  if [[ ${{#COMPREPLY[@]}} -eq 0 "
      "]]; then COMPREPLY=($(compgen -f -- \"$current\")); fi\n}}\ncomplete -F _gb10 gb10\n",
      cases, names, names);
}

}  // namespace gb10
