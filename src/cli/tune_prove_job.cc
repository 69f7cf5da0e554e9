#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/job_trial.h"
#include "cli/bench_gpu.h"
#include "cli/job_parts.h"
#include "cli/profile_switch.h"
#include "cli/run_store.h"
#include "report/comparison.h"
#include "sampler/clock.h"

namespace gb10::tune_words {

namespace {

Result<JobAsked> asked_of(const Arguments& arguments) {
  if (arguments.values("--").empty())
    return Error{Error::Kind::invalid, "prove it with which command?",
                 "gb10 tune prove cool -- COMMAND"};
  return job_asked(arguments, arguments.values("--"));
}

Result<Profile> profile_to_prove(const Arguments& arguments, const Io& io, const KnobTable& table) {
  const std::string name = typed(arguments, 1);
  if (table.knob(name) && !table.profile(name))
    return Error{Error::Kind::invalid, fmt::format("{} is a knob, no profile", name),
                 fmt::format("gb10 tune prove {} shows what can be shown of it", name)};
  return profile_of(arguments, io, table);
}

void say_begin(const ProfileSwitch& profile, const JobAsked& asked, const Io& io) {
  for (const auto& [cell, values] : profile.settings())
    io.say(fmt::format("gb10: {} changes {}: {} -> {}\n", profile.plan().profile,
                       printable(cell, 100), values.first, values.second));
  io.say(fmt::format("gb10: what is said of its price: {}\n", profile.plan().price));
  const auto sudo = io.environment.find("SUDO_USER");
  if (sudo != io.environment.end() && sudo->second != "root" && asked.job.command[0] != "sudo")
    io.say(fmt::format("gb10: the command runs as root; -- sudo -u {} COMMAND runs it as {}\n",
                       printable(sudo->second, 60), printable(sudo->second, 60)));
  if (!profile.plan().foreign.empty()) io.say(fmt::format("gb10: {}\n", profile.plan().foreign));
  io.say(
      fmt::format("gb10: {} runs in turns A B B A, A without {} and B with it; before them one "
                  "that does not count\n",
                  2 * asked.blocks, profile.plan().profile));
}

/// All that acts: the profile, the job, who measures it.
struct Acting {
  ProfileSwitch& profile;
  JobRunner& runner;
  JobTrial& trial;
  const Io& io;
  double begun = 0;  // in boot_seconds()
  /// Taking the profile off while a job still ran that did not end.
  Result<void> early = {};
};

Result<void> take_off_early(Acting& acting) {
  if (!acting.profile.is_on()) return {};
  // First this: saying it may wait for a reader.
  const Result<void> off = acting.profile.off();
  acting.io.say(fmt::format("gb10: the command still runs; {} is taken off without waiting\n",
                            acting.trial.profile));
  return off;
}

/// One run, with what is to be in force.
Result<void> take_turn(Acting& acting, JobSide side, std::size_t all) {
  const bool with = side == JobSide::with;
  const std::string& name = acting.trial.profile;
  if (with != acting.profile.is_on()) TRY(with ? acting.profile.on() : acting.profile.off());
  if (acting.runner.is_interrupted()) return Error{Error::Kind::cancelled, "interrupted", ""};
  const std::size_t number = acting.trial.blocks.size() + 1;
  // A job that does not end when it is told to must not keep the profile on.
  JobBlock block = TRY(acting.runner.run([&] { acting.early = take_off_early(acting); }));
  if (with) TRY(acting.profile.holds());
  block.side = side;
  block.at = boot_seconds() - acting.begun;
  acting.io.say(fmt::format("gb10: {} of {}, {} {}: {}\n", number, all, with ? "with" : "without",
                            name, block_text(block)));
  if (acting.runner.was_stopped())
    acting.trial.notes.push_back(
        fmt::format("run {} was stopped for a while, which counts as its time", number));
  acting.trial.blocks.push_back(std::move(block));
  return {};
}

Result<void> take_turns(Acting& acting, int blocks) {
  acting.io.say("gb10: warm-up, without the profile\n");
  const JobBlock warm = TRY(acting.runner.run([] {}));
  acting.io.say(fmt::format("gb10: warm-up: {}\n", block_text(warm)));
  acting.begun = boot_seconds();
  acting.trial.begun = wall_nanoseconds();
  const std::vector<JobSide> turns = job_turns(blocks);
  for (const JobSide side : turns) TRY(take_turn(acting, side, turns.size()));
  return {};
}

void add_to(JobTrial& trial, const ProfileSwitch& profile, const JobMeter& meter,
            const Arguments& arguments) {
  trial.version = GB10_VERSION;
  trial.gpu_unknown = meter.why_not();
  RunRecord fingerprint;
  add_fingerprint(fingerprint, profile.host(), meter.gpu());
  trial.params = std::move(fingerprint.params);
  add_patterns(trial, arguments);
  for (const PlanStep& step : profile.plan().steps) {
    if (step.state == PlanStep::State::skipped)
      trial.notes.push_back(fmt::format("{} was left out: {}", step.knob, step.note));
  }
  for (const std::string& warning : profile.plan().warnings) trial.notes.push_back(warning);
  if (profile.asks_gpu())
    trial.notes.push_back(
        "gb10 keeps the driver loaded while it measures: what persistence gains does not show");
}

void tell_verdict(const JobVerdict& verdict, const std::string& found, const Arguments& arguments,
                  const Io& io) {
  if (arguments.has("--json")) {
    Json json = to_json(verdict);
    io.print(to_text(json.set("as_found", found), 2) + "\n");
    return;
  }
  const Dress dress{io.color, io.width, false};
  io.print(text(verdict.comparison, dress) + price_rows(verdict, dress) +
           joined(wrapped(found, io.width), "\n") + "\n");
}

/// What became of the profile at the end, which counts more than what became of the trial.
Result<std::string> put_back(const Acting& acting) {
  const bool was_on = acting.profile.is_on();
  TRY(acting.profile.off());
  if (!was_on && !acting.early.ok()) return acting.early.error();
  return acting.profile.as_found();
}

int exit_of(CompareVerdict gain) {
  return gain == CompareVerdict::faster || gain == CompareVerdict::equivalent ? int{kFine}
                                                                              : int{kAnswerIsNo};
}

Result<int> told(JobTrial& trial, const std::string& found, const Arguments& arguments,
                 const Io& io) {
  const JobVerdict verdict = TRY(job_verdict(trial));
  tell_verdict(verdict, found, arguments, io);
  keep_sides(job_records(trial), io);
  return exit_of(verdict.comparison.verdict);
}

}  // namespace

Result<int> prove_job(const Arguments& arguments, const Io& io) {
  const JobAsked asked = TRY(asked_of(arguments));
  KnobTable table = TRY(table_in_force(arguments, io));
  Profile asked_for = TRY(profile_to_prove(arguments, io, table));
  if (this_host(io)->self().effective_user != 0)
    return Error{Error::Kind::denied, "settings of the machine are root's to change",
                 fmt::format("sudo gb10 tune prove {} -- COMMAND; gb10 tune plan {} says what it "
                             "would change",
                             typed(arguments, 1), typed(arguments, 1))};
  // Before any thread is started, so that no signal ends us while the profile is on.
  TakenSignals signals = TRY(TakenSignals::take(Foreground::signals()));
  ProfileSwitch profile =
      TRY(ProfileSwitch::open(std::move(table), std::move(asked_for), arguments, io));
  JobTrial trial{.profile = profile.plan().profile,
                 .command = kept_words(io).words(asked.job.command),
                 .params = {},
                 .settings = profile.settings(),
                 .id = run_id(wall_nanoseconds()),
                 .version = {},
                 .begun = 0,
                 .blocks = {},
                 .gpu_unknown = {},
                 .notes = {}};
  JobMeter meter;
  JobRunner runner(asked.job, io, signals, meter);
  say_begin(profile, asked, io);
  Acting acting{profile, runner, trial, io};
  const Result<void> done = take_turns(acting, asked.blocks);
  const Result<std::string> found = put_back(acting);
  if (!done.ok() && !found.ok()) io.fail(done.error());
  if (!found.ok()) return found.error();
  add_to(trial, profile, meter, arguments);
  if (done.ok()) return told(trial, *found, arguments, io);
  io.say(fmt::format("gb10: {}\n", *found));
  if (done.error().kind == Error::Kind::cancelled) keep_interrupted(trial, asked.blocks, io);
  return done.error();
}

}  // namespace gb10::tune_words
