#include "bench/storage_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/storage_memory.h"
#include "host/failure.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kMiB = 1ULL << 20U;
constexpr std::uint64_t kLeast = kMiB;         // bytes of a file that is measured
constexpr std::uint64_t kUsual = 1024 * kMiB;  // what is made, or read of a file
constexpr std::uint64_t kShare = 8;            // of the free space at most one in so many, unasked
constexpr std::uint64_t kPiece = 4 * kMiB;     // written or read at once

std::string size_words(std::uint64_t size) { return to_text(bytes(static_cast<double>(size))); }

std::string again(int file) { return fmt::format("/proc/self/fd/{}", file); }

Error cut(const EarlyEnd& end) { return {Error::Kind::cancelled, end.says}; }

/// How many bytes the file that is made shall have.
Result<std::uint64_t> size_in(const StorageFileWish& wish, std::string& chosen) {
  struct statvfs space {};
  if (::statvfs(wish.path.c_str(), &space) != 0)
    return failure(errno, fmt::format("cannot ask for the room in {}", printable(wish.path, 300)));
  const std::uint64_t free = std::uint64_t{space.f_bavail} * space.f_frsize;
  const std::uint64_t most = wish.size ? free / 2 : free / kShare;
  const std::uint64_t wanted = wish.size.value_or(std::min(kUsual, most)) / kMiB * kMiB;
  if (wanted < kLeast || wanted > most)
    return Error{
        Error::Kind::invalid,
        fmt::format("{}: {} are free, too little for a file of {}", printable(wish.path, 300),
                    size_words(free), size_words(std::max(wanted, kLeast))),
        wish.size ? "--size is to be at most half of what is free"
                  : "name a folder with more room, or a file that is there"};
  chosen =
      fmt::format("a file of {} made for it, {} were free", size_words(wanted), size_words(free));
  return wanted;
}

Error not_made(int code, const std::string& folder) {
  Error error = failure(code, fmt::format("cannot make a file in {}", printable(folder, 300)));
  error.hint = "name a folder in which you may make files, or a large file that you may read";
  return error;
}

/// A new file without a name.
Result<Descriptor> nameless(const std::string& folder) {
  Descriptor out(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (out) return out;
  if (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT && errno != EINVAL)
    return not_made(errno, folder);
  // File systems without such files: made with a name that goes at once.
  std::string name = folder + "/.gb10-storage-XXXXXX";
  Descriptor named(::mkostemp(name.data(), O_CLOEXEC));
  if (!named) return not_made(errno, folder);
  if (::unlink(name.c_str()) != 0)
    return failure(errno, fmt::format("cannot remove {}", printable(name, 300)));
  return named;
}

/// Some file systems refuse O_DIRECT not before the first write.
bool takes_writes(const Descriptor& past) {
  const auto memory = StorageMemory::make(kStorageBlock);
  return past && memory.ok() &&
         ::pwrite(past.get(), memory->bytes().data(), kStorageBlock, 0) == kStorageBlock;
}

Error write_error(int code, std::uint64_t done) {
  Error error = failure(code, fmt::format("cannot write behind {}", size_words(done)));
  if (code == ENOSPC || code == EDQUOT) error.hint = "a smaller --size, or a folder with more room";
  return error;
}

Result<void> write_piece(int file, std::span<const std::byte> bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t n = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return write_error(n < 0 ? errno : EIO, offset);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
    offset += static_cast<std::uint64_t>(n);
  }
  return {};
}

}  // namespace

Result<StorageFile> StorageFile::open(const StorageFileWish& wish) {
  struct stat what {};
  if (::stat(wish.path.c_str(), &what) != 0)
    return failure(errno, fmt::format("cannot look at {}", printable(wish.path, 300)));
  if (S_ISDIR(what.st_mode)) return made(wish);
  if (S_ISREG(what.st_mode)) return taken(wish);
  return Error{Error::Kind::invalid,
               fmt::format("{} is neither a folder nor a file", printable(wish.path, 300)),
               "name a folder on the disk, or a large file that lies there"};
}

Result<StorageFile> StorageFile::made(const StorageFileWish& wish) {
  std::string chosen;
  const std::uint64_t size = TRY(size_in(wish, chosen));
  const Descriptor file = TRY(nameless(wish.path));
  StorageFile out(size / kStorageBlock);
  out.is_ours_ = true;
  out.chosen_ = std::move(chosen);
  if (wish.begins) wish.begins(out.chosen_);
  const int room = ::posix_fallocate(file.get(), 0, static_cast<off_t>(size));
  if (room == ENOSPC || room == EDQUOT || room == EFBIG) return write_error(room, 0);
  // Past the cache where that can be, so that the file is on the disk and nothing else is pushed
  // out of memory.
  const Descriptor past(::open(again(file.get()).c_str(), O_WRONLY | O_DIRECT | O_CLOEXEC));
  TRY(out.write_all(takes_writes(past) ? past.get() : file.get(), wish));
  if (::fdatasync(file.get()) != 0) return write_error(errno, size);
  out.cached_ = Descriptor(::open(again(file.get()).c_str(), O_RDONLY | O_CLOEXEC));
  if (!out.cached_) return failure(errno, "cannot open the file again that was made");
  out.open_direct();
  return out;
}

