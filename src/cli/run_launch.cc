#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/launch_plan.h"
#include "cli/machine.h"
#include "cli/run_record.h"
#include "launch/isolation.h"
#include "sampler/clock.h"

namespace gb10::run_words {

namespace {

std::string variable(const Io& io, std::string_view name) {
  const auto found = io.environment.find(name);
  return found == io.environment.end() ? std::string() : found->second;
}

/// `io` of somebody whose variables are those that the program would get without its plan.
Io with_variables(Io io, const ProgramVariables& variables) {
  io.environment = variables;
  return io;
}

/// What is harmful, and what keeps hooks out. Whether something does.
bool warn(const LaunchPlan& plan, const Started& program, const HostView& host, const Io& io) {
  for (const std::string& warning : plan.warnings) io.say(fmt::format("gb10: {}\n", warning));
  if (!wants_folder(plan)) return false;
  const auto words = isolation(host, program.command, program.environment);
  if (words)
    io.say(
        fmt::format("gb10: {} keeps hooks and reading back out of this Python; the variables of "
                    "the plan are set all the same\n",
                    printable(*words, 80)));
  return words.has_value();
}

bool may_change_results(const LaunchPlan& plan) {
  const auto may = [](const auto& each) { return each.may_change_results; };
  return std::any_of(plan.variables.begin(), plan.variables.end(), may) ||
         std::any_of(plan.hooks.begin(), plan.hooks.end(), may);
}

std::string as_planned(const LaunchPlan& plan, const ReadBack& found) {
  if (plan.variables.empty() && plan.hooks.empty()) return "nothing is to be set or hooked here";
  const auto variables = static_cast<std::int64_t>(plan.variables.size());
  std::vector<std::string> parts;
  if (variables > 0) parts.push_back(counted(variables, "variable") + " set");
  for (const auto& [hook, state] : hook_states(plan, found)) parts.push_back(hook + " " + state);
  parts.push_back("read back in " + counted(found.processes, "Python process", "Python processes"));
  return joined(parts, "; ");
}

}  // namespace

Result<PreparedLaunch> prepared(LaunchPlan plan, const Io& io) {
  PreparedLaunch out{.plan = std::move(plan), .folder = {}};
  if (!wants_folder(out.plan)) return out;
  HookFolder folder = TRY(HookFolder::make(variable(io, "XDG_RUNTIME_DIR"), variable(io, "HOME")));
  TRY(write_hooks(out.plan, folder));
  out.folder.emplace(std::move(folder));
  return out;
}

void tell(const LaunchPlan& plan, const ReadBack& found, const std::vector<LaunchMismatch>& wrong,
          bool whole, const Io& io) {
  for (const LaunchMismatch& each : wrong) {
    if (!each.is_said || whole) io.say(fmt::format("gb10: {}\n", each.text));
  }
  if (whole && wrong.empty())
    io.say(fmt::format("gb10: as planned: {}\n", as_planned(plan, found)));
}

Result<int> launched(const Arguments& arguments, Started& program, const Limits& limits,
                     TakenSignals& signals, const Io& io) {
  // What --build has set is no less the caller's than what he has set himself.
  const Io given = with_variables(io, program.environment);
  const std::unique_ptr<Host> host = this_host(given);
  LaunchPlan plan = TRY(launch_plan_of(arguments, program.command, given, *host));
  const PreparedLaunch launch = TRY(prepared(std::move(plan), io));
  const bool is_kept_out = warn(launch.plan, program, *host, io);
  program.environment = launch.environment(std::move(program.environment));
  const std::int64_t begun = wall_nanoseconds();
  const int code = TRY(ran(program, limits, signals, io));
  const ReadBack found = launch.read_back();
  auto wrong = launch.folder ? mismatches(launch.plan, found) : std::vector<LaunchMismatch>();
  // That nothing is read back was said at the begin.
  for (LaunchMismatch& each : wrong) each.is_said |= is_kept_out && found.processes == 0;
  tell(launch.plan, found, wrong, arguments.has(kReport), io);
  // Where no hook did anything and all went as planned there is no news, and keeping takes time.
  if (!found.hooks.empty() || may_change_results(launch.plan) || !wrong.empty())
    keep_launch({launch.plan, found, wrong, program.command, begun, code}, io);
  return code;
}

}  // namespace gb10::run_words
