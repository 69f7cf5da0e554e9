#include "tune/boot_units.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "host/units.h"

namespace gb10 {

namespace {

constexpr const char* kWanted = "/etc/systemd/system/multi-user.target.d/50-gb10-tune.conf";
constexpr const char* kWatchWanted =
    "/etc/systemd/system/multi-user.target.d/50-gb10-tune-watch.conf";
constexpr const char* kWatchPath = "/etc/systemd/system/gb10-tune-watch.path";
constexpr const char* kWatchTimer = "/etc/systemd/system/gb10-tune-watch.timer";
constexpr const char* kEnforce = " --enforce";

std::string command_line(const std::string& program, std::string_view words) {
  return replaced(replaced(unit_word(program), "%", "%%"), "$", "$$") + std::string(words);
}

/// A package that was removed must not leave a unit that fails at every boot.
std::string while_installed(const std::string& program) {
  return fmt::format("ConditionFileIsExecutable={}\n", replaced(program, "%", "%%"));
}

bool has_start(const std::vector<std::string>& paths, std::string_view start) {
  return std::any_of(paths.begin(), paths.end(),
                     [&](const std::string& path) { return path.starts_with(start); });
}

/// The owner sees what it says while it works: it may take a minute.
Result<void> run_tool(Host& host, std::vector<std::string> words) {
  const std::string what = joined(words, " ");
  const Output done =
      TRY(host.run({.argv = std::move(words), .deadline = std::chrono::minutes(5)}));
  if (done.exit == 0) return {};
  return Error{Error::Kind::failed, fmt::format("{} ended with {}: {}", what, done.exit,
                                                printable(trimmed(done.err), 300))};
}

std::vector<std::string> watchers(const std::vector<std::string>& paths) {
  std::vector<std::string> out;
  for (const char* const unit : {kWatchPath, kWatchTimer}) {
    if (has_start(paths, unit))
      out.emplace_back(std::string_view(unit).substr(std::string_view(unit).rfind('/') + 1));
  }
  return out;
}

}  // namespace

std::map<std::string, std::string> tune_unit_files(const std::string& program) {
  const std::string unit = fmt::format(
      "[Unit]\nDescription=gb10 tune: asks the GPU's driver again for what it forgets\n"
      "After=nvidia-persistenced.service systemd-modules-load.service\n{}\n[Service]\n"
      "Type=oneshot\nExecStart={}\nTimeoutStartSec=150\n",
      while_installed(program), command_line(program, " tune reapply --only gpu --wait 60"));
  return {{kTuneUnit, unit}, {kWanted, "[Unit]\nWants=gb10-tune.service\n"}};
}

std::string tune_unit_trigger() {
  return "ACTION==\"add\", SUBSYSTEM==\"module\", KERNEL==\"nvidia\", TAG+=\"systemd\", "
         "ENV{SYSTEMD_WANTS}+=\"gb10-tune.service\"\n";
}

std::map<std::string, std::string> watch_unit_files(const std::string& program, bool enforces,
                                                    const std::vector<std::string>& cells) {
  std::map<std::string, std::string> out;
  out[kWatchUnit] = fmt::format(
      "[Unit]\nDescription=gb10 tune: is everything as it was set?\nStartLimitIntervalSec=0\n{}\n"
      "[Service]\nType=oneshot\nExecStart={}\n",
      while_installed(program),
      command_line(program, fmt::format(" tune verify{}", enforces ? kEnforce : "")));
  std::string wanted = "gb10-tune-watch.timer";
  if (!cells.empty()) {
    std::string path =
        fmt::format("[Unit]\nDescription=gb10 tune: a setting was written\n{}\n[Path]\n",
                    while_installed(program));
    std::vector<std::string> sorted = cells;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    for (const std::string& cell : sorted) path += fmt::format("PathChanged={}\n", cell);
    out[kWatchPath] = path;
    wanted += " gb10-tune-watch.path";
  }
  out[kWatchTimer] = fmt::format(
      "[Unit]\nDescription=gb10 tune: looks every quarter of an hour\n{}\n[Timer]\n"
      "OnBootSec=2min\nOnUnitInactiveSec=15min\n",
      while_installed(program));
  out[kWatchWanted] = fmt::format("[Unit]\nWants={}\n", wanted);
  return out;
}

bool is_enforcing(std::string_view unit) { return unit.find(kEnforce) != std::string_view::npos; }

Result<void> tell_of_files(Host& host, const std::vector<std::string>& paths) {
  if (has_start(paths, "/etc/systemd/system/") && has_systemd(host)) {
    TRY(systemctl(host, {"daemon-reload"}));
    for (const std::string& unit : watchers(paths)) {
      if (host.info("/etc/systemd/system/" + unit).ok()) TRY(systemctl(host, {"start", unit}));
    }
  }
  if (has_start(paths, "/etc/default/grub.d/")) TRY(run_tool(host, {"update-grub"}));
  if (has_start(paths, "/etc/modprobe.d/")) TRY(run_tool(host, {"update-initramfs", "-u"}));
  return {};
}

Result<void> end_units_of(Host& host, const std::vector<std::string>& paths) {
  if (!has_systemd(host)) return {};
  for (const std::string& unit : watchers(paths)) {
    if (host.info("/etc/systemd/system/" + unit).ok()) TRY(systemctl(host, {"stop", unit}));
  }
  return {};
}

}  // namespace gb10