Result<StorageFile> StorageFile::taken(const StorageFileWish& wish) {
  // A pipe that took the file's place meanwhile must not keep us.
  Descriptor file(::open(wish.path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file) return failure(errno, fmt::format("cannot open {}", printable(wish.path, 300)));
  struct stat what {};
  if (::fstat(file.get(), &what) != 0 || !S_ISREG(what.st_mode))
    return Error{Error::Kind::invalid, fmt::format("{} is no file", printable(wish.path, 300))};
  const auto all = static_cast<std::uint64_t>(what.st_size);
  const std::uint64_t size = std::min(all, wish.size.value_or(kUsual)) / kMiB * kMiB;
  if (size < kLeast)
    return Error{Error::Kind::invalid,
                 fmt::format("{} has {}; less than {} cannot be measured",
                             printable(wish.path, 300), size_words(all), size_words(kLeast)),
                 "name a larger file, or a folder in which one is made"};
  StorageFile out(size / kStorageBlock);
  out.chosen_ = size + kMiB > all ? fmt::format("a file of {} that was there", size_words(all))
                                  : fmt::format("the first {} of a file of {} that was there",
                                                size_words(size), size_words(all));
  TRY(check_extents(file.get(), size, printable(wish.path, 300)));
  if (wish.begins) wish.begins(out.chosen_);
  out.times_ = TRY(settled_times(file.get()));
  out.cached_ = std::move(file);
  out.open_direct();
  TRY(out.note_all(wish));
  return out;
}

Result<void> StorageFile::write_all(int file, const StorageFileWish& wish) {
  const StorageMemory memory = TRY(StorageMemory::make(kPiece));
  for (std::uint64_t at = 0; at < size(); at += kPiece) {
    if (const EarlyEnd end = wish.must_end ? wish.must_end() : EarlyEnd(); end.why != CutBy::no)
      return cut(end);
    const auto piece = memory.bytes().first(std::min(kPiece, size() - at));
    for (std::size_t i = 0; i < piece.size(); i += kStorageBlock)
      fill_block(piece.subspan(i).first<kStorageBlock>(), wish.seed, (at + i) / kStorageBlock);
    marks_.note(at, piece);
    TRY(write_piece(file, piece, at));
  }
  return {};
}

/// What a file holds that was there: what the first reading says.
Result<void> StorageFile::note_all(const StorageFileWish& wish) {
  const StorageMemory memory = TRY(StorageMemory::make(kPiece));
  for (std::uint64_t at = 0; at < size();) {
    if (const EarlyEnd end = wish.must_end ? wish.must_end() : EarlyEnd(); end.why != CutBy::no)
      return cut(end);
    const auto piece = memory.bytes().first(std::min(kPiece, size() - at));
    const ssize_t n = ::pread(nearest(), piece.data(), piece.size(), static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return failure(errno, fmt::format("cannot read {}", printable(wish.path, 300)));
    const std::size_t whole = static_cast<std::size_t>(n) / kStorageBlock * kStorageBlock;
    if (whole == 0)
      return Error{Error::Kind::failed,
                   fmt::format("{} became smaller while it was read", printable(wish.path, 300))};
    marks_.note(at, piece.first(whole));
    at += whole;
  }
  return {};
}

/// Some file systems refuse it when a file is opened, some when it is read.
void StorageFile::open_direct() {
  Descriptor file(::open(again(cached_.get()).c_str(), O_RDONLY | O_DIRECT | O_CLOEXEC));
  const auto memory = StorageMemory::make(kStorageBlock);
  if (file && memory.ok() && ::pread(file.get(), memory->bytes().data(), kStorageBlock, 0) > 0) {
    direct_ = std::move(file);
    return;
  }
  direct_refused_ = failure(errno, "the file system refuses O_DIRECT").what;
}

Result<void> StorageFile::evict() const {
  const int code = ::posix_fadvise(cached_.get(), 0, 0, POSIX_FADV_DONTNEED);
  if (code != 0) return failure(code, "cannot drop the file from the page cache");
  return {};
}

std::optional<double> StorageFile::resident() const {
  struct stat what {};
  // Of a file that we neither own nor may write the kernel says that all of it is there.
  if (::fstat(cached_.get(), &what) != 0) return std::nullopt;
  const bool tells = what.st_uid == ::geteuid() || ::geteuid() == 0 ||
                     ::faccessat(AT_FDCWD, again(cached_.get()).c_str(), W_OK, AT_EACCESS) == 0;
  void* const map = ::mmap(nullptr, size(), PROT_READ, MAP_SHARED, cached_.get(), 0);
  if (!tells || map == MAP_FAILED) {
    if (map != MAP_FAILED) ::munmap(map, size());
    return std::nullopt;
  }
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> pages((size() + page - 1) / page);
  const bool told = ::mincore(map, size(), pages.data()) == 0;
  ::munmap(map, size());
  if (!told) return std::nullopt;
  const auto there = std::count_if(pages.begin(), pages.end(),
                                   [](unsigned char each) { return (each & 1U) != 0; });
  return static_cast<double>(there) / static_cast<double>(pages.size());
}

bool StorageFile::is_unwritten() const {
  if (is_ours_) return true;
  const auto now = file_times(cached_.get());
  return now.ok() && *now == times_;
}

Result<void> StorageFile::check_size() const {
  struct stat what {};
  if (::fstat(cached_.get(), &what) != 0) return failure(errno, "cannot look at the file again");
  if (static_cast<std::uint64_t>(what.st_size) >= size()) return {};
  return Error{Error::Kind::failed, "the file became smaller while it was read"};
}

}  // namespace gb10
