#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace gb10 {

/// Where the hooks of one run lie, and what its processes write down: a folder that only this user
/// can look into, gone at the end of its life. Made below $XDG_RUNTIME_DIR where that is this
/// user's alone, else below /tmp.
class HookFolder {
 public:
  /// `runtime` is $XDG_RUNTIME_DIR, or empty. Takes away those of runs that were killed, unless a
  /// process still has one in its environment.
  static Result<HookFolder> make(const std::string& runtime);
  HookFolder(HookFolder&& other) noexcept;
  HookFolder& operator=(HookFolder&&) = delete;
  ~HookFolder();

  const std::string& path() const { return path_; }
  /// A file in it, whole; `name` has no slash.
  Result<void> write(const std::string& name, std::string_view text) const;
  /// A file of it; empty where it is not there. At most 16 MiB are read.
  std::string text(const std::string& name) const;

 private:
  explicit HookFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace gb10
