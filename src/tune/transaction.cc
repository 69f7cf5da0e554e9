#include "tune/transaction.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "tune/boot_units.h"
#include "tune/cells.h"
#include "tune/persist.h"
#include "tune/restore.h"

namespace gb10 {

namespace {

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

/// What can be known before anything is written.
Result<void> check(const Plan& plan, const HostView& host, const Journal& journal) {
  if (const TuneRun* const run = journal.unfinished())
    return Error{Error::Kind::unfinished, fmt::format("run {} was not finished", run->number),
                 "sudo gb10 tune recover"};
  TRY(check_allowed(plan));
  if (!plan.not_kept.empty())
    return Error{Error::Kind::unsupported, plan.not_kept,
                 "install the package of gb10, or apply with --no-persist"};
  if (host.self().effective_user != 0)
    return Error{Error::Kind::denied, "settings of the machine are root's to change",
                 "sudo gb10 tune apply " + plan.profile};
  for (const PlannedFile& file : plan.files) {
    if (!file.unknown.empty())
      return Error{Error::Kind::conflict, file.unknown,
                   "what is there must be known before it is replaced"};
    if (!file.before || ownership(*file.before) == Ownership::ours) continue;
    return Error{Error::Kind::conflict,
                 fmt::format("{} is there and {}", file.path,
                             ownership(*file.before) == Ownership::foreign
                                 ? "not gb10's"
                                 : "was changed since gb10 wrote it"),
                 "move it away, or apply with --no-persist"};
  }
  return {};
}

/// Writes one value and reads it back. Some kernels take a value and give an error as well: what
/// counts is what is there afterwards.
Result<void> set_cell(CellChange& cell, Settings& settings) {
  const Result<void> written = settings.poke(cell.path, cell.wanted);
  if (has_no_read_back(cell.path)) return written;
  const auto now = cell_value(settings, cell.path, cell.form);
  if (!now.ok()) return written.ok() ? Result<void>(now.error()) : written;
  cell.after = *now;
  if (*now == cell.wanted) return {};
  if (!written.ok()) return written;
  return Error{Error::Kind::failed,
               fmt::format("{} was written {} and reads {}", cell.path, cell.wanted, *now)};
}

/// All cells, also those that the kernel changed with them. One after another: what comes first may
/// reset what comes later.
Result<void> set_step(PlanStep& step, Settings& settings) {
  bool is_touched = false;
  for (CellChange& cell : step.cells) {
    if (cell.wanted.empty() || is_by_file(cell.path)) continue;
    const bool may_be_reset = is_touched && !cell.reset_by.empty();
    if (cell.wanted == cell.before && !may_be_reset) continue;
    TRY(set_cell(cell, settings));
    is_touched = true;
  }
  for (CellChange& cell : step.cells) {
    if (has_no_read_back(cell.path) || is_by_file(cell.path)) continue;
    cell.after = TRY(cell_value(settings, cell.path, cell.form));
    if (cell.wanted.empty() || cell.after == cell.wanted) continue;
    return Error{Error::Kind::failed, fmt::format("{} does not stay at {}: it reads {}", cell.path,
                                                  cell.wanted, cell.after)};
  }
  return {};
}

bool any(const std::vector<TuneOutcome>& outcomes, TuneOutcome::State state) {
  return std::any_of(outcomes.begin(), outcomes.end(),
                     [&](const TuneOutcome& each) { return each.state == state; });
}

/// Takes back what a run did before it failed.
Error rolled_back(TuneRun run, const Error& why, Settings& settings, Journal& journal) {
  const std::vector<TuneOutcome> outcomes = restored(run, settings);
  std::string left;
  for (const TuneOutcome& each : outcomes) {
    const bool is_bad =
        each.state == TuneOutcome::State::failed || each.state == TuneOutcome::State::conflict;
    if (is_bad) left += fmt::format("; {}: {}", each.what, each.note);
  }
  if (!left.empty())
    return {Error::Kind::unfinished, fmt::format("{}; not all was taken back{}", why.what, left),
            "sudo gb10 tune recover"};
  run.state = TuneRun::State::undone;
  const Result<void> written = journal.write(settings, run);
  if (!written.ok())
    return {Error::Kind::unfinished,
            fmt::format("{}; all was taken back, but {}", why.what, written.error().what),
            "sudo gb10 tune recover"};
  return {Error::Kind::rolled_back, fmt::format("{}; everything is as it was", why.what), why.hint};
}

/// Nobody can be asked later whether a GPU was: the journal says so before it is.
Result<void> note_asking(TuneRun& run, PlanStep& step, Settings& settings, Journal& journal) {
  for (CellChange& cell : step.cells) cell.after = cell.wanted;
  Result<void> written = journal.write(settings, run);
  if (written.ok()) return written;
  for (CellChange& cell : step.cells) cell.after.clear();  // it will not be asked
  return written;
}

Result<void> carried_out(TuneRun& run, Settings& settings, Journal& journal) {
  for (PlanStep& step : run.steps) {
    if (cannot_be_read(step)) TRY(note_asking(run, step, settings, journal));
    TRY(set_step(step, settings));
  }
  for (const RunFile& file : run.files) {
    if (file.before == file.content) continue;
    TRY(settings.make_directory(folder_of(file.path)));
    TRY(settings.install({file.path, file.content, 0644}));
  }
  return tell_of_files(settings, paths_of(run));
}

}  // namespace

Result<void> check_allowed(const Plan& plan) {
  for (const PlanStep& step : plan.steps) {
    if (step.state == PlanStep::State::refused)
      return Error{Error::Kind::unsupported, fmt::format("{}: {}", step.knob, step.note),
                   "gb10 tune plan shows what would change; --any-hardware allows the kernel's "
                   "knobs on any machine"};
  }
  return {};
}

Result<TuneRun> apply(const Plan& plan, const std::string& version, Settings settings,
                      Journal& journal) {
  TRY(check(plan, settings, journal));
  TuneRun run = journal.next();
  run.profile = plan.profile;
  run.version = version;
  run.boot = boot_id(settings);
  run.time = settings.self().now;
  for (const PlanStep& step : plan.steps) {
    if (step.has_change()) run.steps.push_back(step);
  }
  for (const PlannedFile& file : plan.files) {
    if (file.differs()) run.files.push_back({file.path, file.content, file.before});
  }
  TRY(journal.keep_baseline(settings, run.steps));
  TRY(journal.write(settings, run));
  const Result<void> done = carried_out(run, settings, journal);
  if (!done.ok()) return rolled_back(std::move(run), done.error(), settings, journal);
  run.state = TuneRun::State::committed;
  const Result<void> written = journal.write(settings, run);
  if (!written.ok()) return rolled_back(std::move(run), written.error(), settings, journal);
  return run;
}

Result<std::vector<TuneOutcome>> undo(TuneRun run, Settings settings, Journal& journal) {
  if (settings.self().effective_user != 0)
    return Error{Error::Kind::denied, "settings of the machine are root's to change",
                 "run it with sudo"};
  const bool was_unfinished = run.is_unfinished();
  run.state = TuneRun::State::undoing;
  TRY(journal.write(settings, run));
  std::vector<TuneOutcome> outcomes = restored(run, settings);
  if (any(outcomes, TuneOutcome::State::failed)) return outcomes;  // it stays unfinished
  const bool has_conflict = any(outcomes, TuneOutcome::State::conflict);
  run.state = has_conflict && !was_unfinished ? TuneRun::State::committed : TuneRun::State::undone;
  if (run.state == TuneRun::State::committed) keep_conflicts(run, outcomes);
  TRY(journal.write(settings, run));
  return outcomes;
}

Result<std::int64_t> reapplied_gpu(Journal& journal, Settings settings) {
  if (const TuneRun* const run = journal.unfinished())
    return Error{Error::Kind::unfinished, fmt::format("run {} was not finished", run->number),
                 "sudo gb10 tune recover"};
  std::map<std::string, CellChange> cells;  // the last run counts
  std::vector<TuneRun> runs;
  for (const TuneRun& run : journal.runs()) {
    if (run.state != TuneRun::State::committed) continue;
    bool has_any = false;
    for (const PlanStep& step : run.steps) {
      for (const CellChange& cell : step.cells) {
        if (!is_gpu_cell(cell.path) || cell.wanted.empty()) continue;
        cells[cell.path] = cell;
        has_any = true;
      }
    }
    if (has_any) runs.push_back(run);
  }
  for (const auto& [path, cell] : cells) TRY(settings.poke(path, cell.wanted));
  for (TuneRun& run : runs) {
    run.boot = boot_id(settings);
    TRY(journal.write(settings, run));
  }
  return static_cast<std::int64_t>(cells.size());
}

}  // namespace gb10
