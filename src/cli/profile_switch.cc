#include "cli/profile_switch.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "gpu/helper_gpu.h"
#include "host/uninterrupted.h"
#include "tune/restore.h"
#include "tune/settings.h"
#include "tune/transaction.h"

namespace gb10::tune_words {

namespace {

std::string name_of_step(const PlanStep& step) {
  return step.instance.empty() ? step.knob : fmt::format("{} {}", step.knob, step.instance);
}

/// What can be read of the changed steps of a plan: by path.
std::map<std::string, CellChange> cells_of(const Plan& plan) {
  std::map<std::string, CellChange> out;
  for (const PlanStep& step : plan.steps) {
    for (const CellChange& cell : step.cells) {
      if (!has_no_read_back(cell.path) && !is_by_file(cell.path)) out.emplace(cell.path, cell);
    }
  }
  return out;
}

Error nothing_to_prove(const Plan& plan) {
  const bool has_any = std::any_of(plan.steps.begin(), plan.steps.end(), [](const auto& step) {
    return step.state == PlanStep::State::same;
  });
  return {Error::Kind::invalid,
          has_any ? "nothing to prove: every knob already is so"
                  : "nothing to prove: none of its knobs can be changed here",
          fmt::format("gb10 tune plan {} says why of each", plan.profile)};
}

}  // namespace

Result<Plan> ProfileSwitch::planned_now() const {
  PlanOptions options = TRY(plan_options(*arguments_, *journal_, *host_));
  options.persists = false;
  HelperControl control;
  const SettingsView settings(*host_, &control);
  if (wants_gpu(profile_, table_)) add_gpus(*host_, HelperGpu(), options);
  return planned(profile_, table_, settings, options);
}

Result<ProfileSwitch> ProfileSwitch::open(KnobTable table, Profile profile,
                                          const Arguments& arguments, const Io& io) {
  FileLock lock = TRY(FileLock::take(kLock));
  ProfileSwitch out(arguments, io, std::move(lock));
  out.host_ = this_host(io);
  out.table_ = std::move(table);
  out.profile_ = std::move(profile);
  Journal journal = TRY(Journal::open(*out.host_));
  if (const TuneRun* const open = journal.unfinished()) return unfinished(*open);
  out.journal_ = std::move(journal);
  out.first_ = TRY(out.planned_now());
  TRY(check_allowed(out.first_));
  if (!out.first_.changes()) return nothing_to_prove(out.first_);
  return out;
}

bool ProfileSwitch::asks_gpu() const {
  return std::any_of(first_.steps.begin(), first_.steps.end(), [](const PlanStep& step) {
    return step.has_change() && !step.cells.empty() && is_gpu_cell(step.cells.front().path);
  });
}

std::map<std::string, std::pair<std::string, std::string>> ProfileSwitch::settings() const {
  std::map<std::string, std::pair<std::string, std::string>> out;
  for (const PlanStep& step : first_.steps) {
    if (!step.has_change()) continue;
    for (const CellChange& cell : step.cells) {
      if (cell.wanted.empty() || cell.wanted == cell.before) continue;
      const std::string name =
          step.instance.empty() ? cell.cell : fmt::format("{} {}", cell.cell, step.instance);
      out[name] = {cell.before.empty() ? "nothing" : cell.before, cell.wanted};
    }
  }
  return out;
}

Result<void> ProfileSwitch::on() {
  const Plan made = TRY(planned_now());
  HelperControl control;
  Settings settings(*host_, &control);
  const Uninterrupted whole;
  TuneRun run = TRY(apply(made, GB10_VERSION, settings, *journal_));
  run_ = std::move(run);
  return {};
}

/// Where the journal did not take that the run is being taken back, nothing was.
Error ProfileSwitch::not_undone(const TuneRun& run, const Error& why) const {
  if (journal_->unfinished())
    return {Error::Kind::unfinished,
            fmt::format("that run {} is taken back could not be written: {}", run.number, why.what),
            "sudo gb10 tune recover, once the journal can be written"};
  return {Error::Kind::unfinished,
          fmt::format("{} is still on: run {} could not be taken back: {}", profile_.name,
                      run.number, why.what),
          "sudo gb10 tune undo, once the journal can be written"};
}

Result<void> ProfileSwitch::off() {
  if (!run_) return {};
  HelperControl control;
  Settings settings(*host_, &control);
  const Uninterrupted whole;
  const TuneRun run = *run_;
  const auto undone = undo(run, settings, *journal_);
  if (!undone.ok()) return not_undone(run, undone.error());
  const std::vector<TuneOutcome>& outcomes = *undone;
  for (const PlanStep& step : run.steps) {
    for (const TuneOutcome& each : outcomes) {
      if (cannot_be_read(step) && each.what == name_of_step(step)) unread_[each.what] = each.note;
    }
  }
  for (const TuneOutcome& each : outcomes) {
    if (each.state == TuneOutcome::State::failed)
      return Error{Error::Kind::unfinished,
                   fmt::format("run {} was not taken back: {}: {}", run.number, each.what,
                               printable(each.note, 300)),
                   "sudo gb10 tune recover"};
  }
  run_.reset();
  for (const TuneOutcome& each : outcomes) {
    if (each.state == TuneOutcome::State::conflict)
      return Error{Error::Kind::conflict,
                   fmt::format("{} was left alone, as somebody else has changed it: {}", each.what,
                               printable(each.note, 300)),
                   "set it back and gb10 tune undo, or gb10 tune undo --forget"};
  }
  return {};
}

Result<void> ProfileSwitch::holds() const {
  const Plan now = TRY(planned_now());
  for (const PlanStep& step : now.steps) {
    for (const CellChange& cell : step.cells) {
      if (has_no_read_back(cell.path) || cell.wanted.empty() || cell.before == cell.wanted)
        continue;
      return Error{Error::Kind::conflict,
                   fmt::format("somebody else set {} while {} was in force: it is {}, not {}",
                               cell.cell, profile_.name, cell.before, cell.wanted),
                   "nothing is judged of such a run"};
    }
  }
  return {};
}

Result<std::string> ProfileSwitch::as_found() const {
  const Plan now = TRY(planned_now());
  const std::map<std::string, CellChange> first = cells_of(first_), last = cells_of(now);
  std::int64_t read = 0;
  for (const auto& [path, cell] : first) {
    const auto found = last.find(path);
    if (found == last.end())
      return Error{Error::Kind::conflict, fmt::format("{} is not there any more", cell.cell), ""};
    if (found->second.before != cell.before)
      return Error{Error::Kind::conflict,
                   fmt::format("{} is {}, and was {} at the begin: somebody else's change",
                               cell.cell, found->second.before, cell.before),
                   "gb10 set it back to what it found whenever it took the profile off"};
    ++read;
  }
  std::string out = fmt::format("everything {}is as it was found: {} as before",
                                unread_.empty() ? "" : "that can be read ",
                                counted(read, "setting reads", "settings read"));
  for (const auto& [what, note] : unread_) out += fmt::format("; {}: {}", what, note);
  return out;
}

}  // namespace gb10::tune_words
