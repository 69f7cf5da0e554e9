#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "bench/early_end.h"
#include "bench/storage_blocks.h"
#include "bench/storage_extents.h"
#include "host/descriptor.h"

namespace gb10 {

/// What a file shall be measured with.
struct StorageFileWish {
  std::string path;  // a folder, or a file
  std::optional<std::uint64_t>
      size;                // bytes: of the file that is made, or of the part that is read
  std::uint64_t seed = 0;  // of what is written
  /// Why it must end now; asked again and again.
  std::function<EarlyEnd()> must_end = {};
  /// Told what was chosen, before the file is written or read for the first time.
  std::function<void(const std::string& chosen)> begins = {};
};

/// A file whose content is known, to be read and never to be written. One that was made here has no
/// name: it goes when this process does, however that ends.
class StorageFile {
 public:
  /// Makes a file in a folder, of random data, or takes a file that is there and reads it once.
  /// Errors: `not_found`, `denied`, `invalid` (no room, too small, neither file nor folder, parts
  /// that are not on the disk as they are read), `cancelled` where it had to end.
  static Result<StorageFile> open(const StorageFileWish& wish);

  /// Through the page cache.
  int cached() const { return cached_.get(); }
  /// Past it; -1 where the file system refuses that.
  int direct() const { return direct_.get(); }
  const std::string& direct_refused() const { return direct_refused_; }
  /// The one of both that comes closest to the disk.
  int nearest() const { return direct_ ? direct_.get() : cached_.get(); }

  std::uint64_t size() const { return marks_.count() * kStorageBlock; }  // what is read of it
  const BlockMarks& marks() const { return marks_; }
  bool is_ours() const { return is_ours_; }
  /// In words how large it is and why.
  const std::string& chosen() const { return chosen_; }

  /// Asks the kernel to drop it from the page cache. Needs no privilege.
  Result<void> evict() const;
  /// The share of it that lies in the page cache; nothing where the kernel does not tell, as of
  /// files of others.
  std::optional<double> resident() const;
  /// `failed` where it became smaller since it was opened.
  Result<void> check_size() const;
  /// Whether the kernel shows that nobody wrote to it since it was opened, by its times; a file of
  /// ours has no name by which others could.
  bool is_unwritten() const;

 private:
  explicit StorageFile(std::size_t blocks) : marks_(blocks) {}
  static Result<StorageFile> made(const StorageFileWish& wish);
  static Result<StorageFile> taken(const StorageFileWish& wish);
  Result<void> write_all(int file, const StorageFileWish& wish);
  Result<void> note_all(const StorageFileWish& wish);
  void open_direct();

  Descriptor cached_, direct_;
  std::string direct_refused_, chosen_;
  BlockMarks marks_;
  FileTimes times_;
  bool is_ours_ = false;
};

}  // namespace gb10
