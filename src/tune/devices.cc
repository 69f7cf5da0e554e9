#include "tune/devices.h"

#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/cpuinfo.h"
#include "tune/cells.h"
#include "tune/swaps.h"

namespace gb10 {

namespace {

constexpr std::string_view kSwaps = "/proc/swaps";
constexpr std::string_view kBlock = "/sys/block", kNetwork = "/sys/class/net";

std::string file_name(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

/// Adds what fits "cpu*/cpuidle/state*" below `folder`. A pattern that ends with a slash takes
/// folders alone.
Result<void> add_fitting(const HostView& host, const std::string& folder, std::string_view pattern,
                         const std::string& before, std::vector<std::string>& into) {
  const std::size_t slash = pattern.find('/');
  const std::string_view first = pattern.substr(0, slash);
  const std::string_view rest =
      slash == std::string_view::npos ? std::string_view() : pattern.substr(slash + 1);
  const std::vector<DirEntry> entries = TRY(host.list(folder));
  for (const DirEntry& entry : entries) {
    if (!fits_glob(first, entry.name)) continue;
    if (!rest.empty()) {
      // One that has no such folder has no such instance.
      static_cast<void>(add_fitting(host, fmt::format("{}/{}", folder, entry.name), rest,
                                    fmt::format("{}{}/", before, entry.name), into));
      continue;
    }
    if (slash == std::string_view::npos || entry.kind == FileKind::directory)
      into.push_back(before + entry.name);
  }
  return {};
}

bool is_of_driver(const Knob& knob, const std::string& instance, const HostView& host) {
  if (knob.driver.empty()) return true;
  const auto link = host.link(fmt::format("{}/{}/device/driver", knob.folder, instance));
  return link.ok() && file_name(*link) == knob.driver;
}

bool is_at_least(const Knob& knob, const std::string& instance, const HostView& host) {
  if (knob.least_of.empty()) return true;
  const auto text = host.read(fmt::format("{}/{}/{}", knob.folder, instance, knob.least_of));
  const auto number = text.ok() ? whole_number(trimmed(*text)) : std::nullopt;
  return number && *number >= knob.least;
}

/// Of a file of the kernel that is not there, there is no instance.
bool has_cell(const Knob& knob, const std::string& instance, const HostView& host) {
  if (knob.cells.empty()) return true;
  const std::string path = cell_path(knob.cells.front(), instance);
  return !path.starts_with("/") || host.info(path).ok();
}

/// Disks that one can put something on, not an empty loop.
bool is_disk(const Knob& knob, const std::string& instance, const HostView& host) {
  if (knob.folder != kBlock) return true;
  const auto size = host.read(fmt::format("{}/{}/size", kBlock, instance));
  return size.ok() && trimmed(*size) != "0";
}

/// As udev compares: a "|" would be an "or", and stars stand for anything.
bool is_comparable(std::string_view text) {
  return !text.empty() && text.size() <= 200 &&
         text.find_first_of("\"\\|*?[]$%\n\t") == std::string_view::npos;
}

constexpr std::string_view kDisk = "SUBSYSTEM==\"block\", ENV{DEVTYPE}==\"disk\", ";

std::string disk_match(const std::string& disk, const HostView& host) {
  struct Sign {
    const char *file, *match;
  };
  constexpr std::array<Sign, 5> kSigns = {{{"serial", "ATTR{serial}"},
                                           {"device/serial", "ATTRS{serial}"},
                                           {"wwid", "ATTR{wwid}"},
                                           {"device/wwid", "ATTRS{wwid}"},
                                           {"loop/backing_file", "ATTR{loop/backing_file}"}}};
  for (const auto& [file, match] : kSigns) {
    const auto text = host.read(fmt::format("{}/{}/{}", kBlock, disk, file));
    if (!text.ok()) continue;
    const std::string_view sign = trimmed(*text);
    if (is_comparable(sign)) return fmt::format("{}{}==\"{}\"", kDisk, match, sign);
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> instances_of(const Knob& knob, const HostView& host) {
  if (!knob.needs.empty()) {
    const auto info = host.info(knob.needs);
    if (!info.ok()) return Error{info.error().kind, fmt::format("{} is not there", knob.needs)};
  }
  if (knob.folder.empty()) return std::vector<std::string>{""};
  if (knob.folder == kSwaps) return swap_files(host);
  std::vector<std::string> found, out;
  TRY(add_fitting(host, knob.folder, knob.match, {}, found));
  for (const std::string& each : found) {
    if (is_of_driver(knob, each, host) && is_at_least(knob, each, host) &&
        is_disk(knob, each, host) && has_cell(knob, each, host))
      out.push_back(each);
  }
  return out;
}

std::string udev_match(const Knob& knob, const std::string& instance, const HostView& host) {
  if (knob.folder == kNetwork && is_comparable(instance)) {
    const std::string driver =
        knob.driver.empty() ? "" : fmt::format(", DRIVERS==\"{}\"", knob.driver);
    return fmt::format("SUBSYSTEM==\"net\", KERNEL==\"{}\"{}", instance, driver);
  }
  return knob.folder == kBlock ? disk_match(instance, host) : std::string();
}

std::optional<PlanStep> at_present(const PlanStep& step, const HostView& host) {
  if (!step.match.starts_with(kDisk) || disk_match(step.instance, host) == step.match) return step;
  const auto disks = host.list(kBlock);
  for (const DirEntry& disk : disks.value_or(std::vector<DirEntry>())) {
    if (disk_match(disk.name, host) != step.match) continue;
    PlanStep out = step;
    out.instance = disk.name;
    const std::string from = fmt::format("{}/{}/", kBlock, step.instance);
    const std::string to = fmt::format("{}/{}/", kBlock, disk.name);
    for (CellChange& cell : out.cells) {
      cell.path = replaced(cell.path, from, to);
      cell.reset_by = replaced(cell.reset_by, from, to);
    }
    return out;
  }
  return std::nullopt;
}

Result<std::string> filled(std::string_view text, const std::string& instance,
                           const HostView& host) {
  std::string out = replaced(replaced(text, "{}", instance), "{unit}", unit_name(instance));
  if (out.find("{big}") == std::string::npos && out.find("{little}") == std::string::npos)
    return out;
  const std::string cpuinfo = TRY(host.read("/proc/cpuinfo"));
  const std::vector<CpuKind> kinds = cpu_kinds(cpuinfo);
  const std::vector<int> big = cpus_of(kinds, kX925), little = cpus_of(kinds, kA725);
  if (big.empty() || little.empty())
    return Error{Error::Kind::unsupported, "this machine has not two kinds of cores"};
  return replaced(replaced(out, "{big}", cpu_list(big)), "{little}", cpu_list(little));
}

}  // namespace gb10
