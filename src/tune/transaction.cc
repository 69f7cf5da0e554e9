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
  if (host.self().effective_user == 0) return {};
  return Error{Error::Kind::denied, "settings of the machine are root's to change",
               "sudo gb10 tune apply " + plan.profile};
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

/// The first folder of a path that is not there; empty where all are.
std::string to_make(const std::string& path, const HostView& host) {
  for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1))
    if (!host.info(path.substr(0, end)).ok()) return path.substr(0, end);
  return {};
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

std::vector<std::size_t> cells_to_write(const PlanStep& step) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < step.cells.size(); ++i) {
    const CellChange& cell = step.cells[i];
    if (cell.wanted.empty() || is_by_file(cell.path)) continue;
    // What was written before it may have reset it.
    const bool may_be_reset = !out.empty() && !cell.reset_by.empty();
    if (cell.wanted != cell.before || may_be_reset) out.push_back(i);
  }
  return out;
}

Result<void> set_step(PlanStep& step, Settings& settings) {
  for (const std::size_t at : cells_to_write(step)) TRY(set_cell(step.cells[at], settings));
  for (CellChange& cell : step.cells) {
    if (has_no_read_back(cell.path) || is_by_file(cell.path)) continue;
    cell.after = TRY(cell_value(settings, cell.path, cell.form));
    if (cell.wanted.empty() || cell.after == cell.wanted) continue;
    return Error{Error::Kind::failed, fmt::format("{} does not stay at {}: it reads {}", cell.path,
                                                  cell.wanted, cell.after)};
  }
  return {};
}

Result<void> check_allowed(const Plan& plan) {
  for (const PlanStep& step : plan.steps) {
    if (step.state == PlanStep::State::refused)
      return Error{Error::Kind::unsupported, fmt::format("{}: {}", step.knob, step.note),
                   "gb10 tune plan shows what would change; --any-hardware allows the kernel's "
                   "knobs on any machine"};
  }
  if (!plan.not_kept.empty())
    return Error{Error::Kind::unsupported, plan.not_kept,
                 "install the package of gb10, or apply with --no-persist"};
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

Result<TuneRun> apply(const Plan& plan, const std::string& version, Settings settings,
                      Journal& journal) {
  TRY(check(plan, settings, journal));
  TuneRun run = journal.next();
  run.profile = plan.profile;
  run.version = version;
  run.boot = run.gpu_boot = boot_id(settings);
  run.persists = plan.persists;
  run.time = settings.self().now;
  for (const PlanStep& step : plan.steps) {
    if (step.has_change()) run.steps.push_back(step);
  }
  for (const PlannedFile& file : plan.files) {
    if (file.differs())
      run.files.push_back({file.path, file.content, file.before, to_make(file.path, settings)});
  }
  remove_leftovers(settings, run, journal);
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
  const bool is_second_try = run.state == TuneRun::State::undoing;
  run.state = TuneRun::State::undoing;
  TRY(journal.write(settings, run));
  remove_leftovers(settings, run, journal);
  std::vector<TuneOutcome> outcomes = restored(run, settings);
  const bool has_failed = any(outcomes, TuneOutcome::State::failed);
  // It stays unfinished once; what fails again must not keep everything else from going on.
  if (has_failed && !is_second_try) return outcomes;
  const bool is_left = has_failed || any(outcomes, TuneOutcome::State::conflict);
  run.state = is_left ? TuneRun::State::left : TuneRun::State::undone;
  if (is_left) keep_unsettled(run, outcomes);
  TRY(journal.write(settings, run));
  return outcomes;
}

Result<std::int64_t> reapplied_gpu(Journal& journal, Settings settings) {
  if (const TuneRun* const run = journal.unfinished())
    return Error{Error::Kind::unfinished, fmt::format("run {} was not finished", run->number),
                 "sudo gb10 tune recover"};
  const std::string boot = boot_id(settings);
  std::map<std::string, CellChange> cells;  // the last run counts
  for (const TuneRun& run : std::vector<TuneRun>(journal.runs())) {
    if (run.state != TuneRun::State::committed || run.is_over(boot)) continue;
    bool has_any = false;
    for (const PlanStep& step : run.steps) {
      for (const CellChange& cell : step.cells) {
        if (!is_gpu_cell(cell.path) || cell.wanted.empty()) continue;
        cells[cell.path] = cell;
        has_any = true;
      }
    }
    if (!has_any) continue;
    // Nobody can be asked later whether the driver was: the journal says so before it is.
    TuneRun asked = run;
    asked.gpu_boot = boot;
    TRY(journal.write(settings, asked));
  }
  for (const auto& [path, cell] : cells) TRY(settings.poke(path, cell.wanted));
  return static_cast<std::int64_t>(cells.size());
}

}  // namespace gb10
