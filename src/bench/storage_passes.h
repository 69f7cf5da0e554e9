#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/early_end.h"
#include "bench/storage_file.h"

namespace gb10 {

/// How the page cache is before a file is read through.
enum class CacheState {
  cold,  // the file was dropped from it
  warm,  // all of the file was read into it
  past,  // it does not matter: reads go past it
};

/// One reading of the file from its begin, as far as the time reached.
struct StoragePass {
  std::uint64_t bytes = 0;
  double seconds = 0;
};

/// What came of reading it through in one way several times.
struct StoragePasses {
  std::string name;   // "storage.gpu.mmap.cold"
  std::string words;  // "mapped, then copied"
  CacheState cache = CacheState::cold;
  std::vector<double> at;        // seconds since the begin of the first
  std::vector<double> rates;     // bytes a second
  std::optional<double> cached;  // share in the page cache before: of cold passes the largest, of
                                 // warm ones the least; nothing: the kernel does not tell
  std::uint64_t checked = 0;     // blocks of 4 KiB
  std::uint64_t wrong = 0, first_wrong = 0;
  /// Seconds of all passes, and of them those in which the CPU compared the content; a disk that
  /// reads ahead does so meanwhile.
  double seconds = 0, checking = 0;
  std::string left_out;  // why there is nothing; else empty
  std::string note;      // what else is to be known

  /// A cold pass of a file that was not out of the page cache is no cold one.
  bool is_cold() const { return cache == CacheState::cold && cached && *cached <= kFew; }
  static constexpr double kFew = 0.02;
};

struct PassMeasure {
  int passes = 6;
  double pass_seconds = 0.5;  // of one; it ends early then, with what it has
  std::function<EarlyEnd()> must_end = {};
};

/// Does `once` again and again, each time with the page cache as `out` says; `once` is told how
/// long it may take. What fails, and why it had to end, goes into `cut`.
void read_through(const StorageFile& file, const PassMeasure& measure,
                  const std::function<Result<StoragePass>(double seconds)>& once,
                  StoragePasses& out, EarlyEnd& cut);

/// The page cache alone: cold and warm, with one reader.
std::vector<StoragePasses> buffered_reads(const StorageFile& file, const PassMeasure& measure,
                                          EarlyEnd& cut);

}  // namespace gb10
