#include "tune/transaction.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "tune/cells.h"
#include "tune/persist.h"

namespace gb10 {

namespace {

bool is_of_gpu(const PlanStep& step) {
  return !step.cells.empty() && is_gpu_cell(step.cells.front().path);
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

/// What can be known before anything is written.
Result<void> check(const Plan& plan, const HostView& host, const Journal& journal) {
  if (const TuneRun* const run = journal.unfinished())
    return Error{Error::Kind::unfinished, fmt::format("run {} was not finished", run->number),
                 "sudo gb10 tune recover"};
  TRY(check_allowed(plan));
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
Result<void> set_cell(CellChange& cell, TuneHands& hands) {
  if (is_gpu_cell(cell.path)) return set_gpu_cell(hands, cell, cell.wanted);
  Host& host = hands.host;
  const Result<void> written = host.poke(cell.path, cell.wanted);
  const auto now = cell_value(host, cell.path, cell.form);
  if (!now.ok()) return written.ok() ? Result<void>(now.error()) : written;
  cell.after = *now;
  if (*now == cell.wanted) return {};
  if (!written.ok()) return written;
  return Error{Error::Kind::failed,
               fmt::format("{} was written {} and reads {}", cell.path, cell.wanted, *now)};
}

/// All cells, also those that the kernel changed with them.
Result<void> set_step(PlanStep& step, TuneHands& hands) {
  for (CellChange& cell : step.cells) {
    if (!cell.wanted.empty() && cell.wanted != cell.before) TRY(set_cell(cell, hands));
  }
  for (CellChange& cell : step.cells) {
    if (is_gpu_cell(cell.path)) continue;
    cell.after = TRY(cell_value(hands.host, cell.path, cell.form));
    if (cell.wanted.empty() || cell.after == cell.wanted) continue;
    return Error{Error::Kind::failed, fmt::format("{} does not stay at {}: it reads {}", cell.path,
                                                  cell.wanted, cell.after)};
  }
  return {};
}

/// Whether a cell holds what it held before, or what we made of it.
bool is_ours(const PlanStep& step, const CellChange& cell, const std::string& now) {
  if (now == cell.before || now == cell.after) return true;
  if (!cell.wanted.empty() && now == cell.wanted) return true;
  const bool is_zeroed = std::any_of(
      step.cells.begin(), step.cells.end(),
      [&](const CellChange& other) { return other.twin == cell.cell && !other.wanted.empty(); });
  return is_zeroed && now == "0";
}

using Values = std::map<std::string, std::string>;  // by path

Result<Values> values_of(const PlanStep& step, const HostView& host) {
  Values out;
  for (const CellChange& cell : step.cells) {
    std::string now = TRY(cell_value(host, cell.path, cell.form));
    out.emplace(cell.path, std::move(now));
  }
  return out;
}

std::string text_of(const PlanStep& step) {
  return step.instance.empty() ? step.knob : fmt::format("{} {}", step.knob, step.instance);
}

/// Writes the originals. One that is 0 because of its twin comes back when the twin is written.
Result<void> write_back(const PlanStep& step, Host& host) {
  for (const CellChange& cell : step.cells) {
    const bool by_twin = !cell.twin.empty() && cell.before == "0";
    const std::string now = TRY(cell_value(host, cell.path, cell.form));
    if (by_twin || now == cell.before) continue;
    const Result<void> written = host.poke(cell.path, cell.before);
    const std::string after = TRY(cell_value(host, cell.path, cell.form));
    if (!written.ok() && after != cell.before) return written;
  }
  for (const CellChange& cell : step.cells) {
    const std::string now = TRY(cell_value(host, cell.path, cell.form));
    if (now != cell.before)
      return Error{Error::Kind::failed,
                   fmt::format("{} was written {} and reads {}", cell.path, cell.before, now)};
  }
  return {};
}

/// Nothing tells what a GPU is locked to: it is put back to what gb10 had asked for before, or to
/// no lock. A lock of another boot is gone, and one that was never asked for is not ours to take.
TuneOutcome restored_gpu(const PlanStep& step, bool is_of_this_boot, TuneHands& hands) {
  TuneOutcome out{text_of(step), TuneOutcome::State::done, {}};
  const bool was_asked = std::any_of(step.cells.begin(), step.cells.end(),
                                     [](const CellChange& cell) { return !cell.after.empty(); });
  if (!was_asked || !is_of_this_boot) {
    out.state = TuneOutcome::State::nothing_to_do;
    out.note = was_asked ? "the driver forgot it at the restart" : "it was not asked for yet";
    return out;
  }
  for (const CellChange& cell : step.cells) {
    const Result<void> done = set_gpu_cell(hands, cell, cell.before);
    out.note = cell.before.empty() ? "to no lock: what it was before cannot be read"
                                   : fmt::format("to {} MHz", cell.before);
    if (done.ok()) continue;
    out.state = TuneOutcome::State::failed;
    out.note = done.error().what;
  }
  return out;
}

TuneOutcome restored(const PlanStep& step, Host& host) {
  TuneOutcome out{text_of(step), TuneOutcome::State::done, {}};
  const auto now = values_of(step, host);
  if (!now.ok()) {
    const bool is_gone = now.error().kind == Error::Kind::not_found;
    out.state = is_gone ? TuneOutcome::State::nothing_to_do : TuneOutcome::State::failed;
    out.note = is_gone ? "it is not there any more" : now.error().what;
    return out;
  }
  std::vector<std::string> foreign;
  bool is_as_before = true;
  for (const CellChange& cell : step.cells) {
    const std::string& value = now->at(cell.path);
    is_as_before = is_as_before && value == cell.before;
    if (!is_ours(step, cell, value))
      foreign.push_back(fmt::format("{} is {}, gb10 set {}, before that it was {}", cell.cell,
                                    value, cell.wanted.empty() ? cell.after : cell.wanted,
                                    cell.before));
  }
  if (is_as_before) {
    out.state = TuneOutcome::State::nothing_to_do;
  } else if (!foreign.empty()) {
    out.state = TuneOutcome::State::conflict;
    out.note = joined(foreign, "; ");
  } else if (const Result<void> written = write_back(step, host); !written.ok()) {
    out.state = TuneOutcome::State::failed;
    out.note = written.error().what;
  }
  return out;
}

TuneOutcome restored(const RunFile& file, Host& host) {
  TuneOutcome out{file.path, TuneOutcome::State::done, {}};
  const auto text = host.read(file.path);
  const bool is_gone = !text.ok() && text.error().kind == Error::Kind::not_found;
  const bool is_as_before = file.before ? text.ok() && *text == *file.before : is_gone;
  if (is_as_before) {
    out.state = TuneOutcome::State::nothing_to_do;
    return out;
  }
  if (!text.ok() && !is_gone) {
    out.state = TuneOutcome::State::failed;
    out.note = text.error().what;
    return out;
  }
  if (is_gone || *text != file.content) {
    out.state = TuneOutcome::State::conflict;
    out.note = is_gone ? "somebody removed it" : "somebody changed it";
    return out;
  }
  const Result<void> done =
      file.before ? host.install({file.path, *file.before, 0644}) : host.remove(file.path);
  if (done.ok()) return out;
  out.state = TuneOutcome::State::failed;
  out.note = done.error().what;
  return out;
}

/// Files first: what watches them would set their values again.
std::vector<TuneOutcome> restored(const TuneRun& run, TuneHands& hands) {
  std::vector<TuneOutcome> out;
  for (auto file = run.files.rbegin(); file != run.files.rend(); ++file)
    out.push_back(restored(*file, hands.host));
  const bool is_of_this_boot = run.boot == boot_id(hands.host);
  for (auto step = run.steps.rbegin(); step != run.steps.rend(); ++step)
    out.push_back(is_of_gpu(*step) ? restored_gpu(*step, is_of_this_boot, hands)
                                   : restored(*step, hands.host));
  return out;
}

/// Only what is still there to be taken back; outcomes are in the order of restored().
void keep_conflicts(TuneRun& run, const std::vector<TuneOutcome>& outcomes) {
  const auto is_settled = [&](std::size_t at) {
    return outcomes[at].state != TuneOutcome::State::conflict;
  };
  const std::size_t files = run.files.size(), steps = run.steps.size();
  for (std::size_t i = 0; i < files; ++i) {
    if (is_settled(i))
      run.files.erase(run.files.begin() + static_cast<std::ptrdiff_t>(files - 1 - i));
  }
  for (std::size_t i = 0; i < steps; ++i) {
    if (is_settled(files + i))
      run.steps.erase(run.steps.begin() + static_cast<std::ptrdiff_t>(steps - 1 - i));
  }
}

bool any(const std::vector<TuneOutcome>& outcomes, TuneOutcome::State state) {
  return std::any_of(outcomes.begin(), outcomes.end(),
                     [&](const TuneOutcome& each) { return each.state == state; });
}

/// Takes back what a run did before it failed.
Error rolled_back(TuneRun run, const Error& why, TuneHands& hands, Journal& journal) {
  const std::vector<TuneOutcome> outcomes = restored(run, hands);
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
  const Result<void> written = journal.write(hands.host, run);
  if (!written.ok())
    return {Error::Kind::unfinished,
            fmt::format("{}; all was taken back, but {}", why.what, written.error().what),
            "sudo gb10 tune recover"};
  return {Error::Kind::rolled_back, fmt::format("{}; everything is as it was", why.what), why.hint};
}

/// Nobody can be asked later whether a GPU was: the journal says so before it is.
Result<void> note_asking(TuneRun& run, PlanStep& step, TuneHands& hands, Journal& journal) {
  for (CellChange& cell : step.cells) cell.after = cell.wanted;
  Result<void> written = journal.write(hands.host, run);
  if (written.ok()) return written;
  for (CellChange& cell : step.cells) cell.after.clear();  // it will not be asked
  return written;
}

Result<void> carried_out(TuneRun& run, TuneHands& hands, Journal& journal) {
  for (PlanStep& step : run.steps) {
    if (is_of_gpu(step)) TRY(note_asking(run, step, hands, journal));
    TRY(set_step(step, hands));
  }
  for (const RunFile& file : run.files) {
    if (file.before == file.content) continue;
    TRY(hands.host.make_directory(folder_of(file.path)));
    TRY(hands.host.install({file.path, file.content, 0644}));
  }
  return {};
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

Result<TuneRun> apply(const Plan& plan, const std::string& version, TuneHands hands,
                      Journal& journal) {
  Host& host = hands.host;
  TRY(check(plan, host, journal));
  TuneRun run = journal.next();
  run.profile = plan.profile;
  run.version = version;
  run.boot = boot_id(host);
  run.time = host.self().now;
  for (const PlanStep& step : plan.steps) {
    if (step.has_change()) run.steps.push_back(step);
  }
  for (const PlannedFile& file : plan.files) {
    if (file.differs()) run.files.push_back({file.path, file.content, file.before});
  }
  TRY(journal.keep_baseline(host, run.steps));
  TRY(journal.write(host, run));
  const Result<void> done = carried_out(run, hands, journal);
  if (!done.ok()) return rolled_back(std::move(run), done.error(), hands, journal);
  run.state = TuneRun::State::committed;
  const Result<void> written = journal.write(host, run);
  if (!written.ok()) return rolled_back(std::move(run), written.error(), hands, journal);
  return run;
}

Result<std::vector<TuneOutcome>> undo(TuneRun run, TuneHands hands, Journal& journal) {
  Host& host = hands.host;
  if (host.self().effective_user != 0)
    return Error{Error::Kind::denied, "settings of the machine are root's to change",
                 "run it with sudo"};
  const bool was_unfinished = run.is_unfinished();
  run.state = TuneRun::State::undoing;
  TRY(journal.write(host, run));
  std::vector<TuneOutcome> outcomes = restored(run, hands);
  if (any(outcomes, TuneOutcome::State::failed)) return outcomes;  // it stays unfinished
  const bool has_conflict = any(outcomes, TuneOutcome::State::conflict);
  run.state = has_conflict && !was_unfinished ? TuneRun::State::committed : TuneRun::State::undone;
  if (run.state == TuneRun::State::committed) keep_conflicts(run, outcomes);
  TRY(journal.write(host, run));
  return outcomes;
}

Result<std::int64_t> reapplied_gpu(Journal& journal, TuneHands hands) {
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
  for (const auto& [path, cell] : cells) TRY(set_gpu_cell(hands, cell, cell.wanted));
  for (TuneRun& run : runs) {
    run.boot = boot_id(hands.host);
    TRY(journal.write(hands.host, run));
  }
  return static_cast<std::int64_t>(cells.size());
}

}  // namespace gb10
