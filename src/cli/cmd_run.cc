#include <fmt/format.h>

#include "cli/build_run.h"
#include "cli/commands.h"
#include "cli/launch_plan.h"
#include "cli/machine.h"
#include "cli/run_parts.h"

namespace gb10 {

namespace {

using namespace run_words;

constexpr OptionSpec kOptions[] = {
    {"COMMAND", nullptr, true, "what to run, with its arguments"},
    {"--profile", "PROFILE", false,
     "train, serve or build: with the variables and hooks that this environment needs on this "
     "machine (docs/run.md)"},
    {"--explain", nullptr, false, "only say what would be set and hooked, and why"},
    {"--report", nullptr, false, "say at the end what took effect, also where all is as planned"},
    kWithOption,
    {"--try", "FIX", false,
     "run the command many times, in turns without and with a fix that is done on request only, "
     "and say whether it is faster with it"},
    {"--blocks", "N", false, "of --try: runs of each side, an even number; else 6"},
    {"--score", "PATTERN", false,
     "of --try: judge by the last number that this pattern finds in the output, more is better; "
     "else by the time of a run"},
    {"--work", "PATTERN", false, "of --try: the same for work done, judged by the second"},
    {"--budget", "SIZE", false,
     "end the command, and all that it started, when they hold more than this together"},
    {"--build", nullptr, false,
     "a build: as many compilers side by side as there is memory for, within nearly all that is "
     "available"},
    {"--load-guard", nullptr, false,
     "while the command loads a model, until it answers to HTTP on a port of this machine: drop "
     "clean page cache and compact memory where they are in the way; needs root"},
    {"--patience", "SECONDS", false, "from SIGTERM to SIGKILL, 1 to 600; else 3"},
    {"--detach", nullptr, false, "as a unit of systemd that goes on when you log out"},
    kDataOption,
};

Result<void> check_output(const Arguments& arguments) {
  for (const char* const other : {"--json", "--markdown"}) {
    const bool fits =
        arguments.has(kExplain) || (std::string_view(other) == "--json" && arguments.has(kTry));
    if (arguments.has(other) && !fits)
      return Error{Error::Kind::invalid, fmt::format("run has no {} here", other),
                   "its standard output is the command's; --explain has both, --try has --json"};
  }
  return {};
}

Result<int> explain(const Arguments& arguments, const Io& io) {
  const LaunchPlan plan =
      TRY(launch_plan_of(arguments, arguments.values("COMMAND"), io, *this_host(io)));
  io.print(explained(plan, arguments, io));
  return int{kFine};
}

Result<int> done(const Arguments& arguments, const Io& io, Started& program) {
  TRY(check_output(arguments));
  const Limits limits = TRY(limits_of(arguments));
  if (arguments.has(kExplain)) return explain(arguments, io);
  if (program.command.empty())
    return Error{Error::Kind::invalid, "run what?", "gb10 run --profile train -- COMMAND"};
  TakenSignals signals = TRY(TakenSignals::take(Foreground::signals()));
  return arguments.has(kProfile) || arguments.has("--with")
             ? launched(arguments, program, limits, signals, io)
             : ran(program, limits, signals, io);
}

int run(const Arguments& arguments, const Io& io) {
  const Result<Arguments> asked = build_arguments(arguments, io);
  if (!asked.ok()) {
    io.fail(asked.error());
    return kOwnFailure;
  }
  // What came of these is ours to say: no code of the command is passed on.
  if (arguments.has(kDetach) || arguments.has(kTry)) {
    const Result<void> fits = check_output(arguments);
    if (!fits.ok()) return io.fail(fits.error());
    const Result<int> code =
        arguments.has(kDetach) ? detached(arguments, io) : tried(arguments, io);
    return code.ok() ? *code : io.fail(code.error());
  }
  Started program{arguments.values("COMMAND"), io.environment};
  if (asked->has(kBuildOption))
    program.environment = with_build_jobs(io.environment, *this_host(io), io);
  const Result<int> code = done(*asked, io, program);
  if (code.ok()) return *code;
  io.fail(code.error());
  if (!program.has_started) return kOwnFailure;
  return code.error().kind == Error::Kind::not_found ? kNotFound : kCannotExecute;
}

}  // namespace

CommandSpec run_command() {
  return {"run",
          "a command with what its environment needs on this machine, or within a budget of memory",
          "Runs COMMAND on this terminal as if it had been started alone. With --budget it watches "
          "what it and all that it started hold together: their own memory, shared memory, swap, "
          "and on a GB10 "
          "what the driver says they hold of the GPU's. Over the budget, or when the machine runs "
          "out of memory, they get SIGTERM, and SIGKILL when they do not end; where the memory was "
          "is then told. --load-guard keeps page cache out of the way while a model loads, and "
          "refuses to begin where no large blocks of memory are left: then a reboot is needed. "
          "On a GB10 a PyTorch of 2.10 or later is given its share of the memory by its own "
          "variable. The exit code is the command's; 143 or 137 when it was ended by the budget. A "
          "budget must be "
          "available when the command starts. What it holds is looked at ten times a second near "
          "the budget, else twice: one that takes much at once goes over it for a moment. When the "
          "command ends by itself, what it left running is told and no longer watched. "
          "--profile sets the variables and lays the hooks that the command's Python environment "
          "needs (gb10 run --explain tells them), and tells at the end what did not take effect; "
          "nothing of it is left on the disk. --try runs the command many times, in turns without "
          "and with a fix: exit code 0 where it is faster beyond noise, else 1. --detach starts a "
          "unit of systemd and prints the commands for its status, its output and its end.",
          kOptions,
          run,
          nullptr,
          true};
}

}  // namespace gb10
