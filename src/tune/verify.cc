#include "tune/verify.h"

#include <map>

#include <fmt/format.h>

#include "tune/cells.h"
#include "tune/hands.h"

namespace gb10 {

namespace {

TuneOutcome verified_cell(const CellChange& cell, const HostView& host) {
  TuneOutcome out{cell.cell, TuneOutcome::State::done, {}};
  if (is_gpu_cell(cell.path)) {
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

}  // namespace

std::vector<TuneOutcome> verified(const Journal& journal, const HostView& host) {
  std::map<std::string, CellChange> cells;  // the last run that wants a cell counts
  std::map<std::string, std::string> files;
  for (const TuneRun& run : journal.runs()) {
    if (run.state != TuneRun::State::committed) continue;
    for (const PlanStep& step : run.steps) {
      for (const CellChange& cell : step.cells) {
        if (!cell.wanted.empty()) cells[cell.path] = cell;
      }
    }
    for (const RunFile& file : run.files) files[file.path] = file.content;
  }
  std::vector<TuneOutcome> out;
  for (const auto& [path, cell] : cells) out.push_back(verified_cell(cell, host));
  for (const auto& [path, content] : files) out.push_back(verified_file(path, content, host));
  return out;
}

}  // namespace gb10
