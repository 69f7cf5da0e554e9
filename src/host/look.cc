#include "host/look.h"

#include <dirent.h>
#include <linux/openat2.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstring>
#include <ctime>

#include "host/descriptor.h"
#include "host/host.h"

namespace gb10 {

namespace {

/// A directory entry as getdents64(2) writes it.
struct RawEntry {
  std::uint64_t inode;
  std::int64_t offset;
  unsigned short length;
  unsigned char type;
};
constexpr std::size_t kNameAt = offsetof(RawEntry, type) + 1;

Descriptor open_spot(const Spot& spot, int flags) {
  // openat2 refuses what does not go together; openat ignores it.
  flags |= O_CLOEXEC | ((flags & O_PATH) ? 0 : O_NOCTTY);
  if (!spot.one_mount) return Descriptor(::openat(spot.directory, spot.path, flags));
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags);
  how.resolve = RESOLVE_NO_XDEV;
  Descriptor file(
      static_cast<int>(::syscall(SYS_openat2, spot.directory, spot.path, &how, sizeof how)));
  // Not there under qemu-user, refused by the system call filters of older containers.
  if (!file && (errno == ENOSYS || errno == EPERM)) errno = EXDEV;
  return file;
}

/// Opens for reading what an O_PATH descriptor stands for.
Descriptor reopen(const Descriptor& place) {
  std::array<char, 40> path{};
  constexpr std::string_view kPrefix = "/proc/self/fd/";
  std::memcpy(path.data(), kPrefix.data(), kPrefix.size());
  std::to_chars(path.data() + kPrefix.size(), path.data() + path.size() - 1, place.get());
  return Descriptor(::open(path.data(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
}

std::int64_t milliseconds_now() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1000000;
}

/// Waits until `until` for more to read: some files of /proc and /sys are not ready at once.
bool has_more(const Descriptor& file, std::int64_t until) {
  const auto left = until - milliseconds_now();
  pollfd wanted{file.get(), POLLIN, 0};
  return left > 0 && ::poll(&wanted, 1, static_cast<int>(left)) > 0;
}

int read_all(const Descriptor& file, Sink& sink) {
  std::array<char, 65536> buffer;
  const auto until = milliseconds_now() + kReadMilliseconds;
  for (std::size_t total = 0;;) {
    const ssize_t n = ::read(file.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN && has_more(file, until)) continue;
    if (n < 0) return errno == EAGAIN ? ETIMEDOUT : errno;
    if (n == 0) return 0;
    total += static_cast<std::size_t>(n);
    if (total > kFileLimit) return EFBIG;
    if (!sink.take(buffer.data(), static_cast<std::size_t>(n))) return EPIPE;
  }
}

/// Refuses what may not be opened. Pipes are, too: a tree full of them, each waited for, would hold
/// us for hours. Files of /proc and /sys are regular ones.
int openable(const struct stat& about) {
  if (S_ISREG(about.st_mode)) return 0;
  return S_ISDIR(about.st_mode) ? EISDIR : kNotAFile;
}

int read_file(const Spot& spot, Sink& sink) {
  const auto place = open_spot(spot, O_PATH);
  struct stat about {};
  if (!place || ::fstat(place.get(), &about) != 0) return errno;
  if (const int code = openable(about)) return code;
  const auto file = reopen(place);
  if (!file) return errno;
  return read_all(file, sink);
}

FileKind kind_of(unsigned mode) {
  if (S_ISREG(mode)) return FileKind::regular;
  if (S_ISDIR(mode)) return FileKind::directory;
  return S_ISLNK(mode) ? FileKind::link : FileKind::other;
}

/// The kind of an entry; some file systems do not say it in the directory.
FileKind entry_kind(const Descriptor& directory, unsigned char type, const char* name) {
  if (type != DT_UNKNOWN) return kind_of(DTTOIF(static_cast<unsigned>(type)));
  struct stat about {};
  constexpr int kFlags = AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT;
  if (::fstatat(directory.get(), name, &about, kFlags) != 0) return FileKind::other;
  return kind_of(about.st_mode);
}

/// Gives the entries that one getdents64 call wrote.
bool give_entries(const Descriptor& directory, const char* raw, std::size_t count, Sink& sink) {
  std::array<char, 32768> out;
  std::size_t used = 0;
  for (std::size_t at = 0; at < count;) {
    RawEntry entry{};
    std::memcpy(&entry, raw + at, kNameAt);
    const char* name = raw + at + kNameAt;
    at += entry.length;
    if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) continue;
    // A record is longer than what becomes of it, so `out` cannot overflow.
    const std::size_t length = std::strlen(name) + 1;
    out[used++] = static_cast<char>(entry_kind(directory, entry.type, name));
    std::memcpy(out.data() + used, name, length);
    used += length;
  }
  return used == 0 || sink.take(out.data(), used);
}

int list_directory(const Spot& spot, Sink& sink) {
  const auto directory = open_spot(spot, O_RDONLY | O_DIRECTORY | O_NONBLOCK);
  if (!directory) return errno;
  alignas(RawEntry) std::array<char, 32768> raw;
  for (std::size_t total = 0;;) {
    const auto n = ::syscall(SYS_getdents64, directory.get(), raw.data(), raw.size());
    if (n < 0) return errno;
    if (n == 0) return 0;
    total += static_cast<std::size_t>(n);
    if (total > kFileLimit) return EFBIG;
    if (!give_entries(directory, raw.data(), static_cast<std::size_t>(n), sink)) return EPIPE;
  }
}

template <class T>
int give(const T& value, Sink& sink) {
  return sink.take(reinterpret_cast<const char*>(&value), sizeof value) ? 0 : EPIPE;
}

int give_info(const Spot& spot, Sink& sink) {
  const auto place = open_spot(spot, O_PATH);
  struct stat about {};
  if (!place || ::fstat(place.get(), &about) != 0) return errno;
  const FileInfo info{kind_of(about.st_mode), static_cast<std::uint64_t>(about.st_size),
                      about.st_mode & 07777U, about.st_uid,
                      about.st_mtim.tv_sec,   S_ISREG(about.st_mode) ? about.st_nlink : 1};
  return give(info, sink);
}

int give_link(const Spot& spot, Sink& sink) {
  const auto place = open_spot(spot, O_PATH | O_NOFOLLOW);
  struct stat about {};
  if (!place || ::fstat(place.get(), &about) != 0) return errno;
  if (!S_ISLNK(about.st_mode)) return EINVAL;
  std::array<char, PATH_MAX> target;
  const ssize_t n = ::readlinkat(place.get(), "", target.data(), target.size());
  if (n < 0) return errno;
  return sink.take(target.data(), static_cast<std::size_t>(n)) ? 0 : EPIPE;
}

int give_space(const Spot& spot, Sink& sink) {
  const auto place = open_spot(spot, O_PATH);
  struct statfs about {};
  if (!place || ::fstatfs(place.get(), &about) != 0) return errno;
  const auto unit = static_cast<std::uint64_t>(about.f_frsize > 0 ? about.f_frsize : about.f_bsize);
  return give(Space{about.f_blocks * unit, about.f_bavail * unit}, sink);
}

}  // namespace

int look_at(const Spot& spot, Look look, Sink& sink) {
  switch (look) {
    case Look::read:
      return read_file(spot, sink);
    case Look::list:
      return list_directory(spot, sink);
    case Look::info:
      return give_info(spot, sink);
    case Look::link:
      return give_link(spot, sink);
    case Look::space:
      return give_space(spot, sink);
  }
  return EINVAL;
}

int hold(const Spot& spot, std::uint64_t& size) {
  const auto place = open_spot(spot, O_PATH);
  struct stat about {};
  if (!place || ::fstat(place.get(), &about) != 0) return -errno;
  if (const int code = openable(about)) return -code;
  auto file = reopen(place);
  if (!file) return -errno;
  size = static_cast<std::uint64_t>(about.st_size);
  return file.release();
}

}  // namespace gb10
