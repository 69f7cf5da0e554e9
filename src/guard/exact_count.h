#pragma once

#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "guard/hands.h"

namespace gb10 {

/// Bytes of memory and swap that the text of a /proc/PID/smaps_rollup says are a process's, of what
/// it shares with others its part; nothing where it does not tell.
std::optional<std::int64_t> proportional(std::string_view text);

/// Counts what processes hold together as the kernel does, in which what several of them have is
/// shared out. That walks through their memory and may have to wait for them, so it is done aside.
class ExactCount {
 public:
  struct Counted {
    double begun = 0;  // seconds
    std::int64_t bytes = 0;
  };

  /// Begins to count, unless it is at it. For a process that does not tell, what it may hold at
  /// most is taken.
  void begin(std::span<const ProcessUse> members, const GpuBytes& gpu, double seconds);

  /// The newest count; nothing before the first.
  std::optional<Counted> newest();
  /// When the count that goes on was begun.
  std::optional<double> waits_since() const { return waits_; }

 private:
  std::mutex mutex_;
  std::optional<Counted> newest_;
  std::optional<double> waits_;
  Background aside_{1};  // the last: its work uses the others
};

}  // namespace gb10
