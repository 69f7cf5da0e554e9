#pragma once
// host/ is the door to the operating system. Collectors get a HostView and can only look; what
// tunes gets a Host. It refuses shells: a program is started from its argv alone, and every one has
// a deadline.

#include <chrono>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/blob.h"
#include "base/json.h"
#include "base/result.h"

namespace gb10 {

enum class FileKind { regular, directory, link, other };

/// A name in a directory.
struct DirEntry {
  std::string name;
  FileKind kind = FileKind::other;
  friend bool operator==(const DirEntry&, const DirEntry&) = default;
};

struct FileInfo {
  FileKind kind = FileKind::other;  // of what a link points to
  std::uint64_t size = 0;           // bytes
  unsigned mode = 0;                // permission bits
  unsigned owner = 0;               // uid
  std::int64_t modified = 0;        // seconds since 1970
  std::uint64_t links = 1;          // names that the file has
  friend bool operator==(const FileInfo&, const FileInfo&) = default;
};

/// Room in a file system, bytes.
struct Space {
  std::uint64_t total = 0, available = 0;
  friend bool operator==(const Space&, const Space&) = default;
};

/// A program to ask. `argv[0]` is looked up on a fixed system PATH, never the caller's.
struct Command {
  std::vector<std::string> argv;
  std::chrono::milliseconds deadline{2000};
  /// Says which lines of the answer count; of the others a recording keeps only that they were
  /// there (kDroppedLine). Null: all of them.
  bool (*keeps)(std::string_view line) = nullptr;
};

/// What a recording holds in the place of a line that does not count.
constexpr std::string_view kDroppedLine = "-";

struct Output {
  int exit = 0;
  std::string out, err;  // at most 16 MiB each
  friend bool operator==(const Output&, const Output&) = default;
};

/// Who asks, and when.
struct Self {
  unsigned effective_user = 0;
  bool live = false;  // false for trees and snapshots
  std::map<std::string, std::string, std::less<>> environment;
  std::int64_t now = 0;  // seconds since 1970
};

/// A file with its attributes, as `install` writes it.
struct File {
  std::string path, content;
  unsigned mode = 0644;
};

/// What a diagnosis may do: look. Paths are absolute. Errors: not_found, denied, timeout,
/// not_recorded, failed.
class HostView {
 public:
  virtual ~HostView() = default;
  /// The whole of a file of at most 16 MiB, following links. A file that does not answer within 2 s
  /// is `timeout`.
  virtual Result<std::string> read(std::string_view path) const = 0;
  virtual Result<std::unique_ptr<Blob>> open(std::string_view path) const = 0;
  /// Names in a directory, sorted.
  virtual Result<std::vector<DirEntry>> list(std::string_view dir) const = 0;
  virtual Result<FileInfo> info(std::string_view path) const = 0;
  /// What a symbolic link says.
  virtual Result<std::string> link(std::string_view path) const = 0;
  virtual Result<Space> space(std::string_view path) const = 0;
  virtual const Self& self() const = 0;
  /// Runs a read-only program. Not installed: not_found. Over its deadline: killed, `timeout`.
  virtual Result<Output> query(const Command& command) const = 0;
  /// The same for several, side by side; answers in the order of the questions.
  virtual std::vector<Result<Output>> query_all(std::span<const Command> commands) const;
};

/// What a tuner may do as well: touch.
class Host : public HostView {
 public:
  /// One write(2) to a file of /proc or /sys.
  virtual Result<void> poke(std::string_view path, std::string_view value) = 0;
  /// Writes a file whole or not at all: temporary beside it, fsync, rename.
  virtual Result<void> install(const File& file) = 0;
  /// A directory, with those above it that are missing; one that is there is left as it is.
  virtual Result<void> make_directory(std::string_view path) = 0;
  virtual Result<void> symlink(std::string_view target, std::string_view path) = 0;
  /// The same in the place of a link that may be there already, in one step; `conflict` where
  /// something else is there.
  virtual Result<void> replace_link(std::string_view target, std::string_view path) = 0;
  virtual Result<void> remove(std::string_view path) = 0;
  /// An empty directory; `conflict` where something is in it.
  virtual Result<void> remove_directory(std::string_view path) = 0;
  virtual Result<Output> run(const Command& command) = 0;
};

}  // namespace gb10
