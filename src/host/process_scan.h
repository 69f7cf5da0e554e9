#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "host/descriptor.h"

namespace gb10 {

/// A process and the memory that it holds, in bytes; `held` is what its open files keep in memory
/// without being mapped (memfd and deleted files of tmpfs), -1 where nobody looked.
struct ProcessUse {
  std::int64_t pid = 0, parent = 0, group = 0, session = 0;
  std::uint64_t started = 0;  // ticks since boot: with the pid it names a process for good
  std::int64_t anonymous = 0, shared = 0, swapped = 0, held = -1;
  std::array<char, 16> comm{};     // the kernel's name, of at most 15 bytes
  std::array<char, 200> cgroup{};  // the end of its path, where it is longer

  std::string_view name() const { return comm.data(); }
  std::string_view unit() const { return cgroup.data(); }
};

/// Reads the processes below /proc into a table of fixed size. It asks for nothing that waits for
/// a process's own memory (no command line, no maps), so that it also answers while one hangs, and
/// allocates nothing after it was opened.
class ProcessScan {
 public:
  /// `root` is "/proc" or a tree that looks like it.
  static Result<ProcessScan> open(const std::string& root, std::size_t most = 8192);

  /// Every process with memory of its own, in the order of the directory. Kernel threads have none
  /// and are left out; processes that end meanwhile are passed over.
  void read(std::vector<ProcessUse>& into);

  /// Looks up what the open files of `process` hold; a second look at a table of descriptors, which
  /// takes longer than the rest.
  void add_held(ProcessUse& process);

 private:
  ProcessScan(Descriptor root, std::size_t most);
  bool read_one(std::int64_t pid, ProcessUse& into);
  std::string_view text(std::int64_t pid, const char* name);

  Descriptor root_;
  std::size_t most_;
  std::vector<char> buffer_;
};

/// Reads /proc/PID/stat, /proc/PID/status and /proc/PID/cgroup. False where they make no sense.
bool parse_stat(std::string_view text, ProcessUse& into);
bool parse_status(std::string_view text, ProcessUse& into);
void parse_cgroup(std::string_view text, ProcessUse& into);

}  // namespace gb10
