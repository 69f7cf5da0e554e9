#include "guard/victim.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

constexpr double kRecent = 5, kLong = 600;  // seconds that growth is looked at over
constexpr std::size_t kMostScans = 64;

bool is_shell(std::string_view name) {
  for (const std::string_view shell : {"bash", "sh", "dash", "zsh", "fish", "ksh", "tcsh"}) {
    if (name == shell || (name.starts_with('-') && name.substr(1) == shell)) return true;
  }
  return false;
}

std::string key_of(const ProcessUse& process, Victim::Kind kind) {
  return kind == Victim::Kind::group ? fmt::format("{}", process.group)
                                     : std::string(process.unit());
}

std::string amount(std::int64_t value) { return to_text(bytes(static_cast<double>(value))); }

}  // namespace

std::string sentence(const Victim& victim) {
  const char* const kind = victim.kind == Victim::Kind::container ? "container"
                           : victim.kind == Victim::Kind::service ? "service"
                                                                  : "process group";
  const std::string_view unit = victim.unit;
  const std::string_view end = unit.substr(unit.rfind('/') + 1);
  return fmt::format(
      "{} ({} {}, {}) {} {}", victim.name, kind, end,
      counted(static_cast<std::int64_t>(victim.targets.size()), "process", "processes"),
      victim.grew ? "grew by" : "holds most,", amount(victim.grew ? victim.growth : victim.holds));
}

std::int64_t held_by(const ProcessUse& process, const GpuBytes& gpu) {
  const auto on_gpu = gpu.find(process.pid);
  return process.anonymous + std::max(process.shared, std::max<std::int64_t>(process.held, 0)) +
         process.swapped + (on_gpu == gpu.end() ? 0 : on_gpu->second);
}

Victim::Kind kind_of(const ProcessUse& process) {
  const std::string_view unit = process.unit();
  for (const std::string_view word :
       {"docker-", "/docker/", "libpod-", "kubepods", "cri-containerd", "crio-", "/lxc/"}) {
    if (unit.find(word) != std::string_view::npos) return Victim::Kind::container;
  }
  const std::string_view end = unit.substr(unit.rfind('/') + 1);
  if (end.ends_with(".service") && !end.starts_with("user@")) return Victim::Kind::service;
  return Victim::Kind::group;
}

bool Victims::may_stop(const ProcessUse& process) const {
  // Our child is the process that asks the driver.
  if (process.pid <= 1 || process.pid == self_ || process.parent == self_) return false;
  if (policy_.spares(process.name())) return false;
  // A shell that leads its session is somebody's login, or was one.
  const bool is_login = process.pid == process.session && is_shell(process.name());
  return !is_login || kind_of(process) == Victim::Kind::container;
}

void Victims::remember(std::span<const ProcessUse> now, const GpuBytes& gpu, double seconds) {
  Remembered scan{seconds, {}};
  for (const ProcessUse& process : now)
    scan.scan[process.pid] = {process.started, held_by(process, gpu)};
  // What is older than the longest look back is needed once.
  while (scans_.size() > 1 && (seconds - scans_[1].seconds > kLong || scans_.size() >= kMostScans))
    scans_.erase(scans_.begin());
  scans_.push_back(std::move(scan));
}

std::int64_t Victims::grown(const ProcessUse& process, const GpuBytes& gpu, const Scan* before) {
  const std::int64_t holds = held_by(process, gpu);
  if (!before) return holds;
  const auto at = before->find(process.pid);
  const bool is_same = at != before->end() && at->second.started == process.started;
  return is_same ? holds - at->second.bytes : holds;
}

std::optional<Victim> Victims::most_grown(std::span<const ProcessUse> now, const GpuBytes& gpu,
                                          const Scan* before) const {
  std::map<std::pair<Victim::Kind, std::string>, std::pair<Victim, std::int64_t>> groups;
  for (const ProcessUse& process : now) {
    if (!may_stop(process)) continue;
    const Victim::Kind kind = kind_of(process);
    const std::string unit = key_of(process, kind);
    auto& [group, largest] = groups[{kind, unit}];
    const std::int64_t holds = held_by(process, gpu);
    if (group.targets.empty() || holds > largest) {
      largest = holds;
      group.name = process.name();
    }
    group.kind = kind;
    group.unit = unit;
    group.targets.push_back({process.pid, process.started});
    group.holds += holds;
    group.growth += grown(process, gpu, before);
  }
  const auto most = std::max_element(
      groups.begin(), groups.end(),
      [](const auto& a, const auto& b) { return a.second.first.growth < b.second.first.growth; });
  if (most == groups.end()) return std::nullopt;
  return most->second.first;
}

std::optional<Victim> Victims::choose(std::span<const ProcessUse> now, const GpuBytes& gpu) const {
  for (const double back : {kRecent, kLong}) {
    const auto before = std::find_if(scans_.begin(), scans_.end(), [&](const Remembered& scan) {
      return scans_.back().seconds - scan.seconds <= back;
    });
    if (before == scans_.end()) continue;
    std::optional<Victim> best = most_grown(now, gpu, &before->scan);
    if (best && static_cast<double>(best->growth) >= policy_.margin) {
      best->grew = true;
      return best;
    }
  }
  // Whose end would give nothing back is no victim.
  std::optional<Victim> largest = most_grown(now, gpu, nullptr);
  if (largest && static_cast<double>(largest->holds) < policy_.margin) return std::nullopt;
  return largest;
}

}  // namespace gb10
