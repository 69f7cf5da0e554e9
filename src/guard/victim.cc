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

/// The path of a container up to its id: what runs in it may have groups of its own below.
std::string_view container_path(std::string_view unit) {
  for (std::size_t end = unit.find('/', 1);; end = unit.find('/', end + 1)) {
    const std::string_view path = unit.substr(0, end);
    if (!container_id(path.substr(path.rfind('/') + 1)).empty()) return path;
    if (end == std::string_view::npos) return unit;
  }
}

std::string key_of(const ProcessUse& process, Victim::Kind kind) {
  if (kind == Victim::Kind::group) return fmt::format("{}", process.group);
  return std::string(kind == Victim::Kind::container ? container_path(process.unit())
                                                     : process.unit());
}

std::string amount(std::int64_t value) { return to_text(bytes(static_cast<double>(value))); }

}  // namespace

std::string_view container_id(std::string_view part) {
  if (part.ends_with(".scope")) part.remove_suffix(6);
  const std::string_view id = part.substr(part.rfind('-') + 1);
  const bool is_hex = id.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  return id.size() >= 12 && is_hex ? id : std::string_view();
}

std::string sentence(const Victim& victim) {
  const char* const kind = victim.kind == Victim::Kind::container ? "container"
                           : victim.kind == Victim::Kind::service ? "service"
                                                                  : "process group";
  const std::string_view unit = victim.unit;
  const std::string_view end = unit.substr(unit.rfind('/') + 1);
  return fmt::format(
      "{} [{}] ({} {}, {}) {} {}", printable(victim.name), victim.pid, kind, printable(end),
      counted(static_cast<std::int64_t>(victim.targets.size()), "process", "processes"),
      victim.grew ? "grew by" : "holds most,", amount(victim.grew ? victim.growth : victim.holds));
}

Holding holding_of(const ProcessUse& process, const GpuBytes& gpu) {
  const auto on_gpu = gpu.find(process.pid);
  return {.own = process.anonymous + process.swapped,
          .shared = std::max(process.shared, std::max<std::int64_t>(process.held, 0)),
          .gpu = on_gpu == gpu.end() ? 0 : on_gpu->second};
}

Victim::Kind kind_of(const ProcessUse& process) {
  const std::string_view unit = process.unit();
  const std::string_view path = container_path(unit);
  const bool has_id = !container_id(path.substr(path.rfind('/') + 1)).empty();
  for (const std::string_view word :
       {"docker-", "/docker/", "libpod-", "kubepods", "cri-containerd", "crio-"}) {
    if (has_id && unit.find(word) != std::string_view::npos) return Victim::Kind::container;
  }
  if (unit.find("/lxc/") != std::string_view::npos) return Victim::Kind::container;
  const std::string_view end = unit.substr(unit.rfind('/') + 1);
  // In these the jobs of everybody lie together.
  for (const std::string_view all :
       {"cron.service", "crond.service", "atd.service", "ssh.service", "sshd.service"}) {
    if (end == all) return Victim::Kind::group;
  }
  if (end.ends_with(".service") && !end.starts_with("user@")) return Victim::Kind::service;
  return Victim::Kind::group;
}

bool Victims::may_stop(const ProcessUse& process) const {
  // Our child is the process that asks the driver.
  if (process.pid <= 1 || process.pid == self_ || process.parent == self_) return false;
  if (policy_.spares(process.name())) return false;
  if (std::find(given_up_.begin(), given_up_.end(), Target{process.pid, process.started}) !=
      given_up_.end())
    return false;
  // A shell that leads its session is somebody's login, or was one.
  const bool is_login = process.pid == process.session && is_shell(process.name());
  return !is_login || kind_of(process) == Victim::Kind::container;
}

void Victims::give_up(const std::vector<Target>& targets) {
  constexpr std::size_t kMost = 1024;
  given_up_.insert(given_up_.end(), targets.begin(), targets.end());
  if (given_up_.size() > kMost) given_up_.erase(given_up_.begin(), given_up_.end() - kMost);
}

std::vector<Target> Victims::members(std::span<const ProcessUse> now, const Victim& victim) const {
  std::vector<Target> out;
  for (const ProcessUse& process : now) {
    if (may_stop(process) && kind_of(process) == victim.kind &&
        key_of(process, victim.kind) == victim.unit)
      out.push_back({process.pid, process.started});
  }
  return out;
}

