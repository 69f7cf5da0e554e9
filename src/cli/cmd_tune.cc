#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/machine.h"
#include "gpu/helper_gpu.h"
#include "host/lock.h"
#include "host/script_host.h"
#include "report/tune.h"
#include "tune/gpu_gate.h"
#include "tune/hands.h"
#include "tune/plan.h"
#include "tune/prove.h"
#include "tune/transaction.h"
#include "tune/verify.h"

namespace gb10 {

namespace {

constexpr const char* kLock = "/run/gb10/tune.lock";
constexpr const char* kAnyHardware = "--any-hardware";

constexpr OptionSpec kOptions[] = {
    {"WHAT", nullptr, true,
     "status: every knob as it is; profiles: what there is to apply; plan PROFILE: what it would "
     "change; apply PROFILE; verify: is it still so; prove KNOB: what can be shown of it; reapply: "
     "the GPU's, after its driver was loaded anew; undo: what was last applied; recover: after a "
     "crash"},
    {"--no-persist", nullptr, false, "apply: until the next restart only"},
    {"--script", nullptr, false, "apply: print the equivalent shell, change nothing"},
    {kAnyHardware, nullptr, false, "plan, apply: also on a machine that is no GB10"},
    {"--to", "WHERE", false, "undo: baseline takes back every run, not only the last"},
    {"--all", nullptr, false, "status: also knobs that are refused, with the reason"},
    kRootOption,
    kDataOption,
};

std::vector<std::string> what_names() {
  return {"status", "profiles", "plan", "apply", "verify", "prove", "reapply", "undo", "recover"};
}

/// "apply" and "cool" of "apply cool"; empty where nothing was typed.
std::string typed(const Arguments& arguments, std::size_t at) {
  const std::vector<std::string> all = arguments.values("WHAT");
  return at < all.size() ? all[at] : std::string();
}

Dress dress_of(const Arguments& arguments, const Io& io) {
  return {io.color, io.width, arguments.has("--all")};
}

Result<KnobTable> table_in_force(const Arguments& arguments, const Io& io) {
  const std::unique_ptr<Host> host = this_host(io);
  const auto directories = arguments.values("--data");
  const std::vector<DataFile> knobs = TRY(data_files(*host, "knobs", directories));
  const std::vector<DataFile> profiles = TRY(data_files(*host, "profiles", directories));
  return KnobTable::open(knobs, profiles);
}

Result<const Profile*> profile_of(const Arguments& arguments, const KnobTable& table) {
  const std::string name = typed(arguments, 1);
  const Profile* const found = table.profile(name);
  if (found) return found;
  std::vector<std::string> names;
  for (const Profile& profile : table.profiles()) names.push_back(profile.name);
  return Error{Error::Kind::invalid,
               name.empty() ? "which profile?"
                            : fmt::format("no profile is called \"{}\"", printable(name, 40)),
               did_you_mean(name, names, "profiles: " + joined(names, ", "))};
}

void add_gpus(const GpuView& gpu, PlanOptions& options) {
  const auto list = gpu.list();
  if (!list.ok()) options.gpus_unknown = list.error().what;
  for (const GpuInfo& each : list.value_or(std::vector<GpuInfo>())) {
    options.gpus.push_back(std::to_string(each.index));
    if (options.gpu_refused.empty()) options.gpu_refused = stuck_clock(gpu, each.index);
  }
  if (options.gpus.empty() && options.gpus_unknown.empty())
    options.gpus_unknown = "there is no GPU here";
}

PlanOptions plan_options(const Arguments& arguments, const Journal& journal, const HostView& host) {
  PlanOptions out;
  out.persists = !arguments.has("--no-persist");
  out.any_hardware = arguments.has(kAnyHardware);
  out.in_force = journal.in_force(boot_id(host));
  return out;
}

void print(const Plan& plan, const Arguments& arguments, const Io& io) {
  if (arguments.has("--json"))
    io.print(to_text(to_json(plan), 2) + "\n");
  else
    io.print(text(plan, dress_of(arguments, io)));
}

void print(const std::vector<TuneOutcome>& outcomes, const char* done, const Arguments& arguments,
           const Io& io) {
  if (!arguments.has("--json")) return io.print(text(outcomes, done, dress_of(arguments, io)));
  Json all = Json::array();
  for (const TuneOutcome& each : outcomes) all.push(to_json(each));
  io.print(to_text(Json::object().set("schema", 1).set("outcomes", std::move(all)), 2) + "\n");
}

Result<int> plan(const Arguments& arguments, const Io& io) {
  const KnobTable table = TRY(table_in_force(arguments, io));
  const Profile* const profile = TRY(profile_of(arguments, table));
  const OpenMachine machine = TRY(open_machine(arguments, io));
  const Journal journal = TRY(Journal::open(*machine.host));
  PlanOptions options = plan_options(arguments, journal, *machine.host);
  if (wants_gpu(*profile, table)) add_gpus(*machine.gpu, options);
  const Plan made = planned(*profile, table, *machine.host, options);
  print(made, arguments, io);
  if (made.refuses()) return int{kUnsupported};
  return made.changes() ? int{kAnswerIsNo} : int{kFine};
}

Command nvidia_smi(const std::string& gpu, const std::string& clocks) {
  Command out;
  out.argv = {"nvidia-smi", "-i", gpu, "-lgc", replaced(clocks, " ", ",")};
  return out;
}

Result<int> script(const Plan& made, const Io& io, const HostView& host) {
  TRY(check_allowed(made));
  std::string lines = "#!/bin/sh\nset -eu\n";
  ScriptHost writer(host, lines);
  for (const PlanStep& step : made.steps) {
    for (const CellChange& cell : step.cells) {
      const bool differs = step.has_change() && !cell.wanted.empty() && cell.wanted != cell.before;
      if (differs && is_gpu_cell(cell.path))
        TRY(writer.run(nvidia_smi(step.instance, cell.wanted)));
      else if (differs)
        TRY(writer.poke(cell.path, cell.wanted));
    }
  }
  for (const PlannedFile& file : made.files) {
    if (!file.differs()) continue;
    TRY(writer.make_directory(file.path.substr(0, file.path.rfind('/'))));
    TRY(writer.install({file.path, file.content, 0644}));
  }
  io.print(lines);
  return int{kFine};
}

Result<int> apply_profile(const Arguments& arguments, const Io& io) {
  const KnobTable table = TRY(table_in_force(arguments, io));
  const Profile* const profile = TRY(profile_of(arguments, table));
  const std::unique_ptr<Host> host = this_host(io);
  const bool only_prints = arguments.has("--script") || host->self().effective_user != 0;
  std::optional<FileLock> lock;
  if (!only_prints) {
    FileLock taken = TRY(FileLock::take(kLock));
    lock = std::move(taken);
  }
  Journal journal = TRY(Journal::open(*host));
  PlanOptions options = plan_options(arguments, journal, *host);
  if (wants_gpu(*profile, table)) add_gpus(HelperGpu(), options);
  const Plan made = planned(*profile, table, *host, options);
  if (arguments.has("--script")) return script(made, io, *host);
  if (!made.changes() && !made.refuses()) {
    print(made, arguments, io);
    return int{kFine};
  }
  HelperControl control;
  const TuneRun run = TRY(apply(made, GB10_VERSION, {*host, &control}, journal));
  if (arguments.has("--json")) {
    io.print(to_text(to_json(run), 2) + "\n");
    return int{kFine};
  }
  io.print(fmt::format("{} applied as run {}: {} set and read back, {} written\n", profile->name,
                       run.number, counted(static_cast<std::int64_t>(run.steps.size()), "knob"),
                       counted(static_cast<std::int64_t>(run.files.size()), "file")));
  for (const std::string& warning : made.warnings) io.print(fmt::format("  ! {}\n", warning));
  io.print("back to the byte: sudo gb10 tune undo\n");
  return int{kFine};
}

int code_of(const std::vector<TuneOutcome>& outcomes) {
  const auto has = [&](TuneOutcome::State state) {
    return std::any_of(outcomes.begin(), outcomes.end(),
                       [&](const TuneOutcome& each) { return each.state == state; });
  };
  if (has(TuneOutcome::State::failed)) return kFailure;
  return has(TuneOutcome::State::conflict) ? kConflict : kFine;
}

Result<void> need_root(const HostView& host, const char* what) {
  if (host.self().effective_user == 0) return {};
  return Error{Error::Kind::denied, "settings of the machine are root's to change",
               fmt::format("sudo gb10 tune {}", what)};
}

/// What is to be taken back, the newest first.
Result<std::vector<TuneRun>> to_undo(const Arguments& arguments, const Journal& journal) {
  const std::string to = arguments.value("--to");
  if (!to.empty() && to != "baseline")
    return Error{Error::Kind::invalid, fmt::format("--to knows no \"{}\"", printable(to, 40)),
                 "--to baseline"};
  std::vector<TuneRun> out;
  for (auto run = journal.runs().rbegin(); run != journal.runs().rend(); ++run) {
    if (run->state != TuneRun::State::committed) continue;
    out.push_back(*run);
    if (to.empty()) break;
  }
  return out;
}

Result<int> undo_runs(const Arguments& arguments, const Io& io) {
  const std::unique_ptr<Host> host = this_host(io);
  TRY(need_root(*host, "undo"));
  const FileLock lock = TRY(FileLock::take(kLock));
  Journal journal = TRY(Journal::open(*host));
  if (const TuneRun* const open = journal.unfinished())
    return Error{Error::Kind::unfinished, fmt::format("run {} was not finished", open->number),
                 "sudo gb10 tune recover"};
  const std::vector<TuneRun> runs = TRY(to_undo(arguments, journal));
  if (runs.empty()) {
    io.print("nothing is applied\n");
    return int{kFine};
  }
  HelperControl control;
  std::vector<TuneOutcome> all;
  for (const TuneRun& run : runs) {
    std::vector<TuneOutcome> outcomes = TRY(undo(run, {*host, &control}, journal));
    all.insert(all.end(), outcomes.begin(), outcomes.end());
    if (code_of(outcomes) != kFine) break;
  }
  print(all, "taken back", arguments, io);
  return code_of(all);
}

Result<int> recover(const Arguments& arguments, const Io& io) {
  const std::unique_ptr<Host> host = this_host(io);
  TRY(need_root(*host, "recover"));
  const FileLock lock = TRY(FileLock::take(kLock));
  Journal journal = TRY(Journal::open(*host));
  const TuneRun* const open = journal.unfinished();
  if (!open) {
    io.print("nothing is unfinished\n");
    return int{kFine};
  }
  HelperControl control;
  const std::vector<TuneOutcome> outcomes = TRY(undo(*open, {*host, &control}, journal));
  print(outcomes, "taken back", arguments, io);
  return code_of(outcomes);
}

Result<int> verify(const Arguments& arguments, const Io& io) {
  const OpenMachine machine = TRY(open_machine(arguments, io));
  const Journal journal = TRY(Journal::open(*machine.host));
  if (const TuneRun* const open = journal.unfinished())
    return Error{Error::Kind::unfinished, fmt::format("run {} was not finished", open->number),
                 "sudo gb10 tune recover"};
  const std::vector<TuneOutcome> outcomes = verified(journal, *machine.host);
  if (outcomes.empty() && !arguments.has("--json")) {
    io.print("nothing is applied\n");
    return int{kFine};
  }
  print(outcomes, "as it was set", arguments, io);
  return code_of(outcomes) == kFine ? int{kFine} : int{kAnswerIsNo};
}

Result<int> status(const Arguments& arguments, const Io& io) {
  const KnobTable table = TRY(table_in_force(arguments, io));
  const OpenMachine machine = TRY(open_machine(arguments, io));
  const Journal journal = TRY(Journal::open(*machine.host));
  const auto statuses =
      knob_statuses(table, *machine.host, journal.in_force(boot_id(*machine.host)));
  if (!arguments.has("--json")) {
    io.print(text(statuses, dress_of(arguments, io)));
  } else {
    Json all = Json::array();
    for (const KnobStatus& each : statuses) all.push(to_json(each));
    io.print(to_text(Json::object().set("schema", 1).set("knobs", std::move(all)), 2) + "\n");
  }
  if (const TuneRun* const open = journal.unfinished())
    return Error{Error::Kind::unfinished, fmt::format("run {} was not finished", open->number),
                 "sudo gb10 tune recover"};
  return int{kFine};
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
        did_you_mean(name, names, "gb10 tune status --all lists them")};
  if (knob->cells.empty())
    return Error{Error::Kind::unsupported,
                 fmt::format("{} is {}: {}", knob->name, word(knob->advice), knob->why), ""};
  const OpenMachine machine = TRY(open_machine(arguments, io));
  const Journal journal = TRY(Journal::open(*machine.host));
  const bool is_live = machine.host->self().live;
  const auto found = proofs(*knob, *machine.host, *machine.gpu, journal, is_live ? kTimes : 1,
                            [&] { std::this_thread::sleep_for(kApart); });
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

/// Asks the driver again for what runs in force asked of it: it forgets when it is loaded anew.
Result<int> reapply(const Io& io) {
  const std::unique_ptr<Host> host = this_host(io);
  TRY(need_root(*host, "reapply"));
  const FileLock lock = TRY(FileLock::take(kLock));
  Journal journal = TRY(Journal::open(*host));
  HelperControl control;
  const std::int64_t asked = TRY(reapplied_gpu(journal, {*host, &control}));
  io.print(asked == 0 ? "nothing was asked of a GPU\n"
                      : fmt::format("{} asked for again, and accepted\n", counted(asked, "cell")));
  return int{kFine};
}

Result<int> profiles(const Arguments& arguments, const Io& io) {
  const KnobTable table = TRY(table_in_force(arguments, io));
  io.print(text(table.profiles(), dress_of(arguments, io)));
  return int{kFine};
}

Result<int> done(const Arguments& arguments, const Io& io) {
  const std::string what = typed(arguments, 0);
  const std::vector<std::string> known = what_names();
  if (std::find(known.begin(), known.end(), what) == known.end())
    return Error{
        Error::Kind::invalid,
        what.empty() ? "tune what?" : fmt::format("tune has no \"{}\"", printable(what, 40)),
        did_you_mean(what, known, "gb10 tune " + joined(known, ", "))};
  const bool takes_name = what == "plan" || what == "apply" || what == "prove";
  if (arguments.values("WHAT").size() > (takes_name ? 2U : 1U))
    return Error{Error::Kind::invalid, fmt::format("{} takes no more words", what),
                 "gb10 tune --help"};
  if (what == "status") return status(arguments, io);
  if (what == "profiles") return profiles(arguments, io);
  if (what == "plan") return plan(arguments, io);
  if (what == "verify") return verify(arguments, io);
  if (what == "prove") return prove(arguments, io);
  if (arguments.has("--root"))
    return Error{Error::Kind::invalid, "--root is for looking: status, plan, verify and prove", ""};
  if (what == "apply") return apply_profile(arguments, io);
  if (what == "undo") return undo_runs(arguments, io);
  if (what == "reapply") return reapply(io);
  return recover(arguments, io);
}

int run(const Arguments& arguments, const Io& io) {
  const Result<int> code = done(arguments, io);
  return code.ok() ? *code : io.fail(code.error());
}

}  // namespace

CommandSpec tune_command() {
  return {"tune",
          "settings: plan, apply, verify, and take back to the byte",
          "A profile is a list of knobs; plan shows what it would change and writes nothing. apply "
          "keeps every original in a journal before the first write, reads each value back, and "
          "takes all back when one fails. undo restores what gb10 set and leaves alone what "
          "somebody else has changed since. Never run on a GB10 so far. Exit codes: 1 plan has "
          "changes, verify found others; 3 refused; 5 somebody else's change; 6 another run; 7 run "
          "recover; 8 failed, and everything is as it was.",
          kOptions,
          run,
          what_names};
}

}  // namespace gb10
