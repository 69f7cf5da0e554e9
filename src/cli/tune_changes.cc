#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/tune_parts.h"
#include "gpu/helper_gpu.h"
#include "host/lock.h"
#include "host/script_host.h"
#include "host/uninterrupted.h"
#include "report/tune.h"
#include "tune/boot_units.h"
#include "tune/cells.h"
#include "tune/dry_host.h"
#include "tune/enforce.h"
#include "tune/restore.h"
#include "tune/settings.h"
#include "tune/transaction.h"

namespace gb10::tune_words {

namespace {

/// Writes what would be asked of a driver as calls of its own program.
class ScriptControl : public GpuControl {
 public:
  explicit ScriptControl(ScriptHost& script) : script_(script) {}
  Result<void> lock_clocks(int gpu, ClockLock lock) override {
    return write(gpu, {"-lgc", fmt::format("{},{}", lock.lowest, lock.highest)});
  }
  Result<void> reset_clocks(int gpu) override { return write(gpu, {"-rgc"}); }
  Result<bool> is_on(int gpu, GpuSwitch which) override { return driver_.is_on(gpu, which); }
  Result<void> turn(int gpu, GpuSwitch which, bool on) override {
    return write(gpu, {which == GpuSwitch::persistence ? "-pm" : "-am", on ? "1" : "0"});
  }

 private:
  Result<void> write(int gpu, std::vector<std::string> words) {
    words.insert(words.begin(), {"nvidia-smi", "-i", std::to_string(gpu)});
    TRY(script_.run({.argv = std::move(words)}));
    return {};
  }

