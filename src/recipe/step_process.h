#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "host/foreground.h"
#include "host/host.h"
#include "host/process_scan.h"

namespace gb10 {

/// A program of a step.
struct StepRun {
  std::vector<std::string> argv, environment;  // the latter as NAME=value
  std::string folder, log;                     // the log is added to
};

struct StepEnd {
  int code = 0;                // its own, or 128 + n after signal n
  std::optional<double> peak;  // bytes that it and all that it started held at once, as seen
  int signal = 0;              // what we were told meanwhile, because of which it was ended
};

/// Runs it in a process group of its own, with an empty standard input, and waits. A signal to us
/// (of `signals`) ends the whole group: SIGTERM, and SIGKILL ten seconds later. `tick` is called
/// some times a second with the seconds so far and the memory held now.
Result<StepEnd> run_step(
    const StepRun& run, TakenSignals& signals,
    const std::function<void(double seconds, std::optional<double> peak)>& tick);

/// The signals that end a step, and Ctrl-Z.
std::vector<int> step_signals();

/// The variable by which a program of a step is told from others; its value is the work folder.
inline constexpr const char* kStepVariable = "GB10_BUILD_FOLDER";

/// Ends the programs that a build in `folder` left behind when it was killed. How many there were.
Result<int> end_leftovers(const HostView& host, const std::string& folder);

}  // namespace gb10