void Victims::remember(std::span<const ProcessUse> now, const std::optional<GpuBytes>& gpu,
                       double seconds) {
  Scan scan{seconds, gpu.has_value(), {}};
  if (gpu) said_.clear();
  for (const ProcessUse& process : now) {
    const Holding holding = holding_of(process, gpu.value_or(GpuBytes()));
    scan.held[process.pid] = {process.started, holding};
    if (holding.gpu > 0) said_[process.pid] = {process.started, holding.gpu};
  }
  // What is older than the longest look back is needed once.
  while (scans_.size() > 1 && (seconds - scans_[1].seconds > kLong || scans_.size() >= kMostScans))
    scans_.erase(scans_.begin());
  scans_.push_back(std::move(scan));
}

GpuBytes Victims::last_known(std::span<const ProcessUse> now) const {
  GpuBytes out;
  for (const ProcessUse& process : now) {
    const auto at = said_.find(process.pid);
    if (at != said_.end() && at->second.first == process.started)
      out[process.pid] = at->second.second;
  }
  return out;
}

Holding Victims::grown(const ProcessUse& process, const Holding& now, const Scan& before) {
  const auto at = before.held.find(process.pid);
  if (at != before.held.end() && at->second.started == process.started) {
    const Holding& then = at->second.holding;
    // What was not known then did not grow since.
    return {now.own - then.own, now.shared - then.shared,
            before.knows_gpu ? now.gpu - then.gpu : 0};
  }
  // One that is new has at first what its parent had.
  const auto parent = before.held.find(process.parent);
  const std::int64_t inherited =
      parent == before.held.end() ? 0 : std::min(now.own, parent->second.holding.own);
  return {now.own - inherited, now.shared, now.gpu};
}

std::optional<Victim> Victims::most_grown(std::span<const ProcessUse> now, const GpuBytes& gpu,
                                          const Scan* before) const {
  struct Group {
    Victim victim;
    Together holds, growth;
    std::int64_t largest = 0;
  };
  std::map<std::int64_t, std::int64_t> own;  // by pid
  for (const ProcessUse& process : now) own[process.pid] = holding_of(process, gpu).own;
  std::map<std::pair<Victim::Kind, std::string>, Group> groups;
  for (const ProcessUse& process : now) {
    if (!may_stop(process)) continue;
    const Victim::Kind kind = kind_of(process);
    const std::string unit = key_of(process, kind);
    Group& group = groups[{kind, unit}];
    Victim& victim = group.victim;
    const Holding holding = holding_of(process, gpu);
    if (victim.targets.empty() || holding.all() > group.largest) {
      group.largest = holding.all();
      victim.name = process.name();
      victim.pid = process.pid;
    }
    victim.kind = kind;
    victim.unit = unit;
    victim.targets.push_back({process.pid, process.started});
    // What a child may still share with its parent is counted with the parent alone.
    Holding alone = holding;
    if (const auto parent = own.find(process.parent); parent != own.end())
      alone.own -= std::min(alone.own, parent->second);
    group.holds.add(alone);
    group.growth.add(before ? grown(process, holding, *before) : alone);
  }
  const auto most = std::max_element(
      groups.begin(), groups.end(),
      [](const auto& a, const auto& b) { return a.second.growth.all() < b.second.growth.all(); });
  if (most == groups.end()) return std::nullopt;
  Victim out = std::move(most->second.victim);
  out.holds = most->second.holds.all();
  out.growth = most->second.growth.all();
  return out;
}

std::optional<Victim> Victims::choose(std::span<const ProcessUse> now,
                                      const std::optional<GpuBytes>& gpu) const {
  const GpuBytes on_gpu = gpu ? *gpu : last_known(now);
  for (const double back : {kRecent, kLong}) {
    const auto before = std::find_if(scans_.begin(), scans_.end(), [&](const Scan& scan) {
      return scans_.back().seconds - scan.seconds <= back;
    });
    if (before == scans_.end()) continue;
    std::optional<Victim> best = most_grown(now, on_gpu, &*before);
    if (best && static_cast<double>(best->growth) >= policy_.margin) {
      best->grew = true;
      return best;
    }
  }
  // Whose end would give nothing back is no victim.
  std::optional<Victim> largest = most_grown(now, on_gpu, nullptr);
  if (largest && static_cast<double>(largest->holds) < policy_.margin) return std::nullopt;
  return largest;
}

}  // namespace gb10
