#include "cli/manual.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/program_words.h"
#include "report/report.h"

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
    {kBusy, "another program holds what is needed, such as a port, or a guard runs already"},
    {kOwnFailure, "of record and run: the failure is gb10's own; else the code is the program's"},
    {kCannotExecute, "of record and run: the program cannot be executed"},
    {kNotFound, "of record and run: there is no such program"},
};

std::string shown(const OptionSpec& option) {
  const std::string name = replaced(option.name, ",", ", ");
  if (!option.value) return option.many ? name + "…" : name;
  return fmt::format("{} {}", name, option.value);
}

std::string usage(const CommandSpec& command) {
  std::string out = fmt::format("gb10 {}", command.name);
  if (command.runs_program)
    return fmt::format("{} [options] [--] [{}…]", out, positional_name(command));
  for (const OptionSpec& option : command.options) {
    const bool positional = option.is_positional();
    if (positional) out += fmt::format(" [{}]", shown(option));
  }
  return out + (command.may_run_program ? " [options] [-- COMMAND…]" : " [options]");
}

std::string options_text(const CommandSpec& command, std::size_t width) {
  std::vector<std::vector<std::string>> rows;
  for (const auto options : {command.options, common_options()}) {
    for (const OptionSpec& option : options) rows.push_back({"  " + shown(option), option.words});
  }
  return table(rows, {false, width, true});
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

std::string program_help(std::size_t width) {
  const Dress dress{false, width, true};
  std::vector<std::vector<std::string>> names, general, exits;
  for (const CommandSpec& command : commands())
    names.push_back({fmt::format("  {}", command.name), command.words});
  general.push_back({"  gb10 COMMAND --help", "its options"});
  for (const OptionSpec& each : general_options())
    general.push_back({fmt::format("  gb10 {}", each.name), each.words});
  for (const ExitWord& each : kExits)
    exits.push_back({fmt::format("  {:>3}", each.code), each.words});
  return fmt::format(
      "{}\n\nusage: gb10 [command] [options]\n       without a command: gb10 doctor\n\n{}\n{}\n"
      "exit codes\n{}",
      joined(wrapped(fmt::format("gb10 {}", kWords), width), "\n"), table(names, dress),
      table(general, dress), table(exits, dress));
}

std::string command_help(const CommandSpec& command, std::size_t width) {
  const std::string title = fmt::format("gb10 {}: {}", command.name, command.words);
  return fmt::format("{}\n\nusage: {}\n\n{}\n\n{}", joined(wrapped(title, width), "\n"),
                     usage(command), joined(wrapped(command.details, width - 4), "\n"),
                     options_text(command, width));
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
  out += ".SH IN PLACE OF A COMMAND\n";
  for (const OptionSpec& each : general_options())
    out += fmt::format(".TP\n.B gb10 {}\n{}\n", roff(each.name), roff(each.words));
  out += ".SH EXIT STATUS\n";
  for (const ExitWord& each : kExits)
    out += fmt::format(".TP\n.B {}\n{}\n", each.code, roff(each.words));
  out +=
      ".SH FILES\n.TP\n.I /etc/gb10/rules.d, ~/.config/gb10/rules.d\n"
      "Rules that replace built\\-in ones of the same name; an empty file masks one. Root takes "
      "only\n"
      "its own files in /etc.\n";
  return out;
}

}  // namespace gb10
