#pragma once

#include <signal.h>
#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "host/descriptor.h"

namespace gb10 {

/// Signals that are read like a file instead of interrupting. They are blocked in every thread that
/// is started after it, so make it first. At the end of its life they are as they were, and those
/// that came and were not taken are gone.
class TakenSignals {
 public:
  static Result<TakenSignals> take(const std::vector<int>& which);
  TakenSignals(TakenSignals&&) = default;
  TakenSignals& operator=(TakenSignals&&) = delete;
  ~TakenSignals();

  /// Readable when a signal came.
  int descriptor() const { return file_.get(); }

  struct Came {
    int number = 0;
    /// The terminal sent it, to everybody in the foreground; else some process did, to us alone.
    bool by_terminal = false;
  };
  std::optional<Came> next();

  /// What was blocked before.
  const sigset_t& before() const { return before_; }

 private:
  explicit TakenSignals(sigset_t before) : before_(before) {}

  sigset_t before_;
  Descriptor file_;
};

/// Stops this process as Ctrl-Z does, which it does not by itself once SIGTSTP is taken. Comes back
/// when it is continued.
void stop_here();

/// Where a program reads from and writes to; -1 is where we do.
struct Redirections {
  int in = -1, out = -1, err = -1;
};

/// A program that has our terminal, streams, directory, process group and environment, as if it had
/// been started without us: the terminal's Ctrl-C and Ctrl-Z reach it by themselves, and what is
/// sent to us alone is passed on. It goes on when we die.
class Foreground {
 public:
  /// Which signals to take: all that are passed on, and the news of a child's end.
  static std::vector<int> signals();

  /// Starts `argv` and waits until it is executed. `argv[0]` is looked up on the PATH of
  /// `environment` where it has no slash. Error not_found: there is no such program; denied or
  /// failed: it cannot be executed.
  static Result<Foreground> start(
      const std::vector<std::string>& argv,
      const std::map<std::string, std::string, std::less<>>& environment,
      const TakenSignals& signals, const Redirections& redirections = {});

  pid_t id() const { return id_; }

  /// Passes on what came. A stop from the terminal's Ctrl-Z stops us, too, until we are continued.
  void pass_on(const TakenSignals::Came& came) const;

  /// The exit code once it has ended, 128 + n after signal n. Does not wait.
  std::optional<int> ended();
  /// Seconds of CPU that it used, and those of its children that it waited for; 0 before its end.
  double cpu_seconds() const { return cpu_seconds_; }

 private:
  explicit Foreground(pid_t id) : id_(id) {}

  pid_t id_ = -1;
  std::optional<int> code_;
  double cpu_seconds_ = 0;
};

}  // namespace gb10
