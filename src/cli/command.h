#pragma once
// cli/ is the command line: tables of commands and options, from which the parser, the help, the
// man page and the shell completions are made. It refuses to know how anything is done.

#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace gb10 {

/// The program's exit codes, one table for every command.
enum Exit {
  kFine = 0,
  kAnswerIsNo = 1,
  kFailure = 2,
  kUnsupported = 3,
  kNeedsPrivilege = 4,
  kConflict = 5,
  kBusy = 6,
  kUnfinished = 7,
  kRolledBack = 8,
  kInterrupted = 130,
};

/// One option of a command. `value` is what the help calls its argument; null for a flag. A name
/// without dashes is positional; `many` takes several.
struct OptionSpec {
  const char* name;  // "--snapshot" or "NAME"
  const char* value;
  bool many;
  const char* words;

  bool is_positional() const { return name[0] != '-'; }
};

/// What was typed.
class Arguments {
 public:
  std::map<std::string, std::vector<std::string>, std::less<>> given;

  bool has(std::string_view name) const { return given.find(name) != given.end(); }
  /// The last value given; empty when none was.
  std::string value(std::string_view name) const;
  std::vector<std::string> values(std::string_view name) const;
};

/// Where a command reads and writes; streams are only ever touched through it.
class Io {
 public:
  bool terminal = false;  // stdout is a terminal
  bool color = false;
  std::size_t width = 100;  // columns of the terminal, at most 100
  std::map<std::string, std::string, std::less<>> environment;

  /// The errno of the first result that could not be written; 0 when all were.
  mutable int lost = 0;

  /// Results, to stdout. A closed pipe is success.
  void print(std::string_view text) const;
  /// Whether all of it reached its place.
  bool written() const;
  /// Everything else, to stderr.
  void say(std::string_view text) const;
  /// "gb10: what" and "hint: …", and the exit code that fits.
  int fail(const Error& error) const;
};

struct CommandSpec {
  const char* name;
  const char* words;    // one line
  const char* details;  // for the man page and `gb10 COMMAND --help`
  std::span<const OptionSpec> options;
  int (*run)(const Arguments&, const Io&);
  /// What its positional may be called, for completions and for hints; null where it takes none.
  std::vector<std::string> (*names)() = nullptr;
  /// Its positional is a program with its arguments: what follows the options, or "--", is not
  /// ours. Such a command passes the program's exit code on; its own failure is 125.
  bool runs_program = false;
  /// A program with its arguments may follow "--", and is given under that name; what came of it is
  /// ours to say.
  bool may_run_program = false;
};

/// Exit codes of commands that run a program, besides the program's own.
enum ProgramExit { kOwnFailure = 125, kCannotExecute = 126, kNotFound = 127 };

/// Every command, in the order of the help.
std::span<const CommandSpec> commands();

/// Options that every command takes.
std::span<const OptionSpec> common_options();

/// What is asked of the program itself, in place of a command: "--version" and its like.
std::span<const OptionSpec> general_options();

}  // namespace gb10
