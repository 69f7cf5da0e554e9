#pragma once

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
  std::vector<Target> targets;
  std::int64_t holds = 0, growth = 0;  // bytes; growth is what it was chosen for
  bool grew = false;                   // else it was chosen because it holds most
};

/// Why this one, with its numbers.
std::string sentence(const Victim& victim);

/// What a process holds of the GPU's memory, which on a shared memory is memory like any other.
using GpuBytes = std::map<std::int64_t, std::int64_t>;

/// Bytes that end with the process: its own, shared or held, swapped, and on the GPU.
std::int64_t held_by(const ProcessUse& process, const GpuBytes& gpu);

/// Chooses what to stop: what grew most of late, else over a longer time, else what holds most.
class Victims {
 public:
  /// `self` is our own pid.
  Victims(GuardPolicy policy, std::int64_t self) : policy_(std::move(policy)), self_(self) {}

  /// Remembers how much each process holds in calm times.
  void remember(std::span<const ProcessUse> now, const GpuBytes& gpu, double seconds);

  /// Nothing where nothing may be stopped.
  std::optional<Victim> choose(std::span<const ProcessUse> now, const GpuBytes& gpu) const;

  /// What the group of `process` is called and whether it may be stopped at all.
  bool may_stop(const ProcessUse& process) const;

 private:
  struct Held {
    std::uint64_t started = 0;
    std::int64_t bytes = 0;
  };
  using Scan = std::map<std::int64_t, Held>;
  struct Remembered {
    double seconds = 0;
    Scan scan;
  };

  static std::int64_t grown(const ProcessUse& process, const GpuBytes& gpu, const Scan* before);
  std::optional<Victim> most_grown(std::span<const ProcessUse> now, const GpuBytes& gpu,
                                   const Scan* before) const;

  GuardPolicy policy_;
  std::int64_t self_;
  std::vector<Remembered> scans_;  // the newest last
};

/// The group that a process is stopped with.
Victim::Kind kind_of(const ProcessUse& process);

}  // namespace gb10
