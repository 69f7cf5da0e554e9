#include "bench/storage_extents.h"

#include <linux/fiemap.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <ctime>
#include <vector>

#include <fmt/format.h>

#include "host/failure.h"

namespace gb10 {

namespace {

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1000000000 + time.tv_nsec;
}

Error not_on_disk(const std::string& name, const char* what) {
  return {Error::Kind::invalid, fmt::format("{} {}", name, what),
          "name a file that was written whole, or a folder in which one is made"};
}

/// What is against the first `size` bytes; empty where nothing is, or where the file system does
/// not tell.
const char* mapped_fault(int file, std::uint64_t size) {
  constexpr std::uint32_t kAtOnce = 256;
  // What lies in memory is written first: until then it has no place on the disk.
  std::vector<std::uint64_t> room((sizeof(fiemap) + kAtOnce * sizeof(fiemap_extent)) /
                                  sizeof(std::uint64_t));
  auto* const map = reinterpret_cast<fiemap*>(room.data());
  for (std::uint64_t at = 0; at < size;) {
    *map = {};
    map->fm_start = at;
    map->fm_length = size - at;
    map->fm_flags = FIEMAP_FLAG_SYNC;
    map->fm_extent_count = kAtOnce;
    if (::ioctl(file, FS_IOC_FIEMAP, map) != 0 || map->fm_mapped_extents == 0) return "";
    const auto* const extents = reinterpret_cast<const fiemap_extent*>(
        reinterpret_cast<const std::byte*>(map) + offsetof(fiemap, fm_extents));
    for (std::uint32_t i = 0; i < map->fm_mapped_extents; ++i) {
      const fiemap_extent& each = extents[i];
      if (const char* const fault = extent_fault(each.fe_flags); *fault) return fault;
      if ((each.fe_flags & FIEMAP_EXTENT_LAST) != 0 || each.fe_length == 0) return "";
      at = each.fe_logical + each.fe_length;
    }
  }
  return "";
}

}  // namespace

Result<FileTimes> file_times(int file) {
  struct stat what {};
  if (::fstat(file, &what) != 0) return failure(errno, "cannot ask when the file was written");
  return FileTimes{nanoseconds(what.st_mtim), nanoseconds(what.st_ctim)};
}

Result<FileTimes> settled_times(int file) {
  constexpr int kMostWaits = 40;  // of a millisecond; a server's clock may be ahead of ours
  FileTimes out = TRY(file_times(file));
  for (int i = 0; i < kMostWaits; ++i) {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME_COARSE, &now);  // the one by which files get their times
    if (nanoseconds(now) > out.changed) break;
    const timespec wait{0, 1000000};
    ::nanosleep(&wait, nullptr);
    out = TRY(file_times(file));
  }
  return out;
}

const char* extent_fault(std::uint32_t flags) {
  if ((flags & FIEMAP_EXTENT_UNWRITTEN) != 0)
    return "has holes: what was never written is not on the disk";
  // What is encrypted has this flag as well, and is as large on the disk as it is read.
  const bool encrypted = (flags & FIEMAP_EXTENT_DATA_ENCRYPTED) != 0;
  if ((flags & FIEMAP_EXTENT_ENCODED) != 0 && !encrypted)
    return "is kept compressed: less is on the disk than is read of it";
  return "";
}

Result<void> check_extents(int file, std::uint64_t size, const std::string& name) {
  const off_t hole = ::lseek(file, 0, SEEK_HOLE);
  if (hole >= 0 && static_cast<std::uint64_t>(hole) < size)
    return not_on_disk(name, "has holes: what was never written is not on the disk");
  if (const char* const fault = mapped_fault(file, size); *fault) return not_on_disk(name, fault);
  return {};
}

}  // namespace gb10
