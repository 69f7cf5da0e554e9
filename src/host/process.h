#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "host/descriptor.h"

namespace gb10 {

/// A child process that leads its own process group. At the end of its life the whole group is
/// killed and the child is reaped; one that even SIGKILL does not end (it hangs in the kernel) is
/// left behind after half a second instead of holding us.
class Process {
 public:
  Process() = default;
  explicit Process(pid_t id);
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  ~Process();

  /// Becomes readable when the child ends; none where the kernel has no pidfd_open (then ask
  /// `ended` from time to time).
  int end_descriptor() const { return end_.get(); }
  /// CPU time of the child so far, seconds; nothing where the kernel does not tell.
  std::optional<double> cpu_seconds() const;
  /// True when the child has ended, reaped or not. Does not wait.
  bool ended() const;
  /// Sends `signal` to the whole group.
  void signal(int signal) const;
  /// Kills what is left of the group and reaps the child, which has `patience` to go. The exit
  /// code, or 128 + the signal that ended it; nothing when it could not be reaped.
  std::optional<int> finish(std::chrono::milliseconds patience);

 private:
  std::optional<int> reap();

  pid_t id_ = -1;
  Descriptor end_;
};

/// The children that are a Process now. Others that we have were given to us by the kernel.
std::vector<std::int64_t> own_children();

/// Waits for nothing: reaps children that ended and are neither a Process nor `except`.
void reap_others(pid_t except);

}  // namespace gb10
