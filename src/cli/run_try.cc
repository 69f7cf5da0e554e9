#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/job_trial.h"
#include "cli/bench_gpu.h"
#include "cli/job_parts.h"
#include "cli/launch_plan.h"
#include "cli/machine.h"
#include "cli/run_record.h"
#include "cli/run_store.h"
#include "report/comparison.h"
#include "sampler/clock.h"

namespace gb10::run_words {

namespace {

/// One side of the trial: what its runs find in their environment.
struct TrySide {
  PreparedLaunch launch;
  ProgramVariables environment;
};

struct Tried {
  std::string fix;  // "torch.inductor-big-gpu"
  LaunchPlan plan;  // with it
};

/// Whether something of a plan is done for `fix`.
bool does(const LaunchPlan& plan, const std::string& fix) {
  const LaunchPlan rest = without_fix(plan, fix);
  return rest.hooks.size() < plan.hooks.size() || rest.variables.size() < plan.variables.size();
}

/// The plan with the fix that is called `name`. Error unsupported where that changes nothing here.
Result<Tried> plan_with(const Arguments& arguments, const std::string& name,
                        const std::vector<std::string>& command, const Io& io) {
  LaunchPlan plan = TRY(launch_plan_of(arguments, command, io, *this_host(io)));
  Tried out{{}, std::move(plan)};
  const auto is_named = [&](const std::string& fix) {
    return fix == name || fix.ends_with("." + name);
  };
  for (const LaunchHook& hook : out.plan.hooks) {
    if (is_named(hook.fix)) out.fix = hook.fix;
  }
  for (const LaunchVariable& variable : out.plan.variables) {
    if (is_named(variable.fix)) out.fix = variable.fix;
  }
  if (!out.fix.empty() && does(out.plan, out.fix)) return out;
  std::string why = "it is not about this machine, or not about this environment";
  for (const LeftAlone& left : out.plan.left) {
    if (is_named(left.fix)) why = left.reason;
  }
  return Error{Error::Kind::unsupported,
               fmt::format("{} would change nothing here: {}", printable(name, 60), why),
               "gb10 show " + printable(name, 60) + " says what it rests on"};
}

/// Whether the fix that is tried may; its speed is judged here, and nothing else.
bool may_change_results(const Tried& what) {
  const auto may = [&](const auto& each) {
    return each.fix == what.fix && each.may_change_results;
  };
  return std::any_of(what.plan.variables.begin(), what.plan.variables.end(), may) ||
         std::any_of(what.plan.hooks.begin(), what.plan.hooks.end(), may);
}

/// What the two sides differ in: "hook.inductor-big-gpu" -> off, on.
std::map<std::string, std::pair<std::string, std::string>> settings_of(const Tried& what) {
  std::map<std::string, std::pair<std::string, std::string>> out;
  for (const LaunchHook& hook : what.plan.hooks) {
    if (hook.fix == what.fix) out["hook." + hook.name] = {"off", "on"};
  }
  for (const LaunchVariable& variable : what.plan.variables) {
    if (variable.fix == what.fix) out["variable." + variable.name] = {"not set", variable.value};
  }
  return out;
}

/// All that acts. The runner reads the environment of `io` at each start.
struct Trying {
  TrySide& without;
  TrySide& with;
  Io& io;
  JobRunner& runner;
  JobTrial& trial;
  std::string name;
  double begun = 0;  // in boot_seconds()
};

Result<JobBlock> one_run(Trying& trying, JobSide side) {
  TrySide& which = side == JobSide::with ? trying.with : trying.without;
  trying.io.environment = which.environment;
  if (trying.runner.is_interrupted()) return Error{Error::Kind::cancelled, "interrupted", ""};
  JobBlock block = TRY(trying.runner.run([] {}));
  block.side = side;
  return block;
}

/// Before anything is judged: both sides once, which also fills what is kept of compiled code, and
/// that the fix took effect.
Result<void> warm_up(Trying& trying) {
  for (const JobSide side : {JobSide::without, JobSide::with}) {
    const bool is_with = side == JobSide::with;
    const JobBlock block = TRY(one_run(trying, side));
    trying.io.say(fmt::format("gb10: warm-up {} {}: {}\n", is_with ? "with" : "without",
                              trying.name, block_text(block)));
  }
  const TrySide& with = trying.with;
  const ReadBack found = with.launch.read_back();
  for (const LaunchMismatch& each : mismatches(with.launch.plan, found))
    return Error{Error::Kind::failed,
                 fmt::format("{} did not take effect: {}", trying.name, each.text),
                 "nothing is judged of what does nothing"};
  for (const auto& [hook, state] : hook_states(with.launch.plan, found)) {
    if (trying.trial.settings.contains("hook." + hook) && !state.starts_with("done"))
      return Error{Error::Kind::failed,
                   fmt::format("{} did not take effect: {}", trying.name, state),
                   "the command does not use what it changes"};
  }
  return {};
}

Result<void> take_turns(Trying& trying, int blocks) {
  TRY(warm_up(trying));
  trying.begun = boot_seconds();
  trying.trial.begun = wall_nanoseconds();
  const std::vector<JobSide> turns = job_turns(blocks);
  for (const JobSide side : turns) {
    JobBlock block = TRY(one_run(trying, side));
    block.at = boot_seconds() - trying.begun;
    const std::size_t number = trying.trial.blocks.size() + 1;
    trying.io.say(fmt::format("gb10: {} of {}, {} {}: {}\n", number, turns.size(),
                              side == JobSide::with ? "with" : "without", trying.name,
                              block_text(block)));
    if (trying.runner.was_stopped())
      trying.trial.notes.push_back(
          fmt::format("run {} was stopped for a while, which counts as its time", number));
    trying.trial.blocks.push_back(std::move(block));
  }
  return {};
}

void add_to(JobTrial& trial, const Tried& what, const JobMeter& meter, const Arguments& arguments,
            const Io& io) {
  trial.version = GB10_VERSION;
  trial.gpu_unknown = meter.why_not();
  RunRecord record;
  add_fingerprint(record, *this_host(io), meter.gpu());
  add_plan(record, without_fix(what.plan, what.fix), {}, kept_words(io));
  record.params["launch"] = record.params["profile"];
  record.params.erase("profile");  // here it is what the sides differ in
  trial.params = std::move(record.params);
  add_patterns(trial, arguments);
  if (may_change_results(what)) trial.notes.push_back(what.fix + " may change results");
}

std::string advice(CompareVerdict verdict, const Tried& what) {
  if (verdict == CompareVerdict::faster)
    return fmt::format("keep it: gb10 run --profile {} --with {} -- COMMAND{}", what.plan.profile,
                       what.fix, may_change_results(what) ? "; it may change results" : "");
  return fmt::format("leave it out: {}", verdict == CompareVerdict::cannot_tell
                                             ? "it is not known to be faster"
                                             : "it is not faster beyond noise");
}

Result<int> told(const JobTrial& trial, const Tried& what, const Arguments& arguments,
                 const Io& io) {
  const JobVerdict verdict = TRY(job_verdict(trial));
  const CompareVerdict gain = verdict.comparison.verdict;
  if (arguments.has("--json")) {
    Json json = to_json(verdict);
    io.print(to_text(json.set("advice", advice(gain, what)), 2) + "\n");
  } else {
    const Dress dress{io.color, io.width, false};
    io.print(text(verdict.comparison, dress) + price_rows(verdict, dress) +
             joined(wrapped(advice(gain, what), io.width), "\n") + "\n");
  }
  keep_sides(job_records(trial), io);
  return gain == CompareVerdict::faster ? int{kFine} : int{kAnswerIsNo};
}

Result<TrySide> side_of(LaunchPlan plan, const Io& io) {
  PreparedLaunch launch = TRY(prepared(std::move(plan), io));
  ProgramVariables environment = launch.environment(io.environment);
  return TrySide{std::move(launch), std::move(environment)};
}

void say_begin(const Tried& what, const JobAsked& asked, const Io& io) {
  io.say(
      fmt::format("gb10: the command is run {} times: once without and once with {}, which does "
                  "not count, then {} times in turns A B B A, A without and B with it\n",
                  2 * asked.blocks + 2, what.fix, 2 * asked.blocks));
}

Result<void> check_tried(const Arguments& arguments) {
  for (const char* const other : {kBudget, kLoadGuard, kExplain}) {
    if (arguments.has(other))
      return Error{Error::Kind::invalid, fmt::format("--try and {} do not go together", other),
                   fmt::format("leave {} out while it is tried", other)};
  }
  if (arguments.values(kTry).size() > 1)
    return Error{Error::Kind::invalid, "one fix is tried at a time", ""};
  if (arguments.values("COMMAND").empty())
    return Error{Error::Kind::invalid, "try it with which command?",
                 "gb10 run --try inductor-big-gpu -- COMMAND"};
  return {};
}

}  // namespace

Result<int> tried(const Arguments& arguments, const Io& io) {
  TRY(check_tried(arguments));
  const std::vector<std::string> command = arguments.values("COMMAND");
  const JobAsked asked = TRY(job_asked(arguments, command));
  TakenSignals signals = TRY(TakenSignals::take(Foreground::signals()));
  const Tried what = TRY(plan_with(arguments, arguments.value(kTry), command, io));
  TrySide without = TRY(side_of(without_fix(what.plan, what.fix), io));
  TrySide with = TRY(side_of(what.plan, io));
  JobTrial trial{.profile = what.fix,
                 .command = kept_words(io).words(command),
                 .params = {},
                 .settings = settings_of(what),
                 .id = run_id(wall_nanoseconds()),
                 .version = {},
                 .begun = 0,
                 .blocks = {},
                 .gpu_unknown = {},
                 .notes = {}};
  JobMeter meter;
  Io changing = io;
  JobRunner runner(asked.job, changing, signals, meter);
  say_begin(what, asked, io);
  Trying trying{without, with, changing, runner, trial, what.fix};
  const Result<void> done = take_turns(trying, asked.blocks);
  add_to(trial, what, meter, arguments, io);
  if (done.ok()) return told(trial, what, arguments, io);
  if (done.error().kind == Error::Kind::cancelled) keep_interrupted(trial, asked.blocks, io);
  return done.error();
}

}  // namespace gb10::run_words
