#include "bench/storage_ladder.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "bench/storage_memory.h"

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kKiB = 1024;
constexpr std::size_t kBlocks[] = {4 * kKiB, 64 * kKiB, 256 * kKiB, 1024 * kKiB};
constexpr int kDepths[] = {1, 4, 16, 64, 128};
constexpr std::size_t kMostLatencies = std::size_t{1} << 20U;  // that are kept of a step
constexpr int kLeastTurns = 2;
constexpr int kLeastReads = 8;   // in what counts of a block, and at least one for each at once
constexpr double kLong = 1;      // seconds in which a burst does not matter
constexpr double kPatience = 3;  // seconds that a block may last longer for that

double between(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

/// Where the reads of a step begin.
class Places {
 public:
  Places(const LadderCell& cell, std::uint64_t size)
      : cell_(cell), count_(size / cell.block), state_(mixed_bits(cell.block + cell.depth)) {}

  std::uint64_t next() {
    state_ = cell_.random ? mixed_bits(state_) : state_ + 1;
    return state_ % count_ * cell_.block;
  }

 private:
  LadderCell cell_;
  std::uint64_t count_, state_;
};

struct Slot {
  std::uint64_t offset = 0;
  Clock::time_point begun;
};

/// A block of one step. What counts begins when the queue has been filled once and ends with the
/// last read that ends in time: neither the first reads nor the emptying of the queue is in it.
class LadderBlock {
 public:
  LadderBlock(const StorageFile& file, const StorageMemory& memory, LadderCellRun& step,
              ReadLadderRun& all)
      : file_(file), memory_(memory), step_(step), all_(all), slots_(step.cell.depth) {}

  /// The rate; not a number where too little ended.
  Result<double> run(ReadQueue& queue, Places& places, double seconds) {
    const auto start = Clock::now();
    int on_their_way = 0;
    for (std::size_t i = 0; i < slots_.size(); ++i, ++on_their_way)
      TRY(begin(queue, i, places.next()));
    while (on_their_way > 0) {
      const ReadDone done = TRY(queue.next());
      --on_their_way;
      TRY(ended(done));
      if (is_enough(seconds) || between(start, last_) >= seconds + kPatience) continue;
      count();
      TRY(begin(queue, done.slot, places.next()));
      ++on_their_way;
    }
    return rate(seconds);
  }

 private:
  std::span<std::byte> memory_of(std::size_t slot) const {
    return memory_.bytes().subspan(slot * step_.cell.block, step_.cell.block);
  }

  Result<void> begin(ReadQueue& queue, std::size_t slot, std::uint64_t offset) {
    slots_[slot] = {offset, Clock::now()};
    spoil_ends(memory_of(slot));
    return queue.begin({file_.nearest(), offset, memory_of(slot), slot});
  }

  Result<void> ended(const ReadDone& done) {
    last_ = Clock::now();
    const Slot& slot = slots_[done.slot];
    const std::size_t block = step_.cell.block;
    if (done.bytes != static_cast<std::int64_t>(block)) return short_read(done, slot.offset, block);
    if (step_.cell.depth == 1 && step_.latencies.size() < kMostLatencies)
      step_.latencies.push_back(between(slot.begun, last_));
    const auto wrong = file_.marks().wrong(slot.offset, memory_of(done.slot), all_.checked);
    all_.checked += block / kStorageBlock;
    if (wrong && all_.wrong++ == 0) all_.first_wrong = *wrong;
    return {};
  }

  /// Disks answer in bursts: what counts is to be longer than those of one filling of the queue.
  bool is_enough(double seconds) const {
    return counted_ >= std::max(kLeastReads, step_.cell.depth) && between(from_, until_) >= seconds;
  }

  /// Of a slow disk fewer reads count, if they last long enough.
  double rate(double seconds) const {
    const double took = between(from_, until_);
    const bool counts = is_enough(seconds) || (counted_ >= kLeastReads && took >= kLong);
    return counts ? static_cast<double>(counted_) * static_cast<double>(step_.cell.block) / took
                  : NAN;
  }

  void count() {
    until_ = last_;
    if (++ended_ > step_.cell.depth)
      ++counted_;
    else
      from_ = last_;
  }

  const StorageFile& file_;
  const StorageMemory& memory_;
  LadderCellRun& step_;
  ReadLadderRun& all_;
  std::vector<Slot> slots_;
  Clock::time_point last_, from_, until_;
  int ended_ = 0, counted_ = 0;
};

/// All steps with their turns.
class Ladder {
 public:
  Ladder(const StorageFile& file, const ReadLadderMeasure& measure, const StorageMemory& memory)
      : file_(file), measure_(measure), memory_(memory) {}

  Result<ReadLadderRun> run() {
    for (const LadderCell& cell : measure_.cells) {
      if (cell.block > file_.size()) continue;
      out_.cells.push_back({cell, {}, {}, {}});
      places_.emplace_back(cell, file_.size());
    }
    TRY(file_.evict());
    out_.cached_before = file_.resident();
    begin_ = Clock::now();
    for (int turn = 0; turn < measure_.blocks; ++turn) {
      for (std::size_t i = 0; i < out_.cells.size() && out_.cut.why == CutBy::no; ++i)
        TRY(block(turn % 2 == 0 ? i : out_.cells.size() - 1 - i));
      if (out_.cut.why != CutBy::no) break;
      out_.turns = turn + 1;
      if (measure_.told) measure_.told(out_.turns);
      if (out_.turns >= kLeastTurns && between(begin_, Clock::now()) > measure_.most_seconds) break;
    }
    out_.cached_after = file_.resident();
    return std::move(out_);
  }

 private:
  Result<void> block(std::size_t which) {
    LadderCellRun& step = out_.cells[which];
    const OpenReadQueue open = TRY(measure_.open_queue(step.cell.depth));
    out_.engine = open.queue->name();
    out_.instead = open.instead;
    LadderBlock one(file_, memory_, step, out_);
    const Result<double> rate = one.run(*open.queue, places_[which], measure_.block_seconds);
    if (!rate.ok()) {
      out_.cut = {CutBy::failed, rate.error().what};
      return {};
    }
    step.at.push_back(between(begin_, Clock::now()));
    step.rates.push_back(*rate);
    if (measure_.must_end) out_.cut = measure_.must_end();
    return {};
  }

  const StorageFile& file_;
  const ReadLadderMeasure& measure_;
  const StorageMemory& memory_;
  std::vector<Places> places_;
  Clock::time_point begin_;
  ReadLadderRun out_;
};

}  // namespace

std::string LadderCell::name() const {
  const std::string size = block >= 1024 * kKiB ? fmt::format("{}m", block / kKiB / kKiB)
                                                : fmt::format("{}k", block / kKiB);
  return fmt::format("storage.read.{}.{}.qd{}", random ? "random" : "sequential", size, depth);
}

std::vector<LadderCell> read_ladder_cells() {
  std::vector<LadderCell> out;
  for (const bool random : {true, false}) {
    for (const std::size_t block : kBlocks) {
      for (const int depth : kDepths) out.push_back({block, depth, random});
    }
  }
  return out;
}

Result<ReadLadderRun> read_ladder(const StorageFile& file, const ReadLadderMeasure& measure) {
  std::size_t most = kStorageBlock;
  for (const LadderCell& cell : measure.cells)
    most = std::max(most, cell.block * static_cast<std::size_t>(cell.depth));
  const StorageMemory memory = TRY(StorageMemory::make(most));
  return Ladder(file, measure, memory).run();
}

}  // namespace gb10
