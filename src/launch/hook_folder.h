#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace gb10 {

/// Where the hooks of one run lie, and what its processes write down: a folder that only this user
/// can look into, gone at the end of its life. What a run leaves running goes on to load modules
/// from that path, so that it is made where nobody else can make one of the same name afterwards:
/// below $XDG_RUNTIME_DIR where that is this user's alone, else in another folder that only this
/// user may change. Below /tmp, the last resort, an empty folder stays and keeps the name.
class HookFolder {
 public:
  /// `runtime` is $XDG_RUNTIME_DIR and `home` is $HOME, or empty. Takes away those of runs that
  /// were killed, unless a process still has one in its environment.
  static Result<HookFolder> make(const std::string& runtime, const std::string& home);
  HookFolder(HookFolder&& other) noexcept;
  HookFolder& operator=(HookFolder&&) = delete;
  ~HookFolder();

  const std::string& path() const { return path_; }
  /// A file in it, whole; `name` has no slash.
  Result<void> write(const std::string& name, std::string_view text) const;
  /// A file of it; empty where it is not there. At most 16 MiB are read.
  std::string text(const std::string& name) const;

 private:
  HookFolder(std::string path, bool keeps_name) : path_(std::move(path)), keeps_name_(keeps_name) {}

  std::string path_;
  bool keeps_name_ = false;
};

}  // namespace gb10
