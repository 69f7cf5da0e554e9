#include "host/lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>

#include <fmt/format.h>

#include "host/failure.h"

namespace gb10 {

Result<FileLock> FileLock::take(const std::string& path) {
  const std::string folder = path.substr(0, path.rfind('/'));
  if (::mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST)
    return touch_failure(errno, fmt::format("cannot make {}", folder));
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file) return touch_failure(errno, fmt::format("cannot open {}", path));
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return FileLock(std::move(file));
  if (errno == EWOULDBLOCK)
    return Error{Error::Kind::busy, "another gb10 changes settings at this moment",
                 "try again when it is done"};
  return touch_failure(errno, fmt::format("cannot lock {}", path));
}

}  // namespace gb10
