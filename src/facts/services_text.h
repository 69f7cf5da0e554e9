#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Readers of what systemd prints. They survive any bytes.
namespace gb10::services_text {

/// One unit of `systemctl show`.
struct Unit {
  std::string name;  // without ".service"
  std::string load_state, active, unit_file_state;
  std::optional<std::int64_t> restarts;
  std::vector<std::string> command;                              // of its first ExecStart
  std::vector<std::pair<std::string, std::string>> environment;  // all of it: filter before showing
  std::vector<std::string> environment_files;                    // paths, without patterns

  /// False where systemd has nothing of that name.
  bool is_there() const;
  /// The value of a variable; empty when it is not set.
  std::string variable(std::string_view name) const;
};

/// The blocks of `systemctl show A B …`, which empty lines part.
std::vector<Unit> units(std::string_view text);

/// The words of a list as systemd prints it: parted by blanks, quoted like a shell's where they
/// hold some.
std::vector<std::string> quoted_words(std::string_view text);

/// "NAME=value" as a file of variables has it, the value without its quotes; an empty name for any
/// other line.
std::pair<std::string, std::string> assignment(std::string_view line);

/// The command of an ExecStart property: "{ path=/x ; argv[]=/x serve ; … }" gives "/x", "serve".
std::vector<std::string> exec_start_command(std::string_view property);

}  // namespace gb10::services_text
