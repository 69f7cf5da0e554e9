#pragma once
// What the ways of gb10 run have in common.

#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "host/foreground.h"
#include "host/host.h"
#include "launch/hooks.h"

namespace gb10::run_words {

inline constexpr const char* kProfile = "--profile";
inline constexpr const char* kTry = "--try";
inline constexpr const char* kExplain = "--explain";
inline constexpr const char* kReport = "--report";
inline constexpr const char* kDetach = "--detach";
inline constexpr const char* kBudget = "--budget";
inline constexpr const char* kLoadGuard = "--load-guard";
inline constexpr const char* kPatience = "--patience";

/// Within what a command runs.
struct Limits {
  std::optional<double> budget;  // bytes
  double patience = 3;           // seconds
  bool load_guard = false;

  bool any() const { return budget || load_guard; }
};

Result<Limits> limits_of(const Arguments& arguments);

/// A command that is started on this terminal, and how far it came.
struct Started {
  std::vector<std::string> command;
  ProgramVariables environment;
  bool has_started = false;  // from the moment on at which it is tried
};

/// Runs it, under watch where there are limits, until it has ended. The exit code.
Result<int> ran(Started& program, const Limits& limits, TakenSignals& signals, const Io& io);

/// The same with what a profile sets and hooks; what did not take effect is told.
Result<int> launched(const Arguments& arguments, Started& program, const Limits& limits,
                     TakenSignals& signals, const Io& io);

/// --try: in turns without and with a fix, and which of them is better.
Result<int> tried(const Arguments& arguments, const Io& io);

/// --detach: as a unit of systemd.
Result<int> detached(const Arguments& arguments, const Io& io);

}  // namespace gb10::run_words
