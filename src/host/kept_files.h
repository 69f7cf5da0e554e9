#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace gb10 {

/// A file without a name that an open descriptor keeps in memory: a memfd, or a deleted file of
/// tmpfs.
struct KeptFile {
  using Id = std::pair<std::uint64_t, std::uint64_t>;  // device and inode
  Id id;
  std::int64_t bytes = 0;
};

/// The one behind the descriptor `name` in the open directory `files`, a /proc/PID/fd. Nothing for
/// any other file. Allocates nothing, and asks no file system that may not answer.
std::optional<KeptFile> kept_file(int files, const char* name);

/// All of a process; none where they may not be looked at.
std::vector<KeptFile> kept_files(std::int64_t pid);

}  // namespace gb10
