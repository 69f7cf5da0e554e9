#include "tune/verify.h"

#include <map>
#include <optional>

#include <fmt/format.h>

#include "tune/cells.h"
#include "tune/devices.h"
#include "tune/settings.h"

namespace gb10 {

namespace {

/// What a run set, and what is to be known of it now.
struct Set {
  CellChange cell;
  bool is_gone = false;          // its disk is not there
  bool is_of_this_boot = false;  // it was set since the machine started
};

TuneOutcome verified_cell(const Set& set, const HostView& host) {
  const CellChange& cell = set.cell;
  TuneOutcome out{cell.cell, TuneOutcome::State::done, {}};
  if (set.is_gone || (cell.path.starts_with("parameter:") && set.is_of_this_boot)) {
    out.state = TuneOutcome::State::skipped;
    out.note = set.is_gone ? "its disk is not there" : "counts from the next restart on";
    return out;
  }
  if (has_no_read_back(cell.path)) {
    out.state = TuneOutcome::State::skipped;
    out.note = fmt::format("{} MHz was accepted; it cannot be read back", cell.wanted);
    return out;
  }
  const auto now = cell_value(host, cell.path, cell.form);
  if (!now.ok()) {
    out.state = TuneOutcome::State::failed;
    out.note = now.error().what;
  } else if (*now != cell.wanted) {
    out.state = TuneOutcome::State::conflict;
    out.note = fmt::format("is {}, gb10 set {}", *now, cell.wanted);
  }
  return out;
}

TuneOutcome verified_file(const std::string& path, const std::string& content,
                          const HostView& host) {
  TuneOutcome out{path, TuneOutcome::State::done, {}};
  const auto text = host.read(path);
  if (!text.ok()) {
    out.state = TuneOutcome::State::failed;
    out.note = text.error().what;
  } else if (*text != content) {
    out.state = TuneOutcome::State::conflict;
    out.note = "somebody changed it";
  }
  return out;
}

/// By path; the last run that wants a cell counts.
std::map<std::string, Set> cells_in_force(const Journal& journal, const HostView& host) {
  std::map<std::string, Set> out;
  const std::string boot = boot_id(host);
  for (const TuneRun& run : journal.runs()) {
    if (run.state != TuneRun::State::committed) continue;
    for (const PlanStep& kept : run.steps) {
      const std::optional<PlanStep> step = at_present(kept, host);
      for (std::size_t i = 0; i < kept.cells.size(); ++i) {
        if (kept.cells[i].wanted.empty() || kept.cells[i].path.starts_with("file:")) continue;
        const CellChange& cell = step ? step->cells[i] : kept.cells[i];
        out[cell.path] = {cell, !step, run.boot == boot};
      }
    }
  }
  return out;
}

}  // namespace

std::vector<TuneOutcome> verified(const Journal& journal, const HostView& host) {
  std::map<std::string, std::string> files;
  for (const TuneRun& run : journal.runs()) {
    if (run.state != TuneRun::State::committed) continue;
    for (const RunFile& file : run.files) files[file.path] = file.content;
  }
  std::vector<TuneOutcome> out;
  for (const auto& [path, set] : cells_in_force(journal, host))
    out.push_back(verified_cell(set, host));
  for (const auto& [path, content] : files) out.push_back(verified_file(path, content, host));
  return out;
}

std::vector<Drift> drifted(const Journal& journal, const HostView& host) {
  std::vector<Drift> out;
  for (const auto& [path, set] : cells_in_force(journal, host)) {
    if (set.is_gone || has_no_read_back(path) || is_by_file(path)) continue;
    const auto now = cell_value(host, path, set.cell.form);
    if (now.ok() && *now != set.cell.wanted) out.push_back({set.cell, *now});
  }
  return out;
}

}  // namespace gb10
