#include "record/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include <fmt/format.h>

#include "host/failure.h"

namespace gb10 {

namespace {

Error cannot_write(int code, const std::string& path) {
  Error error = touch_failure(code, fmt::format("cannot write {}", path));
  const bool full = code == ENOSPC || code == EDQUOT || code == EFBIG;
  error.hint = full ? "name a file on another disk, or make room"
                    : "name a file in a folder that you can write";
  return error;
}

Error exists(const std::string& path) {
  return {Error::Kind::conflict, fmt::format("{} exists already", path),
          "name another file, or add --replace"};
}

/// Moves the file to where nothing may be. File systems that cannot do this in one step get a link,
/// which is made only where nothing has the name, and those without links a look before the move.
int move_to_free_place(const char* from, const char* to) {
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (::link(from, to) == 0) return ::unlink(from) == 0 ? 0 : errno;
  if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return errno;
  struct stat about {};
  if (::lstat(to, &about) == 0) return EEXIST;
  return ::rename(from, to) == 0 ? 0 : errno;
}

int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(file, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return ::fsync(file) == 0 ? 0 : errno;
}

}  // namespace

LateFile::LateFile(std::string path, bool replace)
    : path_(std::move(path)),
      part_(fmt::format("{}.part-{}", path_, ::getpid())),
      replace_(replace),
      file_(::open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666)) {}

LateFile::~LateFile() {
  if (file_) ::unlink(part_.c_str());
}

Result<LateFile> LateFile::open(const std::string& path, bool replace) {
  struct stat about {};
  if (::stat(path.c_str(), &about) == 0) {
    if (!S_ISREG(about.st_mode)) {
      return Error{Error::Kind::invalid, fmt::format("{} is no plain file", path),
                   "name a file that is not there yet"};
    }
    if (!replace) return exists(path);
  }
  LateFile out(path, replace);
  if (!out.file_) return cannot_write(errno, path);
  return out;
}

Result<void> LateFile::finish(std::string_view bytes) {
  if (const int code = write_all(file_.get(), bytes)) return cannot_write(code, path_);
  const int code = replace_ ? (::rename(part_.c_str(), path_.c_str()) == 0 ? 0 : errno)
                            : move_to_free_place(part_.c_str(), path_.c_str());
  if (code == EEXIST && !replace_) return exists(path_);
  if (code != 0) return cannot_write(code, path_);
  file_.close();
  return {};
}

}  // namespace gb10
