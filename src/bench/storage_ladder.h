#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/early_end.h"
#include "bench/read_queue.h"
#include "bench/storage_file.h"

namespace gb10 {

/// One step of the ladder: reads of one size, so many at once.
struct LadderCell {
  std::size_t block = 0;  // bytes
  int depth = 1;
  bool random = true;

  /// "storage.read.random.256k.qd64"
  std::string name() const;
};

/// All steps: 4 KiB to 1 MiB, 1 to 128 at once, at random places and one after the other.
std::vector<LadderCell> read_ladder_cells();

/// What came of a step.
struct LadderCellRun {
  LadderCell cell;
  std::vector<double> at;         // seconds since the begin, of the blocks' ends
  std::vector<double> rates;      // bytes a second, of what was completed
  std::vector<double> latencies;  // seconds, of reads one at a time; empty for others
};

struct ReadLadderMeasure {
  std::vector<LadderCell> cells = read_ladder_cells();
  int blocks = 10;              // of each step; all steps take turns
  double block_seconds = 0.06;  // of one; longer where nothing ends so soon
  double most_seconds = 120;    // of all; on a slow disk there are fewer blocks, at least two
  /// Why it must end now; asked after each block.
  std::function<EarlyEnd()> must_end = {};
  /// Whence the queues are.
  std::function<Result<OpenReadQueue>(int depth)> open_queue = open_read_queue;
  /// Each turn in which all steps have had a block.
  std::function<void(int turn)> told = {};
};

struct ReadLadderRun {
  std::vector<LadderCellRun> cells;  // those whose blocks fit into the file
  std::string engine;                // "io_uring"
  std::string instead;               // why not io_uring; else empty
  int turns = 0;                     // in which all steps had their block
  std::uint64_t checked = 0;         // blocks of 4 KiB whose content was looked at
  std::uint64_t wrong = 0;           // reads that brought something else
  std::uint64_t first_wrong = 0;     // where the first of them is wrong
  /// Share of the file in the page cache before the first read and after the last; nothing where
  /// the kernel does not tell.
  std::optional<double> cached_before, cached_after;
  EarlyEnd cut;
};

/// Reads the file again and again. A read that fails ends it; what is whole until then is kept.
/// Errors: no memory, no threads.
Result<ReadLadderRun> read_ladder(const StorageFile& file, const ReadLadderMeasure& measure);

}  // namespace gb10
