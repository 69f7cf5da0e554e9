#include <thread>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "cli/tune_control.h"
#include "cli/tune_parts.h"
#include "host/lock.h"
#include "report/tune.h"
#include "tune/exported.h"
#include "tune/prove.h"
#include "tune/settings.h"
#include "tune/transaction.h"
#include "tune/verify.h"

namespace gb10::tune_words {

namespace {

/// "run 1, cool, is in force".
std::string runs_text(const Journal& journal) {
  std::string out;
  for (const TuneRun& run : journal.runs()) {
    if (run.state == TuneRun::State::committed)
      out += fmt::format("run {}, {}, is in force{}\n", run.number, run.profile,
                         run.persists ? "" : " until the next restart");
    if (run.state == TuneRun::State::left)
      out += fmt::format("run {}, {}, was undone but for what somebody else has changed\n",
                         run.number, run.profile);
  }
  return out.empty() ? out : "\n" + out;
}

Json runs_json(const Journal& journal) {
  Json out = Json::array();
  for (const TuneRun& run : journal.runs()) {
    const bool is_left = run.state == TuneRun::State::left;
    if (!is_left && run.state != TuneRun::State::committed) continue;
    Json one = Json::object().set("number", run.number).set("profile", run.profile);
    out.push(std::move(one.set("persists", run.persists).set("left", is_left)));
  }
  return out;
}

}  // namespace

Result<int> plan(const Arguments& arguments, const Io& io) {
  const KnobTable table = TRY(table_in_force(arguments, io));
  const Profile profile = TRY(profile_of(arguments, io, table));
  const OpenMachine machine = TRY(open_machine(arguments, io));
  const Journal journal = TRY(Journal::open(*machine.host));
  PlanOptions options = TRY(plan_options(arguments, journal, *machine.host));
  LookedControl control(machine);
  const SettingsView settings(*machine.host, control.get());
  if (wants_gpu(profile, table)) add_gpus(settings, *machine.gpu, options);
  Plan made = planned(profile, table, settings, options);
  made.options = options_of(arguments);
  const Result<void> allowed = check_allowed(made);
  // Steps and what cannot be kept say so themselves.
  if (!allowed.ok() && !made.refuses() && made.not_kept.empty())
    made.blocked = allowed.error().what;
  print(made, arguments, io);
  if (const TuneRun* const open = journal.unfinished()) return unfinished(*open);
  if (made.refuses() || !made.not_kept.empty()) return int{kUnsupported};
  if (!made.blocked.empty()) return int{kConflict};
  return made.changes() ? int{kAnswerIsNo} : int{kFine};
}

Result<int> status(const Arguments& arguments, const Io& io) {
  const KnobTable table = TRY(table_in_force(arguments, io));
  const OpenMachine machine = TRY(open_machine(arguments, io));
  const Journal journal = TRY(Journal::open(*machine.host));
  LookedControl control(machine);
  const SettingsView settings(*machine.host, control.get());
  // Of this machine the kernel tells without waking the driver up.
  const auto gpus = settings.self().live ? gpu_numbers(settings) : gpu_numbers(*machine.gpu);
  const auto statuses =
      knob_statuses(table, settings, at_present(journal.in_force(boot_id(settings)), settings),
                    gpus, arguments.has("--all"));
  if (!arguments.has("--json")) {
    io.print(text(statuses, dress_of(arguments, io)) + runs_text(journal));
  } else {
    Json all = Json::array();
    for (const KnobStatus& each : statuses) all.push(to_json(each));
    Json out = Json::object().set("schema", 1).set("knobs", std::move(all));
    io.print(to_text(out.set("runs", runs_json(journal)), 2) + "\n");
  }
  if (const TuneRun* const open = journal.unfinished()) return unfinished(*open);
  return int{kFine};
}

Result<int> verify(const Arguments& arguments, const Io& io) {
  const OpenMachine machine = TRY(open_machine(arguments, io));
  const Journal journal = TRY(Journal::open(*machine.host));
  if (const TuneRun* const open = journal.unfinished()) {
    // Not finished because it is at work is another matter; only root can tell.
    const Self& self = machine.host->self();
    if (self.live && self.effective_user == 0) TRY(FileLock::take(kLock));
    return unfinished(*open);
  }
  LookedControl control(machine);
  const SettingsView settings(*machine.host, control.get());
  const std::vector<TuneOutcome> outcomes = verified(journal, settings);
  if (outcomes.empty() && !arguments.has("--json")) {
    io.print("nothing is applied\n");
    return int{kFine};
  }
  print(outcomes, "as it was set", arguments, io);
  return code_of(outcomes) == kFine ? int{kFine} : int{kAnswerIsNo};
}

Result<int> prove(const Arguments& arguments, const Io& io) {
  constexpr int kTimes = 10;
  constexpr std::chrono::milliseconds kApart{200};
  const KnobTable table = TRY(table_in_force(arguments, io));
  const std::string name = typed(arguments, 1);
  const Knob* const knob = table.knob(name);
  std::vector<std::string> names;
  for (const Knob& each : table.knobs()) names.push_back(each.name);
  if (!knob)
    return Error{
        Error::Kind::invalid,
        name.empty() ? "which knob?" : fmt::format("no knob is called \"{}\"", printable(name, 40)),
        table.profile(name) ? fmt::format("gb10 tune prove {} -- COMMAND measures a profile", name)
                            : did_you_mean(name, names, "gb10 tune status --all lists them")};
  if (knob->cells.empty())
    return Error{Error::Kind::unsupported,
                 fmt::format("{} is {}: {}", knob->name, word(knob->advice), knob->why), ""};
  const OpenMachine machine = TRY(open_machine(arguments, io));
  const Journal journal = TRY(Journal::open(*machine.host));
  LookedControl control(machine);
  const SettingsView settings(*machine.host, control.get());
  const bool is_live = machine.host->self().live;
  const std::vector<CellProof> found =
      TRY(proofs(*knob, settings, *machine.gpu, journal, is_live ? kTimes : 1,
                 [&] { std::this_thread::sleep_for(kApart); }));
  Json all = Json::array();
  bool is_broken = false;
  for (const CellProof& each : found) {
    all.push(to_json(each));
    is_broken = is_broken || each.holds == false;
  }
  if (arguments.has("--json"))
    io.print(to_text(Json::object().set("schema", 1).set("cells", std::move(all)), 2) + "\n");
  else
    io.print(text(found, dress_of(arguments, io)));
  return is_broken ? int{kAnswerIsNo} : int{kFine};
}

Result<int> profiles(const Arguments& arguments, const Io& io) {
  const KnobTable table = TRY(table_in_force(arguments, io));
  if (!arguments.has("--json")) {
    io.print(text(table.profiles(), dress_of(arguments, io)));
    return int{kFine};
  }
  Json all = Json::array();
  for (const Profile& each : table.profiles())
    all.push(
        Json::object().set("name", each.name).set("title", each.title).set("price", each.price));
  io.print(to_text(Json::object().set("schema", 1).set("profiles", std::move(all)), 2) + "\n");
  return int{kFine};
}

Result<int> export_profile(const Arguments& arguments, const Io& io) {
  const KnobTable table = TRY(table_in_force(arguments, io));
  const Profile profile = TRY(profile_of(arguments, io, table));
  const OpenMachine machine = TRY(open_machine(arguments, io));
  // What is in force is another matter: this is the profile alone, wherever it is to go.
  PlanOptions options = TRY(plan_options(arguments, Journal(), *machine.host));
  options.any_hardware = true;
  options.setup = {};  // units of ours would ask a journal that is not there
  LookedControl control(machine);
  const SettingsView settings(*machine.host, control.get());
  if (wants_gpu(profile, table)) add_gpus(settings, *machine.gpu, options);
  const Plan made = planned(profile, table, settings, options);
  const std::string text = TRY(exported(made, arguments.value(kFormat)));
  io.print(text);
  return int{kFine};
}

}  // namespace gb10::tune_words
