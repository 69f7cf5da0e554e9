#include "host/walk.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr int kMostLinks = 40;  // as the kernel

}  // namespace

int Walk::go(std::string_view path, Last last) {
  passed_.clear();
  ahead_.clear();
  links_ = 0;
  if (path.empty()) return ENOENT;
  if (path.size() >= PATH_MAX || path.find('\0') != std::string_view::npos) return ENAMETOOLONG;
  ahead(path);
  if (const int code = update_mode()) return code;
  while (!ahead_.empty()) {
    const std::string name = std::move(ahead_.back());
    ahead_.pop_back();
    if (const int code = step(name, ahead_.empty() && last == Last::keep)) return code;
  }
  return 0;
}

/// Puts the names of `path` before what is still ahead.
void Walk::ahead(std::string_view path) {
  auto names = split(path, '/');
  // "x/" is "x/.": x must be a directory, or a link to one.
  if (names.back().empty()) names.back() = ".";
  std::reverse(names.begin(), names.end());
  for (const auto name : names) {
    if (!name.empty()) ahead_.emplace_back(name);
  }
}

int Walk::update_mode() {
  struct stat about {};
  if (::fstat(place(), &about) != 0) return errno;
  mode_ = about.st_mode;
  return 0;
}

int Walk::step(const std::string& name, bool keep_link) {
  if (!S_ISDIR(mode_)) return ENOTDIR;
  if (name == ".") return 0;
  if (name == "..") {
    if (!passed_.empty()) passed_.pop_back();
    return update_mode();
  }
  Descriptor next(::openat(place(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  struct stat about {};
  if (!next || ::fstat(next.get(), &about) != 0) return errno;
  if (S_ISLNK(about.st_mode) && !keep_link) return follow(next);
  mode_ = about.st_mode;
  passed_.push_back(std::move(next));
  return 0;
}

int Walk::follow(const Descriptor& link) {
  if (links_++ >= kMostLinks) return ELOOP;
  std::array<char, PATH_MAX> target;
  const ssize_t n = ::readlinkat(link.get(), "", target.data(), target.size());
  if (n < 0) return errno;
  if (n == 0) return ENOENT;
  const std::string_view text(target.data(), static_cast<std::size_t>(n));
  if (text.size() == target.size()) return ENAMETOOLONG;
  ahead(text);
  if (!text.starts_with('/')) return 0;
  passed_.clear();
  return update_mode();
}

}  // namespace gb10
