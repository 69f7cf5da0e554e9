#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/descriptor.h"
#include "host/look.h"

namespace gb10 {

/// The file systems that are mounted, and which paths can be looked at without fear: those that
/// lie on a file system of this machine itself, and the files of /proc and /sys whose making waits
/// for no other process and no device. Whatever is not surely so can hang for ever (a dead file
/// server, a stuck driver).
class Mounts {
 public:
  /// `table` is the text of /proc/self/mountinfo.
  explicit Mounts(std::string_view table);

  /// Where to look for an absolute path from inside this process; nothing when it may hang. The
  /// Spot refers to `path` and to this Mounts.
  std::optional<Spot> prompt(const std::string& path, Look look);

  /// The part of `path` that shall not be asked again when a look at it hung.
  std::string_view suspect(std::string_view path) const;

 private:
  enum class Kind { local, proc, sys, foreign };
  struct Mount {
    std::string point;
    Kind kind = Kind::foreign;
    Descriptor directory;
  };

  static Kind kind_of(std::string_view point, std::string_view type);
  void add(std::string_view line);
  void distrust_what_lies_below_foreign();
  std::size_t holder(std::string_view path) const;

  std::vector<Mount> mounts_;
};

}  // namespace gb10
