#include "host/snapshot_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include <fmt/format.h>

#include "host/archive.h"
#include "host/descriptor.h"
#include "host/failure.h"
#include "host/look.h"
#include "host/uninterrupted.h"

namespace gb10 {

namespace {

/// A file that is removed at the end of its life unless it was kept.
class Temporary {
 public:
  Temporary(std::string path, unsigned mode)
      : path_(std::move(path)),
        file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    if (file_) ::unlink(path_.c_str());
  }
  bool made() const { return static_cast<bool>(file_); }
  const std::string& path() const { return path_; }
  int get() const { return file_.get(); }
  void keep() { file_.close(); }

 private:
  std::string path_;
  Descriptor file_;
};

Error cannot_write(int code, const std::string& path) {
  Error error = touch_failure(code, fmt::format("cannot write {}", path));
  const bool full = code == ENOSPC || code == EDQUOT || code == EFBIG;
  if (full) error.hint = "name a file on another disk, or make room";
  return error;
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

/// Moves the file to where nothing may be. File systems that cannot do this in one step get a look
/// before the move.
int move_to_free_place(const char* from, const char* to) {
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  struct stat about {};
  if (::lstat(to, &about) == 0) return EEXIST;
  return ::rename(from, to) == 0 ? 0 : errno;
}

/// The name lasts only when the directory is written too.
void flush_directory(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string dir = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const Descriptor opened(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened) ::fsync(opened.get());
}

Error exists(const std::string& path) {
  return {Error::Kind::conflict, fmt::format("{} exists already", path),
          "name another file, or add --replace"};
}

/// Refuses what is there and must not be lost: any file, or with `replace` what is no plain one. A
/// device that root replaces is gone until the next boot.
Result<void> check_place(const std::string& path, bool replace) {
  struct stat about {};
  if (::lstat(path.c_str(), &about) != 0) return {};
  if (!replace) return exists(path);
  if (S_ISREG(about.st_mode)) return {};
  return Error{Error::Kind::invalid, fmt::format("cannot replace {}: it is no plain file", path),
               "name a file; --replace takes the place of plain files only"};
}

Result<void> write_whole(const std::string& path, std::string_view bytes, unsigned mode,
                         bool replace) {
  const Uninterrupted now;
  Temporary file(fmt::format("{}.part-{}", path, ::getpid()), mode);
  if (!file.made()) return cannot_write(errno, path);
  if (const int code = write_all(file.get(), bytes)) return cannot_write(code, path);
  const char* const from = file.path().c_str();
  const int code = replace ? (::rename(from, path.c_str()) == 0 ? 0 : errno)
                           : move_to_free_place(from, path.c_str());
  if (code == EEXIST && !replace) return exists(path);
  if (code != 0) return cannot_write(code, path);
  file.keep();
  flush_directory(path);
  return {};
}

Result<std::string> content_of(const std::string& path) {
  const auto doing = fmt::format("cannot read {}", path);
  std::uint64_t size = 0;
  const int opened = hold({.path = path.c_str()}, size);
  if (-opened == kNotAFile) return Error{Error::Kind::invalid, doing + ": it is no plain file"};
  if (opened < 0) return failure(-opened, doing);
  const Descriptor file(opened);
  if (size > kArchiveBytes) {
    return Error{Error::Kind::invalid, fmt::format("{} is too large for a snapshot", path)};
  }
  std::string bytes(static_cast<std::size_t>(size), '\0');
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t n =
        ::pread(file.get(), &bytes[have], bytes.size() - have, static_cast<off_t>(have));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return failure(errno, doing);
    if (n == 0) break;
    have += static_cast<std::size_t>(n);
  }
  bytes.resize(have);
  return bytes;
}

/// All that comes out of a stream, which tells no size beforehand.
Result<std::string> content_of(int stream, const std::string& called) {
  std::string bytes;
  std::array<char, 1 << 16> part{};
  for (;;) {
    const ssize_t n = ::read(stream, part.data(), part.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return failure(errno, "cannot read " + called);
    if (n == 0) return bytes;
    bytes.append(part.data(), static_cast<std::size_t>(n));
    if (bytes.size() > kArchiveBytes)
      return Error{Error::Kind::invalid, called + " is too large for a snapshot"};
  }
}

/// The Record in `bytes`; an error names where they come from.
Result<Record> record_in(std::string_view bytes, const std::string& called) {
  auto record = snapshot_from(bytes);
  if (record.ok()) return record;
  Error error = record.error();
  error.what = fmt::format("{}: {}", called, error.what);
  return error;
}

}  // namespace

Result<std::string> snapshot_bytes(const Record& record) {
  return packed(members_of(record), record.meta.time);
}

Result<void> save_snapshot(const Record& record, const std::string& path,
                           const SaveOptions& options) {
  TRY(check_place(path, options.replace));
  const std::string bytes = TRY(snapshot_bytes(record));
  // What still holds names and addresses is for its owner alone.
  return write_whole(path, bytes, record.meta.redacted ? 0644 : 0600, options.replace);
}

Result<Record> snapshot_from(std::string_view bytes) {
  Members members = TRY(unpacked(bytes));
  return record_from(std::move(members));
}

Result<Record> open_snapshot(const std::string& path) {
  const std::string bytes = TRY(content_of(path));
  return record_in(bytes, path);
}

Result<Record> read_snapshot(int stream, const std::string& called) {
  const std::string bytes = TRY(content_of(stream, called));
  return record_in(bytes, called);
}

}  // namespace gb10
