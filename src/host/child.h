#pragma once
// Child processes. A program is started from its argv alone, never through a shell, in the
// directory "/", in a process group of its own, and inherits nothing but its three streams. Each
// has a deadline; after it the whole group gets SIGTERM, then SIGKILL.

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "host/descriptor.h"
#include "host/host.h"
#include "host/process.h"

namespace gb10 {

/// All that a program of ours finds in its environment: a fixed PATH of system directories,
/// LC_ALL=C and HOME.
std::vector<std::string> system_environment(std::string_view home = "/");

/// Runs programs side by side, at most 16 at once; answers in the order of the questions. Standard
/// input is empty, output beyond 16 MiB is dropped, `exit` is 128 + n after signal n. Errors:
/// not_found (not installed), denied, invalid (no argv, or a relative path), timeout, failed.
std::vector<Result<Output>> run_children(
    std::span<const Command> commands,
    const std::vector<std::string>& environment = system_environment());

/// The same for one.
Result<Output> run_child(const Command& command,
                         const std::vector<std::string>& environment = system_environment());

/// A program that stays: it reads a line from its standard input and answers with one on its
/// standard output. What it writes to standard error is dropped. It is killed, with its whole
/// process group, at the end of the Conversation.
class Conversation {
 public:
  /// `argv[0]` is an absolute path or a name on the system PATH. Fails when it cannot be executed.
  static Result<Conversation> start(
      const std::vector<std::string>& argv,
      const std::vector<std::string>& environment = system_environment());

  /// Sends `line` (its end is added) and gives the answer without its end, of at most 16 MiB. After
  /// an error the program is dead and every further question gets the same error: a late answer
  /// must not pass for the answer to the next question. `timeout`: no answer by the deadline;
  /// `failed`: it ended.
  Result<std::string> ask(std::string_view line, std::chrono::milliseconds deadline);

  /// False after the first error.
  bool alive() const { return !broken_; }
  /// CPU time of the program so far, seconds; nothing where the kernel does not tell.
  std::optional<double> cpu_seconds() const {
    return broken_ ? std::nullopt : process_.cpu_seconds();
  }

 private:
  using Time = std::chrono::steady_clock::time_point;

  Conversation(Process process, Descriptor talk, std::string name);
  Error give_up(Error error);
  Result<void> send(std::string_view text, Time until);
  Result<std::string> receive(Time until);

  Process process_;
  Descriptor talk_;
  std::string name_;     // for messages
  std::string pending_;  // bytes read beyond the last answer
  std::optional<Error> broken_;
};

}  // namespace gb10
