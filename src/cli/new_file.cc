#include "cli/new_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/paths.h"
#include "host/descriptor.h"

namespace gb10 {

namespace {

Error failed(const std::string& path, int number) {
  const std::string what =
      fmt::format("cannot write {}: {}", printable(path), std::strerror(number));
  if (number == EEXIST)
    return {Error::Kind::conflict, fmt::format("{} is there already", printable(path)),
            "it is left as it is; name another file, or move it away"};
  if (number == ENOSPC || number == EDQUOT)
    return {Error::Kind::failed, what, "nothing was written; free some room first"};
  return {Error::Kind::failed, what, "name a file in a folder that you can write"};
}

/// All of `text`, and to the disk; 0 or an errno.
int put(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t done = ::write(file, text.data(), text.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(done));
  }
  return ::fsync(file) == 0 ? 0 : errno;
}

/// Moves the file to where nothing may be. File systems that cannot do this in one step get a link,
/// which is made only where nothing has the name.
int move_to_free_place(const char* from, const char* to) {
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  return ::link(from, to) == 0 ? 0 : errno;
}

}  // namespace

Result<void> write_new(const std::string& path, std::string_view text, unsigned mode) {
  const std::string part = fmt::format("{}.{}.part", path, ::getpid());
  const Descriptor file(
      ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (file.get() < 0) return failed(errno == EEXIST ? part : path, errno);
  int error = put(file.get(), text);
  if (error == 0) error = move_to_free_place(part.c_str(), path.c_str());
  ::unlink(part.c_str());
  if (error != 0) return failed(path, error);
  return {};
}

std::string absolute_path(const std::string& path, std::string_view here) {
  return paths::plain(path.starts_with('/') ? path : fmt::format("{}/{}", here, path));
}

}  // namespace gb10
