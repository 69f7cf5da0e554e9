#include "wheelhouse/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>

#include <fmt/format.h>

#include "base/text.h"
#include "host/failure.h"
#include "wheel/sha256.h"

namespace gb10::house_files {

namespace {

constexpr std::size_t kPiece = 1U << 20U;

Error cannot(const char* doing, const std::string& path, int code) {
  Error error = touch_failure(code, fmt::format("cannot {} {}", doing, printable(path, 300)));
  if (code == ENOSPC || code == EDQUOT || code == EFBIG)
    error.hint = "make room, or name a house on another disk";
  if (code == EROFS) error.hint = "name a house that can be written: --house DIR";
  return error;
}

Result<void> done(int result, const char* doing, const std::string& path) {
  if (result == 0) return {};
  return cannot(doing, path, errno);
}

/// Beside `path`, so that it can be moved there.
std::string beside(const std::string& path) { return fmt::format("{}.part-{}", path, ::getpid()); }

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

}  // namespace

Result<Descriptor> open_plain(const std::string& path, bool follow) {
  // Opening a pipe must not wait for its writer.
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW);
  Descriptor file(::open(path.c_str(), flags));
  if (!file) {
    if (errno == ELOOP) return Error{Error::Kind::invalid, printable(path, 300) + " is a link"};
    return cannot("open", path, errno);
  }
  struct stat about {};
  TRY(done(::fstat(file.get(), &about), "look at", path));
  if (!S_ISREG(about.st_mode))
    return Error{Error::Kind::invalid, printable(path, 300) + " is no plain file"};
  return file;
}

Result<std::uint64_t> size_of(const Descriptor& file, const std::string& path) {
  struct stat about {};
  TRY(done(::fstat(file.get(), &about), "look at", path));
  return static_cast<std::uint64_t>(about.st_size);
}

Result<std::size_t> read_some(int file, std::span<std::byte> into, const std::string& path) {
  for (;;) {
    const ssize_t got = ::read(file, into.data(), into.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) return cannot("read", path, errno);
  }
}

Result<void> write_all(int file, std::span<const std::byte> bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(file, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return cannot("write", path, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return {};
}

namespace {

/// Reads to the end; `use` gets each piece.
Result<Sum> read_through(int file, const std::string& path,
                         const std::function<Result<void>(std::span<const std::byte>)>& use) {
  std::vector<std::byte> room(kPiece);
  Sha256 sum;
  Sum out;
  for (;;) {
    const std::size_t got = TRY(read_some(file, room, path));
    if (got == 0) break;
    const auto piece = std::span<const std::byte>(room).first(got);
    sum.add(piece);
    out.size += got;
    if (use) TRY(use(piece));
  }
  out.sha256 = hex_text(sum.digest());
  return out;
}

}  // namespace

Result<Sum> sum_of(const std::string& path) {
  const Descriptor file = TRY(open_plain(path));
  static_cast<void>(::posix_fadvise(file.get(), 0, 0, POSIX_FADV_SEQUENTIAL));
  return read_through(file.get(), path, {});
}

Result<std::string> text_of(const std::string& path, std::uint64_t most) {
  const Descriptor file = TRY(open_plain(path));
  std::string out;
  std::vector<std::byte> room(kPiece);
  for (;;) {
    const std::size_t got = TRY(read_some(file.get(), room, path));
    if (got == 0) return out;
    if (out.size() + got > most)
      return Error{Error::Kind::invalid, printable(path, 300) + " is too long"};
    out.append(reinterpret_cast<const char*>(room.data()), got);
  }
}

Result<Sum> copied(const std::string& from, const std::string& to) {
  const Descriptor source = TRY(open_plain(from, true));
  const Descriptor target = TRY(new_file(to));
  Sum out = TRY(read_through(source.get(), from, [&](std::span<const std::byte> piece) {
    return write_all(target.get(), piece, to);
  }));
  TRY(sync(target, to));
  return out;
}

Result<Descriptor> new_file(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (!file) return cannot("write", path, errno);
  return file;
}

Result<void> sync(const Descriptor& file, const std::string& path) {
  return done(::fsync(file.get()), "write", path);
}

Result<void> write_whole(const std::string& path, std::string_view text) {
  const std::string part = beside(path);
  TRY(remove(part));
  Result<void> written;
  {
    const Descriptor file = TRY(new_file(part));
    written = write_all(file.get(), std::as_bytes(std::span(text.data(), text.size())), path);
    if (written.ok()) written = done(::fsync(file.get()), "write", path);
  }
  if (written.ok()) written = move(part, path);
  if (!written.ok()) static_cast<void>(::unlink(part.c_str()));
  return written;
}

Result<void> sync_folder(const std::string& folder) {
  const Descriptor file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!file) return cannot("open", folder, errno);
  // Some file systems of the network have nothing to sync for a folder.
  if (::fsync(file.get()) != 0 && errno != EINVAL) return cannot("write", folder, errno);
  return {};
}

Result<void> make_folder(const std::string& folder) {
  std::error_code lost;
  std::filesystem::create_directories(folder, lost);
  if (lost) return cannot("make", folder, lost.value());
  return {};
}

Result<void> move(const std::string& from, const std::string& to) {
  return done(::rename(from.c_str(), to.c_str()), "write", to);
}

Result<void> name_also(const std::string& file, const std::string& name) {
  if (are_one(file, name)) return {};
  const std::string part = beside(name);
  TRY(remove(part));
  if (::link(file.c_str(), part.c_str()) == 0) return move(part, name);
  const bool has_links =
      errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS && errno != EMLINK && errno != EXDEV;
  if (has_links) return cannot("write", name, errno);
  const Result<Sum> copy = copied(file, part);
  const Result<void> moved = copy.ok() ? move(part, name) : Result<void>(copy.error());
  if (!moved.ok()) static_cast<void>(::unlink(part.c_str()));
  return moved;
}

bool are_one(const std::string& a, const std::string& b) {
  struct stat left {
  }, right{};
  if (::lstat(a.c_str(), &left) != 0 || ::lstat(b.c_str(), &right) != 0) return false;
  return left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

Result<void> remove(const std::string& path) {
  if (::unlink(path.c_str()) == 0 || errno == ENOENT) return {};
  return cannot("remove", path, errno);
}

Result<void> remove_tree(const std::string& path) {
  std::error_code lost;
  std::filesystem::remove_all(path, lost);
  if (lost) return cannot("remove", path, lost.value());
  return {};
}

Result<void> exchange_folder(const std::string& fresh, const std::string& old) {
  if (!is_there(old)) return move(fresh, old);
  if (::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, old.c_str(), RENAME_EXCHANGE) == 0)
    return remove_tree(fresh);
  if (errno != EINVAL && errno != ENOSYS) return cannot("write", old, errno);
  const std::string aside = old + ".old";
  TRY(remove_tree(aside));
  TRY(move(old, aside));
  TRY(move(fresh, old));
  return remove_tree(aside);
}

Result<std::vector<std::string>> names_in(const std::string& folder) {
  std::vector<std::string> out;
  const std::unique_ptr<DIR, CloseFolder> open(::opendir(folder.c_str()));
  if (!open) {
    if (errno == ENOENT) return out;
    return cannot("list", folder, errno);
  }
  errno = 0;
  while (const dirent* const entry = ::readdir(open.get())) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") out.push_back(name);
    errno = 0;
  }
  if (errno != 0) return cannot("list", folder, errno);
  std::sort(out.begin(), out.end());
  return out;
}

bool is_there(const std::string& path) {
  struct stat about {};
  return ::lstat(path.c_str(), &about) == 0;
}

}  // namespace gb10::house_files
