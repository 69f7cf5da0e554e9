#include "tune/restore.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "tune/boot_units.h"
#include "tune/cells.h"
#include "tune/devices.h"

namespace gb10 {

namespace {

/// Whether a cell holds what it held before, or what we made of it.
bool is_ours(const PlanStep& step, const CellChange& cell, const std::string& now) {
  if (now == cell.before || now == cell.after) return true;
  if (!cell.wanted.empty() && now == cell.wanted) return true;
  // Killed before it was read back: what the kernel reset it to is not known.
  if (cell.after.empty() && !cell.reset_by.empty()) return true;
  const bool is_zeroed = std::any_of(
      step.cells.begin(), step.cells.end(),
      [&](const CellChange& other) { return other.twin == cell.cell && !other.wanted.empty(); });
  return is_zeroed && now == "0";
}

/// What restarts have done to what a run set.
struct Age {
  bool is_of_this_boot = true;  // a driver was asked since the last one
  bool is_over = false;         // nothing kept it
};

using Values = std::map<std::string, std::string>;  // by path

Result<Values> values_of(const PlanStep& step, const HostView& host) {
  Values out;
  for (const CellChange& cell : step.cells) {
    if (is_by_file(cell.path)) continue;
    std::string now = TRY(cell_value(host, cell.path, cell.form));
    out.emplace(cell.path, std::move(now));
  }
  return out;
}

std::string text_of(const PlanStep& step) {
  return step.instance.empty() ? step.knob : fmt::format("{} {}", step.knob, step.instance);
}

/// Writes another word and the present one again: the only way to the first value of a cell that
/// the kernel rounds when it is written.
Result<void> toggle(const std::string& path, Settings& settings) {
  const std::string text = TRY(settings.read(path));
  const std::string present = TRY(canonical(CellForm::word, text));
  for (const std::string_view each : words(text)) {
    if (each.starts_with('[')) continue;
    TRY(settings.poke(path, each));
    return settings.poke(path, present);
  }
  return {};
}

/// Writes one original, unless it comes back by itself when its twin is written.
Result<void> write_back(const CellChange& cell, Settings& settings) {
  const bool by_twin = !cell.twin.empty() && cell.before == "0";
  const std::string now = TRY(cell_value(settings, cell.path, cell.form));
  if (by_twin || now == cell.before) return {};
  const Result<void> written = settings.poke(cell.path, cell.before);
  const std::string after = TRY(cell_value(settings, cell.path, cell.form));
  if (after == cell.before) return {};
  if (!cell.reset_by.empty()) return toggle(cell.reset_by, settings);
  return written;
}

Result<void> write_back(const PlanStep& step, Settings& settings) {
  for (const CellChange& cell : step.cells) {
    if (!is_by_file(cell.path)) TRY(write_back(cell, settings));
  }
  for (const CellChange& cell : step.cells) {
    if (is_by_file(cell.path)) continue;
    const std::string now = TRY(cell_value(settings, cell.path, cell.form));
    if (now != cell.before)
      return Error{Error::Kind::failed,
                   fmt::format("{} was written {} and reads {}", cell.path, cell.before, now)};
  }
  return {};
}

/// Nothing tells what a GPU is locked to: it is put back to what gb10 had asked for before, or to
/// no lock. A lock of another boot is gone, and one that was never asked for is not ours to take.
TuneOutcome restored_gpu(const PlanStep& step, bool is_of_this_boot, Settings& settings) {
  TuneOutcome out{text_of(step), TuneOutcome::State::done, {}};
  const bool was_asked = std::any_of(step.cells.begin(), step.cells.end(),
                                     [](const CellChange& cell) { return !cell.after.empty(); });
  if (!was_asked || !is_of_this_boot) {
    out.state = TuneOutcome::State::nothing_to_do;
    out.note = was_asked ? "the driver forgot it at the restart" : "it was not asked for yet";
    return out;
  }
  for (const CellChange& cell : step.cells) {
    const Result<void> done = settings.poke(cell.path, cell.before);
    out.note = cell.before.empty() ? "to no lock: what it was before cannot be read"
                                   : fmt::format("to {} MHz", cell.before);
    if (done.ok()) continue;
    // A driver that knows no lock cannot hold one.
    if (done.error().kind == Error::Kind::unsupported && cell.before.empty()) {
      out.state = TuneOutcome::State::nothing_to_do;
      out.note = done.error().what;
      continue;
    }
    out.state = TuneOutcome::State::failed;
    out.note = done.error().what;
  }
  return out;
}

/// What the cells of a step hold, beside what they held and what we made of them.
struct Compared {
  bool is_as_before = true;
  std::vector<std::string> foreign;  // each cell of somebody else's, with all three values
};

Compared compared(const PlanStep& step, const Values& now) {
  Compared out;
  for (const CellChange& cell : step.cells) {
    if (is_by_file(cell.path)) continue;
    const std::string& value = now.at(cell.path);
    out.is_as_before = out.is_as_before && value == cell.before;
    if (!is_ours(step, cell, value))
      out.foreign.push_back(fmt::format("{} is {}, gb10 set {}, before that it was {}", cell.cell,
                                        value, cell.wanted.empty() ? cell.after : cell.wanted,
                                        cell.before));
  }
  return out;
}

/// What a restart takes back by itself; links and pools stay as they were set.
bool is_until_restart(const PlanStep& step) {
  return std::all_of(step.cells.begin(), step.cells.end(), [](const CellChange& cell) {
    return cell.path.starts_with("/") || is_gpu_cell(cell.path) || is_by_file(cell.path);
  });
}

TuneOutcome restored(const PlanStep& kept, const Age& age, Settings& settings) {
  TuneOutcome out{text_of(kept), TuneOutcome::State::done, {}};
  const std::optional<PlanStep> found = at_present(kept, settings);
  if (!found) {
    out.state = TuneOutcome::State::nothing_to_do;
    out.note = "it is not there any more";
    return out;
  }
  const PlanStep& step = *found;
  const auto now = values_of(step, settings);
  if (!now.ok()) {
    // A driver that is gone since the restart holds nothing.
    const bool is_driver = !step.cells.empty() && is_gpu_cell(step.cells.front().path);
    const bool is_gone =
        now.error().kind == Error::Kind::not_found || (is_driver && !age.is_of_this_boot);
    out.state = is_gone ? TuneOutcome::State::nothing_to_do : TuneOutcome::State::failed;
    out.note = is_gone ? "it is not there any more" : now.error().what;
    return out;
  }
  const Compared seen = compared(step, *now);
  if (seen.is_as_before) {
    out.state = TuneOutcome::State::nothing_to_do;
  } else if (!seen.foreign.empty() && age.is_over && is_until_restart(step)) {
    out.state = TuneOutcome::State::nothing_to_do;
    out.note = "the restart took it back";
  } else if (!seen.foreign.empty()) {
    out.state = TuneOutcome::State::conflict;
    out.note = joined(seen.foreign, "; ");
  } else if (const Result<void> written = write_back(step, settings); !written.ok()) {
    out.state = TuneOutcome::State::failed;
    out.note = written.error().what;
  }
  return out;
}

/// The folders that were made for a file, from the innermost outwards, as far as nothing is in
/// them.
Result<void> remove_made(const RunFile& file, Host& host) {
  if (file.made.empty()) return {};
  std::string folder = file.path;
  do {
    folder.resize(folder.rfind('/'));
    const Result<void> done = host.remove_directory(folder);
    if (done.ok() || done.error().kind == Error::Kind::not_found) continue;
    return done.error().kind == Error::Kind::conflict ? Result<void>() : done;
  } while (folder.size() > file.made.size());
  return {};
}

/// Of the file alone, without folders.
TuneOutcome restored_file(const RunFile& file, Host& host) {
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

TuneOutcome restored(const RunFile& file, Host& host) {
  TuneOutcome out = restored_file(file, host);
  if (file.before || out.state == TuneOutcome::State::failed) return out;
  const Result<void> done = remove_made(file, host);
  if (done.ok()) return out;
  return {file.path, TuneOutcome::State::failed, done.error().what};
}

void add_failure(std::vector<TuneOutcome>& into, const char* what, const Result<void>& done) {
  if (!done.ok()) into.push_back({what, TuneOutcome::State::failed, done.error().what});
}

}  // namespace

std::vector<std::string> paths_of(const TuneRun& run) {
  std::vector<std::string> out;
  for (const RunFile& file : run.files) out.push_back(file.path);
  return out;
}

void remove_leftovers(Settings& settings, const TuneRun& run, const Journal& journal) {
  std::vector<std::string> paths = paths_of(run);
  for (const PlanStep& step : run.steps) {
    for (const CellChange& cell : step.cells) {
      if (cell.path.starts_with("link:")) paths.push_back(cell.path.substr(5));
    }
  }
  for (const char* const name : {"run-*.json", "baseline.json", "fights.json"})
    paths.push_back(fmt::format("{}/{}", journal.folder(), name));
  for (const std::string& path : paths) {
    const std::string folder = path.substr(0, path.rfind('/'));
    const std::string half = fmt::format(".{}.gb10-*", path.substr(folder.size() + 1));
    const auto entries = settings.list(folder);
    for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
      if (fits_glob(half, entry.name))
        static_cast<void>(settings.remove(fmt::format("{}/{}", folder, entry.name)));
    }
  }
}

bool cannot_be_read(const PlanStep& step) {
  return !step.cells.empty() && has_no_read_back(step.cells.front().path);
}

std::vector<TuneOutcome> restored(const TuneRun& run, Settings& settings) {
  std::vector<TuneOutcome> out, told;
  const std::vector<std::string> paths = paths_of(run);
  add_failure(told, "what watches", end_units_of(settings, paths));
  // Files first: what watches them would set their values again.
  for (auto file = run.files.rbegin(); file != run.files.rend(); ++file)
    out.push_back(restored(*file, settings));
  const std::string boot = boot_id(settings);
  const Age age{run.gpu_boot == boot, run.is_over(boot)};
  for (auto step = run.steps.rbegin(); step != run.steps.rend(); ++step)
    out.push_back(cannot_be_read(*step) ? restored_gpu(*step, age.is_of_this_boot, settings)
                                        : restored(*step, age, settings));
  add_failure(told, "who reads the files", tell_of_files(settings, paths));
  out.insert(out.end(), told.begin(), told.end());
  return out;
}

void keep_unsettled(TuneRun& run, const std::vector<TuneOutcome>& outcomes) {
  const auto is_settled = [&](std::size_t at) {
    return outcomes[at].state != TuneOutcome::State::conflict &&
           outcomes[at].state != TuneOutcome::State::failed;
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

}  // namespace gb10
