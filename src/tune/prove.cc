#include "tune/prove.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "tune/boot_values.h"
#include "tune/cells.h"
#include "tune/devices.h"
#include "tune/persist.h"
#include "tune/plan.h"
#include "tune/settings.h"

namespace gb10 {

namespace {

const CellChange* asked(const std::vector<PlanStep>& in_force, const std::string& path) {
  const CellChange* found = nullptr;
  for (const PlanStep& step : in_force) {
    for (const CellChange& cell : step.cells) {
      if (cell.path == path && !cell.wanted.empty()) found = &cell;
    }
  }
  return found;
}

void see(CellProof& proof, std::string value) {
  if (proof.observed.empty() || proof.observed.back() != value)
    proof.observed.push_back(std::move(value));
}

void look(CellProof& proof, CellForm form, const HostView& host) {
  const auto now = cell_value(host, proof.path, form);
  if (now.ok())
    see(proof, *now);
  else
    proof.not_observed = now.error().what;
}

/// Busy at a clock above its cap is the one thing that a sample can show.
void look_at_clock(CellProof& proof, const std::string& gpu_number, const GpuView& gpu) {
  const int number = static_cast<int>(whole_number(gpu_number).value_or(0));
  const auto series = gpu.samples(number, std::chrono::seconds(0));
  if (!series.ok() || series->samples.empty() || !series->samples.back().sm_clock) {
    proof.not_observed = series.ok() ? "the driver gave no clock" : series.error().what;
    return;
  }
  const GpuSample& now = series->samples.back();
  see(proof, fmt::format("{:.0f} MHz at {:.0f} % use", *now.sm_clock / 1e6,
                         100 * now.utilization.value_or(0)));
  const std::vector<std::string_view> bounds = words(proof.requested);
  const auto cap = bounds.size() == 2 ? whole_number(bounds[1]) : std::nullopt;
  constexpr double kStep = 15e6;  // the clock moves in steps of about that
  if (cap && *now.sm_clock > static_cast<double>(*cap) * 1e6 + kStep) proof.holds = false;
}

struct Looked {
  std::string instance;
  CellForm form = CellForm::integer;
};

/// All files that set a key, the winner last.
std::vector<std::string> boot_lines(const HostView& host, const std::string& key,
                                    const std::string& path) {
  std::vector<std::string> out, unread;
  BootFiles files;
  for (int i = 0; i < 20; ++i) {
    const auto sysctl = sysctl_boot_values(host, files, unread);
    const auto tmpfiles = tmpfiles_boot_values(host, files, unread);
    const auto by_key = sysctl.find(key);
    const auto by_path = tmpfiles.find(path);
    const BootValue* const found = by_key != sysctl.end()      ? &by_key->second
                                   : by_path != tmpfiles.end() ? &by_path->second
                                                               : nullptr;
    if (!found) break;
    out.push_back(fmt::format("{} by {}", found->value, found->file));
    files.without.insert(found->file);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace

Result<std::vector<CellProof>> proofs(const Knob& knob, const HostView& host, const GpuView& gpu,
                                      const Journal& journal, int times,
                                      const std::function<void()>& wait) {
  const std::vector<PlanStep> in_force = at_present(journal.in_force(boot_id(host)), host);
  Result<std::vector<std::string>> instances = gpu_numbers(gpu);
  if (knob.kind != "nvml") instances = instances_of(knob, host);
  if (!instances.ok()) return Error{Error::Kind::unsupported, instances.error().what};
  if (instances->empty()) return Error{Error::Kind::unsupported, "there is none here"};
  std::vector<CellProof> out;
  std::vector<Looked> looked;  // for each proof
  for (const std::string& instance : *instances) {
    for (const KnobCell& cell : knob.cells) {
      CellProof proof;
      proof.cell = instance.empty() ? cell.name : fmt::format("{} {}", cell.name, instance);
      proof.path = cell_path(cell, instance);
      if (const CellChange* const found = asked(in_force, proof.path)) {
        proof.requested = found->wanted;
        if (!has_no_read_back(proof.path)) proof.accepted = found->after;
      }
      proof.boot = boot_lines(host, cell.name, proof.path);
      const char* const file = file_of(knob.persists);
      if (proof.boot.empty() && file && !proof.requested.empty() && host.info(file).ok())
        proof.boot.push_back(fmt::format("{} by {}", proof.requested, file));
      out.push_back(std::move(proof));
      looked.push_back({instance, cell.form});
    }
  }
  for (int i = 0; i < times; ++i) {
    if (i > 0) wait();
    for (std::size_t at = 0; at < out.size(); ++at) {
      if (has_no_read_back(out[at].path))
        look_at_clock(out[at], looked[at].instance, gpu);
      else
        look(out[at], looked[at].form, host);
    }
  }
  for (CellProof& proof : out) {
    if (has_no_read_back(proof.path) || proof.requested.empty() || proof.observed.empty()) continue;
    proof.holds = proof.observed.size() == 1 && proof.observed[0] == proof.requested;
  }
  return out;
}

}  // namespace gb10
