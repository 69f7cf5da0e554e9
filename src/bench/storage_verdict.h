#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "bench/storage_ladder.h"
#include "bench/storage_passes.h"
#include "bench/storage_place.h"
#include "bench/storage_reference.h"

namespace gb10 {

/// Everything that was seen of a disk.
struct StorageRun {
  StoragePlace place;
  std::string chosen;          // the file, in words
  bool is_ours = false;        // it was made for this
  bool is_unwritten = false;   // nobody wrote to the file meanwhile, as far as its times tell
  std::string direct_refused;  // why reads went through the page cache; else empty
  std::uint64_t size = 0;      // bytes of the file that are read
  ReadLadderRun ladder;
  int turns_wanted = 0;
  std::vector<StoragePasses> buffered;
  std::vector<StoragePasses> copies;       // file -> GPU
  std::string no_gpu;                      // why there are none; else empty
  std::map<std::string, std::string> gpu;  // which it is, as parameters
  std::vector<std::string> notes;
  EarlyEnd cut;
};

/// The verdict and why; `reason` is a code for programs.
struct StorageVerdict {
  std::string verdict;      // "healthy", "look closer", "slow", "cannot tell", "invalid", "faulty"
  std::string reason;       // "page-cache"
  std::string says;         // a sentence with its numbers
  std::string remedy = {};  // empty where none is known
  /// Bytes a second of the best of the reads that count; not a number where there are none.
  double best = std::numeric_limits<double>::quiet_NaN();
};

/// The best step of at least that size and depth, by the median of its blocks; `cell` is null
/// where there is none.
struct DeepestRead {
  const LadderCellRun* cell = nullptr;
  double rate = 0;  // bytes a second
};
DeepestRead deepest_read(const ReadLadderRun& ladder, const SsdReference& reference);

/// Judges the content first, then whether it was the disk at all, then by what is reported. Content
/// that is wrong is the disk's only where nobody else can have written it.
StorageVerdict verdict_of(const StorageRun& run, const StorageReference& reference);

/// Which way to the GPU is the fastest with a file that is not in the page cache, and how a loader
/// is told to take it; a sentence each, the first about the ways. Empty where no two ways were
/// measured.
std::vector<std::string> loader_advice(const StorageRun& run, const StorageReference& reference);

}  // namespace gb10