  ScriptHost& script_;
  HelperControl driver_;
};

Result<int> script(const Plan& made, const Io& io, const HostView& host) {
  TRY(check_allowed(made));
  std::string lines = "#!/bin/sh\n# Keeps no originals: undo knows nothing of it.\nset -eu\n";
  ScriptHost writer(host, lines);
  ScriptControl control(writer);
  Settings settings(writer, &control);
  std::vector<std::string> paths;
  for (const PlanStep& step : made.steps) {
    if (!step.has_change()) continue;
    for (const std::size_t at : cells_to_write(step))
      TRY(settings.poke(step.cells[at].path, step.cells[at].wanted));
  }
  for (const PlannedFile& file : made.files) {
    if (!file.differs()) continue;
    TRY(writer.make_directory(file.path.substr(0, file.path.rfind('/'))));
    // Nobody keeps what was there: it must not look like a file that undo takes back.
    const std::string text = fmt::format("# Written by a script of gb10 tune apply {} --script\n{}",
                                         made.profile, own_lines(file.content));
    TRY(writer.install({file.path, text, 0644}));
    paths.push_back(file.path);
  }
  TRY(tell_of_files(writer, paths));
  io.print(lines);
  return int{kFine};
}

Result<void> need_root(const HostView& host, const char* what) {
  if (host.self().effective_user == 0) return {};
  return Error{Error::Kind::denied, "settings of the machine are root's to change",
               fmt::format("sudo gb10 tune {}", what)};
}

/// "run 1, cool, is in force too", of all but one.
std::string in_force_text(const Journal& journal, int without) {
  std::string out;
  for (const TuneRun& run : journal.runs()) {
    if (run.state == TuneRun::State::committed && run.number != without)
      out += fmt::format("run {}, {}, is in force{}\n", run.number, run.profile,
                         without == 0 ? "" : " too");
  }
  return out;
}

/// "3 knobs set and read back, 1 accepted that nothing reads back".
std::string what_was_set(const TuneRun& run) {
  std::int64_t read = 0, accepted = 0;
  for (const PlanStep& step : run.steps) {
    const bool is_set = std::any_of(step.cells.begin(), step.cells.end(), [](const auto& cell) {
      return !cell.wanted.empty() && !is_by_file(cell.path);
    });
    if (cannot_be_read(step))
      ++accepted;
    else if (is_set)
      ++read;
  }
  std::string out = fmt::format("{} set and read back", counted(read, "knob"));
  if (accepted > 0) out += fmt::format(", {} accepted that nothing reads back", accepted);
  return out;
}

Json applied_json(const TuneRun& run, const Plan& made) {
  Json left_out = Json::array();
  for (const PlanStep& step : made.steps) {
    if (step.state != PlanStep::State::skipped) continue;
    Json one = Json::object().set("knob", step.knob).set("instance", step.instance);
    left_out.push(std::move(one.set("note", step.note)));
  }
  Json out = to_json(run).set("left_out", std::move(left_out));
  return out.set("warnings", Json::list(made.warnings));
}

void tell_applied(const TuneRun& run, const Plan& made, const Journal& journal,
                  const Arguments& arguments, const Io& io) {
  if (arguments.has("--json")) return io.print(to_text(applied_json(run, made), 2) + "\n");
  io.print(fmt::format("{} applied as run {}: {}, {} written\n", made.profile, run.number,
                       what_was_set(run),
                       counted(static_cast<std::int64_t>(run.files.size()), "file")));
  if (!made.foreign.empty()) io.print(fmt::format("  ! {}\n", made.foreign));
  for (const std::string& warning : made.warnings) io.print(fmt::format("  ! {}\n", warning));
  for (const PlanStep& step : made.steps) {
    if (step.state == PlanStep::State::skipped)
      io.print(fmt::format("  - {}{}{} was left out: {}\n", step.knob,
                           step.instance.empty() ? "" : " ", step.instance,
                           printable(step.note, 200)));
  }
  io.print(in_force_text(journal, run.number));
  io.print("back to the byte: sudo gb10 tune undo\n");
}

/// What is to be taken back, the newest first: what earlier undos left, and one run, or all.
Result<std::vector<TuneRun>> to_undo(const Arguments& arguments, const Journal& journal) {
  const std::string to = arguments.value("--to");
  if (!to.empty() && to != "baseline")
    return Error{Error::Kind::invalid, fmt::format("--to knows no \"{}\"", printable(to, 40)),
                 "--to baseline"};
  std::vector<TuneRun> out;
  bool has_one = false;
  for (auto run = journal.runs().rbegin(); run != journal.runs().rend(); ++run) {
    const bool is_committed = run->state == TuneRun::State::committed;
    if (run->state != TuneRun::State::left && (!is_committed || (has_one && to.empty()))) continue;
    out.push_back(*run);
    has_one = has_one || is_committed;
  }
  return out;
}

/// What somebody else has changed is theirs from now on.
Result<void> forget(Journal& journal, Host& host) {
  for (TuneRun run : std::vector<TuneRun>(journal.runs())) {
    if (run.state != TuneRun::State::left) continue;
    run.state = TuneRun::State::undone;
    TRY(journal.write(host, run));
  }
  return {};
}

/// Cells that are not as gb10 first found them, although every run was taken back: somebody else's
/// doing in between.
void add_baseline(const Journal& journal, const HostView& host, std::vector<TuneOutcome>& into) {
  for (const auto& [path, first] : journal.baseline()) {
    const auto text = host.read(path);
    if (!text.ok() || says(*text, first)) continue;
    into.push_back({path, TuneOutcome::State::skipped,
                    fmt::format("is {}, and was {} before gb10 ever set it",
                                printable(trimmed(*text), 80), first)});
  }
}

/// What undo would do, by the same steps on a machine that only remembers them.
Result<int> undo_dry(const Arguments& arguments, const Io& io, const HostView& host) {
  const Journal journal = TRY(Journal::open(host));
  if (const TuneRun* const open = journal.unfinished()) return unfinished(*open);
  const std::vector<TuneRun> runs = TRY(to_undo(arguments, journal));
  DryHost dry(host, runs);
  HelperControl driver;
  DryControl control(driver);
  Settings settings(dry, &control);
  std::vector<TuneOutcome> all;
  for (const TuneRun& run : runs) {
    if (!arguments.has("--json"))
      io.print(fmt::format("run {}, {}, would be taken back:\n", run.number, run.profile));
    std::vector<TuneOutcome> outcomes = restored(run, settings);
    if (!arguments.has("--json")) print(outcomes, "to what it was", arguments, io);
    all.insert(all.end(), outcomes.begin(), outcomes.end());
  }
  if (arguments.has("--json"))
    print(all, "", arguments, io);
  else if (runs.empty())
    io.print("nothing is applied\n");
  return runs.empty() ? int{kFine} : int{kAnswerIsNo};
}

/// Waits until the driver answers: at boot its device may come late. What it will never do is an
/// Error at once.
Result<void> wait_for_driver(std::chrono::seconds wait) {
  const auto end = std::chrono::steady_clock::now() + wait;
  while (true) {
    HelperControl control;
    const auto answer = control.is_on(0, GpuSwitch::persistence);
    if (answer.ok() || answer.error().kind == Error::Kind::unsupported) return {};
    if (std::chrono::steady_clock::now() >= end)
      return Error{answer.error().kind, fmt::format("the driver does not answer within {} s: {}",
                                                    wait.count(), answer.error().what)};
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

/// Whether a run in force asks something of a GPU.
bool asks_gpu(const Journal& journal) {
  const std::vector<TuneRun>& runs = journal.runs();
  return std::any_of(runs.begin(), runs.end(), [](const TuneRun& run) {
    return run.state == TuneRun::State::committed &&
           std::any_of(run.steps.begin(), run.steps.end(), [](const PlanStep& step) {
             return !step.cells.empty() && is_gpu_cell(step.cells.front().path);
           });
  });
}

}  // namespace

Result<int> apply_profile(const Arguments& arguments, const Io& io) {
  const KnobTable table = TRY(table_in_force(arguments, io));
  const Profile profile = TRY(profile_of(arguments, io, table));
  const std::unique_ptr<Host> host = this_host(io);
  const bool only_prints = arguments.has("--script") || host->self().effective_user != 0;
  std::optional<FileLock> lock;
  if (!only_prints) {
    FileLock taken = TRY(FileLock::take(kLock));
    lock = std::move(taken);
  }
  Journal journal = TRY(Journal::open(*host));
  PlanOptions options = TRY(plan_options(arguments, journal, *host));
  HelperControl control;
  Settings settings(*host, &control);
  if (wants_gpu(profile, table)) add_gpus(*host, HelperGpu(), options);
  const Plan made = planned(profile, table, settings, options);
  if (arguments.has("--script")) return script(made, io, *host);
  if (!made.changes() && !made.refuses()) {
    print(made, arguments, io);
    if (!arguments.has("--json")) io.print(in_force_text(journal, 0));
    return int{kFine};
  }
  const Uninterrupted whole;
  const TuneRun run = TRY(apply(made, GB10_VERSION, settings, journal));
  tell_applied(run, made, journal, arguments, io);
  return int{kFine};
}

Result<int> undo_runs(const Arguments& arguments, const Io& io) {
  const std::unique_ptr<Host> host = this_host(io);
  if (arguments.has(kDryRun)) return undo_dry(arguments, io, *host);
  TRY(need_root(*host, "undo"));
  const FileLock lock = TRY(FileLock::take(kLock));
  Journal journal = TRY(Journal::open(*host));
  if (const TuneRun* const open = journal.unfinished()) return unfinished(*open);
  const std::vector<TuneRun> runs = TRY(to_undo(arguments, journal));
  if (runs.empty()) {
    // A run that was killed before it was one may have left a half of its file.
    Settings settings(*host);
    remove_leftovers(settings, TuneRun(), journal);
    std::vector<TuneOutcome> differs;
    if (arguments.has("--to")) add_baseline(journal, settings, differs);
    if (arguments.has("--json") || !differs.empty()) print(differs, "", arguments, io);
    if (!arguments.has("--json")) io.print("nothing is applied\n");
    return int{kFine};
  }
  HelperControl control;
  Settings settings(*host, &control);
  const Uninterrupted whole;
  std::vector<TuneOutcome> all;
  for (const TuneRun& run : runs) {
    std::vector<TuneOutcome> outcomes = TRY(undo(run, settings, journal));
    all.insert(all.end(), outcomes.begin(), outcomes.end());
    // Somebody else's change stands in the way of itself alone.
    if (code_of(outcomes) == kFailure) break;
  }
  if (arguments.has("--to")) add_baseline(journal, settings, all);
  const int code = code_of(all);
  if (code == kConflict && arguments.has(kForget)) TRY(forget(journal, settings));
  print(all, "taken back", arguments, io);
  if (!arguments.has("--json")) {
    io.print(in_force_text(journal, 0));
    if (code == kConflict && !arguments.has(kForget))
      io.print(
          "what somebody else has changed stays theirs: set it back and undo again, or gb10 tune "
          "undo --forget\n");
  }
  return code;
}

Result<int> recover(const Arguments& arguments, const Io& io) {
  const std::unique_ptr<Host> host = this_host(io);
  TRY(need_root(*host, "recover"));
  const FileLock lock = TRY(FileLock::take(kLock));
  Journal journal = TRY(Journal::open(*host));
  const TuneRun* const open = journal.unfinished();
  if (!open) {
    // It was killed before there was a run.
    Settings settings(*host);
    remove_leftovers(settings, TuneRun(), journal);
  }
  if (!open) {
    if (arguments.has("--json"))
      print(std::vector<TuneOutcome>(), "", arguments, io);
    else
      io.print("nothing is unfinished\n");
    return int{kFine};
  }
  HelperControl control;
  Settings settings(*host, &control);
  const Uninterrupted whole;
  const std::vector<TuneOutcome> outcomes = TRY(undo(*open, settings, journal));
  print(outcomes, "taken back", arguments, io);
  return code_of(outcomes);
}

Result<int> reapply(const Arguments& arguments, const Io& io) {
  constexpr std::int64_t kLongest = 600;
  const std::string only = arguments.value("--only"), wait = arguments.value("--wait");
  if (!only.empty() && only != "gpu")
    return Error{Error::Kind::invalid, fmt::format("--only knows no \"{}\"", printable(only, 40)),
                 "--only gpu"};
  const auto seconds = wait.empty() ? std::optional<std::int64_t>(0) : whole_number(wait);
  if (!seconds || *seconds < 0 || *seconds > kLongest)
    return Error{Error::Kind::invalid, fmt::format("--wait takes 0 to {} seconds", kLongest), ""};
  const std::unique_ptr<Host> host = this_host(io);
  TRY(need_root(*host, "reapply"));
  // The lock is for those who write; waiting keeps nobody from it.
  const Journal before = TRY(Journal::open(*host));
  if (*seconds > 0 && asks_gpu(before)) TRY(wait_for_driver(std::chrono::seconds(*seconds)));
  const FileLock lock = TRY(FileLock::take(kLock));
  Journal journal = TRY(Journal::open(*host));
  HelperControl control;
  Settings settings(*host, &control);
  const Uninterrupted whole;
  const std::int64_t asked = TRY(reapplied_gpu(journal, settings));
  if (arguments.has("--json")) {
    io.print(to_text(Json::object().set("schema", 1).set("asked", asked), 2) + "\n");
    return int{kFine};
  }
  io.print(asked == 0 ? "nothing was asked of a GPU\n"
                      : fmt::format("{} asked for again, and accepted\n", counted(asked, "cell")));
  return int{kFine};
}

Result<int> enforce(const Arguments& arguments, const Io& io) {
  const std::unique_ptr<Host> host = this_host(io);
  TRY(need_root(*host, "verify --enforce"));
  const FileLock lock = TRY(FileLock::take(kLock));
  const Journal journal = TRY(Journal::open(*host));
  if (const TuneRun* const open = journal.unfinished()) return unfinished(*open);
  HelperControl control;
  Settings settings(*host, &control);
  const std::vector<TuneOutcome> outcomes = TRY(enforced(journal, settings));
  print(outcomes, "as it was set", arguments, io);
  return code_of(outcomes) == kFine ? int{kFine} : int{kAnswerIsNo};
}

}  // namespace gb10::tune_words
