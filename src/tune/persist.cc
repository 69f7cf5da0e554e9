#include "tune/persist.h"

#include <array>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "tune/boot_units.h"
#include "tune/devices.h"
#include "tune/settings.h"

namespace gb10 {

namespace {

using Lines = std::map<std::string, std::string>;  // by what a later line replaces

/// What a cell of a kind of keeping adds to its file.
struct Keeper {
  const char *name, *path;
  std::string (*line)(const PlanStep& step, const CellChange& cell);
};

std::string sysctl_line(const PlanStep&, const CellChange& cell) {
  return fmt::format("{} = {}\n", cell.cell, cell.wanted);
}

std::string tmpfiles_line(const PlanStep&, const CellChange& cell) {
  return fmt::format("w! {} - - - - {}\n", cell.path, cell.wanted);
}

/// update-grub reads it as shell; names and values of cells hold no character of its own.
std::string grub_line(const PlanStep&, const CellChange& cell) {
  return fmt::format("GRUB_CMDLINE_LINUX=\"$GRUB_CMDLINE_LINUX {}={}\"\n",
                     cell.path.substr(cell.path.find(':') + 1), cell.wanted);
}

/// Of "/sys/module/zfs/parameters/zfs_arc_max".
std::string modprobe_line(const PlanStep&, const CellChange& cell) {
  const std::vector<std::string_view> parts = split(cell.path, '/');
  return parts.size() == 6 ? fmt::format("options {} {}={}\n", parts[3], parts[5], cell.wanted)
                           : std::string();
}

constexpr std::array<Keeper, 4> kKeepers = {{{"sysctl.d", kSysctlFile, sysctl_line},
                                             {"tmpfiles.d", kTmpfilesFile, tmpfiles_line},
                                             {"grub.d", kGrubFile, grub_line},
                                             {"modprobe.d", kModprobeFile, modprobe_line}}};

/// One rule for each device, its cells in the order of the knob: setting a scheduler resets others.
struct Rule {
  std::string match;
  std::vector<std::pair<std::string, std::string>> sets;  // attribute, value

  void set(const std::string& attribute, const std::string& value) {
    for (auto& [name, held] : sets) {
      if (name == attribute) {
        held = value;
        return;
      }
    }
    sets.emplace_back(attribute, value);
  }
  std::string line() const {
    // An interface is renamed after its rules were run: it comes again as "move".
    std::string out = fmt::format("ACTION==\"add|change|move\", {}", match);
    for (const auto& [attribute, value] : sets)
      out += fmt::format(", ATTR{{{}}}=\"{}\"", attribute, value);
    return out + "\n";
  }
};

/// What steps add up to; the later ones count.
struct Collected {
  std::map<std::string, Lines> lines;  // by path of the file
  std::map<std::string, Rule> rules;   // by knob and match
  std::map<std::string, std::string> own;
  std::vector<std::string> watched;  // cells that inotify can watch
  bool has_gpu = false;

  void add(const PlanStep& step, const CellChange& cell);
};

void Collected::add(const PlanStep& step, const CellChange& cell) {
  if (cell.path.starts_with("/proc/sys/")) watched.push_back(cell.path);
  if (cell.path.starts_with("file:")) {
    own[cell.path.substr(5)] = cell.content;
    return;
  }
  if (step.persists == "unit") has_gpu = true;
  if (step.persists == "udev" && !step.match.empty()) {
    Rule& rule = rules[step.knob + " " + step.match];
    rule.match = step.match;
    const std::string folder = fmt::format("/{}/", step.instance);
    const std::size_t at = cell.path.find(folder);
    if (at != std::string::npos) rule.set(cell.path.substr(at + folder.size()), cell.wanted);
  }
  for (const Keeper& keeper : kKeepers) {
    if (step.persists != keeper.name) continue;
    Lines& into = lines[keeper.path];
    // A twin that an earlier step wanted would be set to 0 by this one, or this one by it.
    for (const CellChange& twin : step.cells) {
      if (twin.cell == cell.twin) into.erase(twin.path);
    }
    into[cell.path] = keeper.line(step, cell);
  }
}

/// A step says itself how it is kept: its knob may be of data that are not in force now. One that
/// an older gb10 wrote down is as its knob is.
Result<PlanStep> whole(PlanStep step, const KnobTable& table, const HostView& host) {
  const Knob* const knob = table.knob(step.knob);
  if (step.persists.empty() && knob) step.persists = knob->persists;
  for (CellChange& cell : step.cells) {
    if (cell.wanted.empty() || !cell.path.starts_with("file:") || !cell.content.empty()) continue;
    const KnobCell* const known = knob ? knob->cell(cell.cell) : nullptr;
    if (!known)
      return Error{Error::Kind::unsupported,
                   fmt::format("what {} writes to {} is not known here", step.knob, cell.path)};
    cell.content = TRY(filled(known->content, step.instance, host));
  }
  return step;
}

}  // namespace

bool is_persistence(std::string_view name) {
  for (const Keeper& keeper : kKeepers) {
    if (name == keeper.name) return true;
  }
  return name == "udev" || name == "unit" || name == "itself" || name == "no";
}

const char* file_of(std::string_view persistence) {
  for (const Keeper& keeper : kKeepers) {
    if (persistence == keeper.name) return keeper.path;
  }
  if (persistence == "udev") return kUdevFile;
  return persistence == "unit" ? kTuneUnit : nullptr;
}

bool starts_program(std::string_view path) { return path == kTuneUnit || path == kWatchUnit; }

Result<std::vector<PlannedFile>> boot_files(const std::vector<PlanStep>& steps,
                                            const KnobTable& table, const BootSetup& setup,
                                            const HostView& host) {
  Collected all;
  for (const PlanStep& step : steps) {
    const bool counts =
        step.state == PlanStep::State::change || step.state == PlanStep::State::same;
    if (!counts) continue;
    const PlanStep known = TRY(whole(step, table, host));
    for (const CellChange& cell : known.cells) {
      if (!cell.wanted.empty()) all.add(known, cell);
    }
  }
  std::map<std::string, std::string> texts = std::move(all.own);
  for (const auto& [path, lines] : all.lines) {
    for (const auto& [key, line] : lines) texts[path] += line;
  }
  for (const auto& [key, rule] : all.rules) texts[kUdevFile] += rule.line();
  if (all.has_gpu && !setup.program.empty()) {
    texts[kUdevFile] += tune_unit_trigger();
    for (auto& [path, text] : tune_unit_files(setup.program)) texts[path] = text;
  }
  const bool has_something = !texts.empty() || all.has_gpu;
  if (setup.watch != BootSetup::Watch::no && has_something) {
    const bool enforces = setup.watch == BootSetup::Watch::enforce;
    for (auto& [path, text] : watch_unit_files(setup.program, enforces, all.watched))
      texts[path] = text;
  }
  std::vector<PlannedFile> out;
  for (const auto& [path, text] : texts) out.push_back({path, own_file(text), {}});
  return out;
}

}  // namespace gb10
