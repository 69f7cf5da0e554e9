#include "tune/plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/identity.h"
#include "host/units.h"
#include "tune/boot_values.h"
#include "tune/cells.h"
#include "tune/devices.h"
#include "tune/restore.h"
#include "tune/settings.h"

namespace gb10 {

namespace {

bool is_of_gpu(const Knob& knob) { return knob.kind == "nvml"; }

PlanStep without_cells(const Profile::Want& want, std::string instance, std::string note) {
  PlanStep step;
  step.knob = want.knob;
  step.instance = std::move(instance);
  step.state = PlanStep::State::skipped;
  step.note = std::move(note);
  return step;
}

/// What the runs in force want of a cell; empty for nothing. Their disks have the names of now.
std::string wanted_of(const std::vector<PlanStep>& in_force, const std::string& path) {
  std::string wanted;
  for (const PlanStep& step : in_force) {
    for (const CellChange& change : step.cells) {
      if (change.path == path && !change.wanted.empty()) wanted = change.wanted;
    }
  }
  return wanted;
}

/// Why a knob may not be changed now; empty where it may.
std::string refusal_of(const Knob& knob, const std::string& foreign, const PlanOptions& options) {
  std::string out = options.any_hardware ? std::string() : foreign;
  if (is_of_gpu(knob)) out = foreign.empty() ? options.gpu_refused : foreign;
  const bool is_risk = knob.advice == KnobAdvice::experimental && !options.experimental;
  return out.empty() && is_risk ? "at your own risk: --experimental" : out;
}

/// What a boot parameter is now says nothing where it was asked for and the machine has not
/// restarted.
bool is_as_wanted(const CellChange& cell, const PlanOptions& options) {
  if (cell.wanted.empty() || cell.wanted == cell.before) return true;
  return cell.path.starts_with("parameter:") &&
         wanted_of(options.in_force, cell.path) == cell.wanted;
}

PlanStep step_of(const Knob& knob, const Profile::Want& want, const std::string& instance,
                 const HostView& host, const PlanOptions& options) {
  auto cells = read_cells(knob, instance, host);
  if (!cells.ok()) return without_cells(want, instance, cells.error().what);
  PlanStep step;
  step.knob = knob.name;
  step.instance = instance;
  step.note = knob.counts.empty() ? want.why : fmt::format("{}; {}", want.why, knob.counts);
  step.persists = knob.persists;
  if (knob.persists == "udev") step.match = udev_match(knob, instance, host);
  step.cells = *std::move(cells);
  bool has_by_file = false;
  for (CellChange& cell : step.cells) {
    if (has_no_read_back(cell.path)) cell.before = wanted_of(options.in_force, cell.path);
    for (const Setting& setting : want.values) {
      if (setting.cell == cell.cell) cell.wanted = setting.value;
    }
    has_by_file = has_by_file || (is_by_file(cell.path) && !cell.wanted.empty());
    if (const KnobCell& own = *knob.cell(cell.cell); !own.content.empty() && !cell.wanted.empty())
      cell.content = filled(own.content, instance, host).value_or("");  // boot_files says why
    if (!is_as_wanted(cell, options)) step.state = PlanStep::State::change;
  }
  if (has_by_file && !options.persists)
    return without_cells(want, instance, "only a file keeps it, and --no-persist writes none");
  return step;
}

using BootValues = std::map<std::string, BootValue>;

const BootValue* boot_value(const BootValues& sysctl, const BootValues& tmpfiles,
                            const std::string& key, const std::string& path) {
  const auto by_key = sysctl.find(key);
  if (by_key != sysctl.end()) return &by_key->second;
  const auto by_path = tmpfiles.find(path);
  return by_path == tmpfiles.end() ? nullptr : &by_path->second;
}

constexpr const char* kUntilReload =
    " cannot be read back, and is gone when the driver is loaded anew or the machine restarts";

std::vector<PlanStep> steps_of(const Knob& knob, const Profile::Want& want, const HostView& host,
                               const PlanOptions& options) {
  Result<std::vector<std::string>> instances = options.gpus;
  if (!is_of_gpu(knob)) instances = instances_of(knob, host);
  std::string none = is_of_gpu(knob) ? options.gpus_unknown : "there is none here";
  if (!instances.ok()) none = instances.error().what;
  if (!instances.ok() || instances->empty()) return {without_cells(want, {}, std::move(none))};
  std::vector<PlanStep> out;
  for (const std::string& instance : *instances) {
    if (want.instance.empty() || fits_glob(want.instance, instance))
      out.push_back(step_of(knob, want, instance, host, options));
  }
  if (out.empty())
    out.push_back(without_cells(want, {}, fmt::format("none here is {}", want.instance)));
  return out;
}

/// What a step's change does not do, and the owner may think that it does.
void warn_of_step(const PlanStep& step, const Knob& knob, const PlanOptions& options,
                  std::vector<std::string>& warnings) {
  if (!step.has_change()) return;
  if (cannot_be_read(step) && options.persists)
    warnings.push_back(knob.name + " cannot be read back: it is asked for again at each boot");
  if (cannot_be_read(step) && !options.persists) warnings.push_back(knob.name + kUntilReload);
  if (options.persists && knob.persists == "udev" && step.match.empty())
    warnings.push_back(fmt::format("{} {} has no serial number: it is set until the next restart",
                                   knob.name, step.instance));
}

/// What the next boot will set otherwise than this plan's files say.
void warn_of_winners(const HostView& host, const std::vector<PlannedFile>& files,
                     const std::vector<PlanStep>& steps, std::vector<std::string>& warnings) {
  BootFiles with;
  for (const PlannedFile& file : files) with.with[file.path] = file.content;
  const auto sysctl = sysctl_boot_values(host, with, warnings);
  const auto tmpfiles = tmpfiles_boot_values(host, with, warnings);
  for (const PlanStep& step : steps) {
    for (const CellChange& cell : step.cells) {
      if (cell.wanted.empty()) continue;
      const BootValue* const found = boot_value(sysctl, tmpfiles, cell.cell, cell.path);
      const auto twin = sysctl.find(cell.twin);
      if (found && twin != sysctl.end() && twin->second.order > found->order)
        warnings.push_back(
            fmt::format("{} would be lost at reboot: {} sets {} to {}, which takes its place",
                        cell.cell, twin->second.file, cell.twin, twin->second.value));
      if (!found || canonical(cell.form, found->value).value_or("") == cell.wanted) continue;
      warnings.push_back(fmt::format("{} would be lost at reboot: {} sets {} and is read {} ours",
                                     cell.cell, found->file, found->value,
                                     found->order > 0 ? "after" : "before"));
    }
  }
}

/// Why knobs of this machine are not changed; empty where they may be.
std::string hardware_refusal(const HostView& host) {
  const Signals signals = signals_of(host);
  const auto answer = is_gb10(signals);
  if (answer == true && !disagree(signals)) return {};
  std::string said;
  for (const Signal* const signal : {&signals.pci, &signals.cpu, &signals.dmi}) {
    if (!signal->text.empty()) said += (said.empty() ? "" : "; ") + signal->text;
  }
  return fmt::format("{} ({})",
                     answer == true    ? "what the machine says of itself contradicts"
                     : answer == false ? "this is no GB10"
                                       : "whether this is a GB10 is not known",
                     said.empty() ? "nothing tells" : said);
}

void add_files(Plan& plan, const KnobTable& table, const HostView& host,
               const PlanOptions& options) {
  std::vector<PlanStep> kept = options.kept;
  kept.insert(kept.end(), plan.steps.begin(), plan.steps.end());
  auto files = boot_files(kept, table, options.setup, host);
  if (!files.ok()) {
    plan.not_kept = files.error().what;
    return;
  }
  plan.files = *std::move(files);
  for (PlannedFile& file : plan.files) {
    if (starts_program(file.path)) plan.not_kept = options.program_refused;
    auto there = host.read(file.path);
    if (there.ok())
      file.before = *std::move(there);
    else if (there.error().kind != Error::Kind::not_found)
      file.unknown = there.error().what;
  }
  warn_of_winners(host, plan.files, plan.steps, plan.warnings);
  if (options.setup.watch != BootSetup::Watch::no && !has_systemd(host))
    plan.warnings.push_back("this system was not started by systemd: nothing looks until it is");
}

}  // namespace

std::vector<std::string> gpu_numbers(const GpuView& gpu) {
  const auto list = gpu.list();
  std::vector<std::string> out;
  for (const GpuInfo& each : list.value_or(std::vector<GpuInfo>()))
    out.push_back(std::to_string(each.index));
  return out;
}

std::vector<std::string> gpu_numbers(const HostView& host) {
  const auto gpus = host.list("/proc/driver/nvidia/gpus");
  std::vector<std::string> out;
  for (std::size_t i = 0; i < gpus.value_or(std::vector<DirEntry>()).size(); ++i)
    out.push_back(std::to_string(i));
  return out;
}

Result<std::vector<CellChange>> read_cells(const Knob& knob, const std::string& instance,
                                           const HostView& host) {
  std::vector<CellChange> out;
  for (const KnobCell& cell : knob.cells) {
    CellChange one;
    one.cell = cell.name;
    one.path = cell_path(cell, instance);
    one.form = cell.form;
    one.twin = cell.twin;
    if (const KnobCell* const reset = knob.cell(cell.reset_by))
      one.reset_by = cell_path(*reset, instance);
    if (!has_no_read_back(one.path)) one.before = TRY(cell_value(host, one.path, cell.form));
    out.push_back(std::move(one));
  }
  return out;
}

bool wants_gpu(const Profile& profile, const KnobTable& table) {
  return std::any_of(profile.wants.begin(), profile.wants.end(), [&](const auto& want) {
    const Knob* const knob = table.knob(want.knob);
    return knob && is_of_gpu(*knob);
  });
}

Plan planned(const Profile& profile, const KnobTable& table, const HostView& host,
             const PlanOptions& options) {
  Plan plan;
  plan.profile = profile.name;
  plan.title = profile.title;
  plan.price = profile.price;
  plan.persists = options.persists;
  const std::string foreign = hardware_refusal(host);
  if (options.any_hardware && !foreign.empty())
    plan.foreign = "what profiles want is meant for a GB10, and " + foreign;
  for (const Profile::Want& want : profile.wants) {
    const Knob& knob = *table.knob(want.knob);  // checked when the table was read
    const std::string refused = refusal_of(knob, foreign, options);
    for (PlanStep& step : steps_of(knob, want, host, options)) {
      // --any-hardware is for the kernel's knobs: of a GPU that is none of ours nothing is kept.
      const bool is_left_out = is_of_gpu(knob) && options.any_hardware && !foreign.empty();
      if (is_left_out || (step.has_change() && !refused.empty())) {
        step.state = is_left_out ? PlanStep::State::skipped : PlanStep::State::refused;
        step.note = refused;
      }
      warn_of_step(step, knob, options, plan.warnings);
      plan.steps.push_back(std::move(step));
    }
  }
  if (options.persists && !plan.refuses()) add_files(plan, table, host, options);
  return plan;
}

namespace {

KnobStatus::Cell cell_status(const KnobCell& cell, const std::string& path, const HostView& host) {
  KnobStatus::Cell out;
  out.cell = cell.name;
  if (has_no_read_back(path)) {
    out.unknown = "the driver cannot be asked";
    return out;
  }
  const auto value = cell_value(host, path, cell.form);
  if (value.ok())
    out.now = *value;
  else
    out.unknown = value.error().what;
  return out;
}

}  // namespace

namespace {

/// What files set at the next boot.
struct AtBoot {
  BootValues sysctl, tmpfiles;
};

KnobStatus knob_status(const Knob& knob, const std::string& instance, const HostView& host,
                       const std::vector<PlanStep>& in_force, const AtBoot& files) {
  KnobStatus out{knob.name, knob.title, instance, knob.usual, {}, knob.advice, {}};
  for (const KnobCell& cell : knob.cells) {
    const std::string path = cell_path(cell, instance);
    KnobStatus::Cell one = cell_status(cell, path, host);
    one.wanted = wanted_of(in_force, path);
    if (const BootValue* const boot = boot_value(files.sysctl, files.tmpfiles, cell.name, path)) {
      one.boot = boot->value;
      one.boot_file = boot->file;
    } else if (const char* const file = file_of(knob.persists);
               file && !one.wanted.empty() && host.info(file).ok()) {
      one.boot = one.wanted;
      one.boot_file = file;
    }
    out.cells.push_back(std::move(one));
  }
  return out;
}

bool is_in_force(const Knob& knob, const std::vector<PlanStep>& in_force) {
  return std::any_of(in_force.begin(), in_force.end(),
                     [&](const PlanStep& step) { return step.knob == knob.name; });
}

}  // namespace

std::vector<PlanStep> at_present(const std::vector<PlanStep>& steps, const HostView& host) {
  std::vector<PlanStep> out;
  for (const PlanStep& step : steps) {
    if (auto found = at_present(step, host)) out.push_back(*std::move(found));
  }
  return out;
}

std::vector<KnobStatus> knob_statuses(const KnobTable& table, const HostView& host,
                                      const std::vector<PlanStep>& in_force,
                                      const std::vector<std::string>& gpus, bool all) {
  std::vector<std::string> unread;
  const AtBoot files{sysctl_boot_values(host, {}, unread), tmpfiles_boot_values(host, {}, unread)};
  std::vector<KnobStatus> out;
  for (const Knob& knob : table.knobs()) {
    if (knob.advice == KnobAdvice::experimental && !all && !is_in_force(knob, in_force)) continue;
    Result<std::vector<std::string>> instances = gpus;
    if (!is_of_gpu(knob)) instances = instances_of(knob, host);
    if (!instances.ok() || instances->empty() || knob.cells.empty()) {
      const std::string none = instances.ok() ? "there is none here" : instances.error().what;
      const std::string note = knob.cells.empty() ? knob.why : none;
      out.push_back({knob.name, knob.title, {}, knob.usual, note, knob.advice, {}});
      continue;
    }
    for (const std::string& instance : *instances)
      out.push_back(knob_status(knob, instance, host, in_force, files));
  }
  return out;
}

}  // namespace gb10
