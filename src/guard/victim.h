#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "guard/policy.h"
#include "host/process_scan.h"

namespace gb10 {

/// A process, named for good.
struct Target {
  std::int64_t pid = 0;
  std::uint64_t started = 0;

  friend bool operator==(const Target&, const Target&) = default;
};

/// What is stopped as one: a service, a container, or what one command of a shell started.
struct Victim {
  enum class Kind { group, service, container };

  Kind kind = Kind::group;
  std::string unit;  // its control group, or the number of the process group
  std::string name;  // of the process that holds most
  std::int64_t pid = 0;
  std::vector<Target> targets;
  std::int64_t holds = 0, growth = 0;  // bytes; growth is what it was chosen for
  bool grew = false;                   // else it was chosen because it holds most
};

/// Why this one, with its numbers.
std::string sentence(const Victim& victim);

/// What a process holds of the GPU's memory, which on a shared memory is memory like any other.
using GpuBytes = std::map<std::int64_t, std::int64_t>;

/// What a process holds, in bytes.
struct Holding {
  std::int64_t own = 0;     // its own, also in swap; after a fork pages that are still the parent's
  std::int64_t shared = 0;  // shared memory, mapped or kept by open files: others may hold the same
  std::int64_t gpu = 0;

  std::int64_t all() const { return own + shared + gpu; }
};
Holding holding_of(const ProcessUse& process, const GpuBytes& gpu);

/// What processes hold together: shared memory is taken to be the same, and counts once.
class Together {
 public:
  void add(const Holding& each) {
    alone_ += each.own + each.gpu;
    shared_ = std::max(shared_, each.shared);
  }
  std::int64_t all() const { return alone_ + shared_; }

 private:
  std::int64_t alone_ = 0, shared_ = 0;
};

/// Chooses what to stop: what grew most of late, else over a longer time, else what holds most.
class Victims {
 public:
  /// `self` is our own pid.
  Victims(GuardPolicy policy, std::int64_t self) : policy_(std::move(policy)), self_(self) {}

  /// Remembers how much each process holds in calm times; without `gpu` the driver is silent.
  void remember(std::span<const ProcessUse> now, const std::optional<GpuBytes>& gpu,
                double seconds);

  /// Nothing where nothing may be stopped. A driver that is silent, as it is when memory is short,
  /// is taken to say what it said last.
  std::optional<Victim> choose(std::span<const ProcessUse> now,
                               const std::optional<GpuBytes>& gpu) const;

  /// Who belongs to the group of `victim` now.
  std::vector<Target> members(std::span<const ProcessUse> now, const Victim& victim) const;

  /// Chooses these no more: they were killed, and do not go.
  void give_up(const std::vector<Target>& targets);

  bool may_stop(const ProcessUse& process) const;

 private:
  struct Held {
    std::uint64_t started = 0;
    Holding holding;
  };
  struct Scan {
    double seconds = 0;
    bool knows_gpu = false;
    std::map<std::int64_t, Held> held;  // by pid
  };

  GpuBytes last_known(std::span<const ProcessUse> now) const;
  static Holding grown(const ProcessUse& process, const Holding& now, const Scan& before);
  std::optional<Victim> most_grown(std::span<const ProcessUse> now, const GpuBytes& gpu,
                                   const Scan* before) const;

  GuardPolicy policy_;
  std::int64_t self_;
  std::vector<Scan> scans_;                                              // the newest last
  std::map<std::int64_t, std::pair<std::uint64_t, std::int64_t>> said_;  // by the driver, last
  std::vector<Target> given_up_;
};

/// The group that a process is stopped with.
Victim::Kind kind_of(const ProcessUse& process);

/// The id in a part of a control group's path: "docker-0123….scope", "0123…"; empty where there is
/// none.
std::string_view container_id(std::string_view part);

}  // namespace gb10
