#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>

#include "guard/victim.h"
#include "host/may_hang.h"

namespace gb10 {

/// Bytes of memory and swap that the text of a /proc/PID/smaps_rollup says are a process's, of what
/// it shares with others its part; nothing where it does not tell.
std::optional<std::int64_t> proportional(std::string_view text);

/// What `members` hold together as the kernel counts, in which what several of them have is shared
/// out, and files that are kept open and mapped by nobody count once. Nothing when one of them
/// ended meanwhile: then the same pages may have been counted twice. For one that does not tell,
/// what it may hold at most is taken. Walks through their memory and may have to wait for them.
std::optional<std::int64_t> counted_exactly(std::span<const ProcessUse> members,
                                            const GpuBytes& gpu);

/// Counts in a thread of its own, for which nobody waits: not even the end of the program.
class ExactCount {
 public:
  struct Counted {
    double begun = 0;  // seconds
    std::int64_t bytes = 0;
  };

  /// Begins to count, unless it is at it.
  void begin(std::span<const ProcessUse> members, const GpuBytes& gpu, double seconds);

  /// The newest count; nothing before the first.
  std::optional<Counted> newest() const;

 private:
  struct State {
    mutable std::mutex mutex;
    std::optional<Counted> newest;
  };
  MayHang<State> aside_;
};

}  // namespace gb10
