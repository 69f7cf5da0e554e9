#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace gb10 {

/// When a file was written and changed the last time, nanoseconds since 1970.
struct FileTimes {
  std::int64_t written = 0, changed = 0;
  friend bool operator==(const FileTimes&, const FileTimes&) = default;
};
Result<FileTimes> file_times(int file);

/// The same, as soon as the kernel's clock has left its last change behind: a change from then on
/// shows. Waits for a few milliseconds at most.
Result<FileTimes> settled_times(int file);

/// Refuses a file of which a part of the first `size` bytes is not on the disk as it is read:
/// holes, what was never written, what the file system keeps compressed. What it does not tell is
/// not refused. Error `invalid`, which calls the file `name`.
Result<void> check_extents(int file, std::uint64_t size, const std::string& name);

/// What the flags of an extent (FIEMAP) say against it; empty where nothing.
const char* extent_fault(std::uint32_t flags);

}  // namespace gb10
