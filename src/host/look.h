#pragma once

#include <fcntl.h>

#include <cstddef>
#include <cstdint>

namespace gb10 {

/// The ways to look at a path. Everything below uses async-signal-safe functions only, for it also
/// runs in a child that was forked and not executed.
enum class Look : std::uint8_t { read, list, info, link, space };

/// A path to look at: `path` below the open `directory`. With `one_mount` the walk never leaves the
/// file system of `directory`, by no link and no mount point (then, and where the
/// kernel cannot promise it: EXDEV).
struct Spot {
  const char* path = nullptr;
  int directory = AT_FDCWD;
  bool one_mount = false;
};

/// Takes the bytes of an answer; false ends the looking.
class Sink {
 public:
  virtual bool take(const char* bytes, std::size_t count) = 0;

 protected:
  ~Sink() = default;
};

constexpr std::size_t kFileLimit = 16U << 20U;
constexpr int kReadMilliseconds = 2000;
/// Beside the errno values: no regular file. Opening a device can do something (a watchdog starts),
/// and a pipe keeps one waiting, so none is ever opened.
constexpr int kNotAFile = 10001;

/// Looks and gives the bytes: of `read` the content, of `list` a FileKind, the name and a zero byte
/// for each entry, of `info` a FileInfo, of `link` the target, of `space` a Space. 0 or an errno.
int look_at(const Spot& spot, Look look, Sink& sink);

/// Opens a regular file for reading and says its size: a descriptor, or minus an errno.
int hold(const Spot& spot, std::uint64_t& size);

}  // namespace gb10
