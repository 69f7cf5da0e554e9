#include "tune/verify.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "tune/boot_values.h"
#include "tune/cells.h"
#include "tune/devices.h"
#include "tune/settings.h"

namespace gb10 {

namespace {

/// Why nothing can be said of a cell; empty where something can.
std::string no_verdict(const SetKnob& knob, const CellChange& cell) {
  if (knob.is_gone) return "its disk is not there";
  if (cell.path.starts_with("parameter:") && knob.is_of_this_boot)
    return "counts from the next restart on";
  if (has_no_read_back(cell.path) && knob.was_asked)
    return fmt::format("{} MHz was accepted; it cannot be read back", cell.wanted);
  return {};
}

TuneOutcome verified_cell(const SetKnob& knob, const CellChange& cell, const HostView& host) {
  TuneOutcome out{name_of(knob.step, cell), TuneOutcome::State::done, {}};
  out.note = no_verdict(knob, cell);
  if (!out.note.empty()) {
    out.state = TuneOutcome::State::skipped;
    return out;
  }
  if (has_no_read_back(cell.path)) {
    out.state = TuneOutcome::State::conflict;
    out.note = fmt::format("{} MHz was not asked for since the restart: sudo gb10 tune reapply",
                           cell.wanted);
    return out;
  }
  const auto now = cell_value(host, cell.path, cell.form);
  if (!now.ok()) {
    // A port without a cable is gone, and comes back with one.
    const bool is_gone = !knob.step.instance.empty() && now.error().kind == Error::Kind::not_found;
    out.state = is_gone ? TuneOutcome::State::skipped : TuneOutcome::State::failed;
    out.note = is_gone ? fmt::format("{} is not there", knob.step.instance) : now.error().what;
  } else if (*now != cell.wanted) {
    out.state = TuneOutcome::State::conflict;
    out.note = fmt::format("is {}, gb10 set {}", *now, cell.wanted);
  }
  return out;
}

/// What is as it was set now, and will not be after the next restart, is not as it was set.
void add_loss(TuneOutcome& outcome, const BootValue& boot, const CellChange& cell) {
  if (outcome.state != TuneOutcome::State::done || says(boot.value, cell.wanted)) return;
  outcome.state = TuneOutcome::State::conflict;
  outcome.note = fmt::format("is {}, and {} sets {} at the next restart", cell.wanted, boot.file,
                             printable(boot.value, 80));
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

/// Lays a later step of the same knob over what is wanted so far.
void lay_over(PlanStep& into, const PlanStep& later) {
  for (const CellChange& cell : later.cells) {
    const auto same = std::find_if(into.cells.begin(), into.cells.end(),
                                   [&](const auto& each) { return each.path == cell.path; });
    if (same == into.cells.end()) {
      into.cells.push_back(cell);
    } else if (!cell.wanted.empty()) {
      *same = cell;
      for (CellChange& other : into.cells) {
        if (other.cell == cell.twin) other.wanted.clear();
      }
    }
  }
}

}  // namespace

std::string name_of(const PlanStep& step, const CellChange& cell) {
  return step.instance.empty() ? cell.cell : fmt::format("{} {}", cell.cell, step.instance);
}

std::vector<SetKnob> knobs_in_force(const Journal& journal, const HostView& host) {
  const std::string boot = boot_id(host);
  std::map<std::pair<std::string, std::string>, SetKnob> found;  // by knob and instance
  for (const TuneRun& run : journal.runs()) {
    if (run.state != TuneRun::State::committed || run.is_over(boot)) continue;
    for (const PlanStep& kept : run.steps) {
      const std::optional<PlanStep> now = at_present(kept, host);
      const PlanStep& step = now ? *now : kept;
      SetKnob& knob = found[{step.knob, step.instance}];
      knob.is_gone = !now;
      knob.is_of_this_boot = run.boot == boot;
      knob.was_asked = run.gpu_boot == boot;
      if (knob.step.cells.empty())
        knob.step = step;
      else
        lay_over(knob.step, step);
    }
  }
  std::vector<SetKnob> out;
  for (auto& [name, knob] : found) out.push_back(std::move(knob));
  return out;
}

std::vector<TuneOutcome> verified(const Journal& journal, const HostView& host) {
  std::vector<TuneOutcome> out;
  std::vector<std::string> unread;
  const auto sysctl = sysctl_boot_values(host, {}, unread);
  const auto tmpfiles = tmpfiles_boot_values(host, {}, unread);
  for (const SetKnob& knob : knobs_in_force(journal, host)) {
    for (const CellChange& cell : knob.step.cells) {
      if (cell.wanted.empty() || cell.path.starts_with("file:")) continue;
      out.push_back(verified_cell(knob, cell, host));
      const auto by_key = sysctl.find(cell.cell);
      const auto by_path = tmpfiles.find(cell.path);
      if (by_key != sysctl.end()) add_loss(out.back(), by_key->second, cell);
      if (by_path != tmpfiles.end()) add_loss(out.back(), by_path->second, cell);
    }
  }
  std::map<std::string, std::string> files;
  for (const TuneRun& run : journal.runs()) {
    if (run.state != TuneRun::State::committed) continue;
    for (const RunFile& file : run.files) files[file.path] = file.content;
  }
  for (const auto& [path, content] : files) out.push_back(verified_file(path, content, host));
  return out;
}

}  // namespace gb10
