#include "bench/storage_passes.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "bench/read_queue.h"
#include "bench/storage_memory.h"

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kPiece = std::size_t{1} << 20U;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// One piece, whole or an Error.
Result<void> read_piece(int file, std::uint64_t at, std::span<std::byte> into) {
  while (true) {
    const ssize_t n = ::pread(file, into.data(), into.size(), static_cast<off_t>(at));
    if (n == static_cast<ssize_t>(into.size())) return {};
    if (n < 0 && errno == EINTR) continue;
    return short_read({0, n < 0 ? -std::int64_t{errno} : std::int64_t{n}}, at, into.size());
  }
}

Result<void> read_all(const StorageFile& file, std::span<std::byte> memory) {
  for (std::uint64_t at = 0; at < file.size(); at += memory.size())
    TRY(read_piece(file.cached(), at, memory.first(std::min(memory.size(), file.size() - at))));
  return {};
}

Result<void> prepare(const StorageFile& file, StoragePasses& out) {
  if (out.cache == CacheState::warm) {
    const StorageMemory memory = TRY(StorageMemory::make(kPiece));
    TRY(read_all(file, memory.bytes()));
  } else {
    TRY(file.evict());
  }
  const auto cached = file.resident();
  if (!cached) {
    out.cached.reset();
  } else if (out.rates.empty()) {
    out.cached = cached;
  } else if (out.cached) {
    out.cached = out.cache == CacheState::warm ? std::min(*out.cached, *cached)
                                               : std::max(*out.cached, *cached);
  }
  return {};
}

Result<StoragePass> read_once(const StorageFile& file, std::span<std::byte> memory, double seconds,
                              StoragePasses& out) {
  const auto begin = Clock::now();
  StoragePass pass;
  while (pass.bytes < file.size() && pass.seconds < seconds) {
    const auto piece = memory.first(std::min(memory.size(), file.size() - pass.bytes));
    spoil_ends(piece);
    TRY(read_piece(file.cached(), pass.bytes, piece));
    const auto read = Clock::now();
    const auto wrong = file.marks().wrong(pass.bytes, piece, out.checked);
    if (wrong && out.wrong++ == 0) out.first_wrong = *wrong;
    out.checked += piece.size() / kStorageBlock;
    out.checking += seconds_since(read);
    pass.bytes += piece.size();
    pass.seconds = seconds_since(begin);
  }
  return pass;
}

}  // namespace

void read_through(const StorageFile& file, const PassMeasure& measure,
                  const std::function<Result<StoragePass>(double seconds)>& once,
                  StoragePasses& out, EarlyEnd& cut) {
  const auto begin = Clock::now();
  for (int i = 0; i < measure.passes && cut.why == CutBy::no; ++i) {
    const Result<void> ready = prepare(file, out);
    const Result<StoragePass> pass =
        ready.ok() ? once(measure.pass_seconds) : Result<StoragePass>(ready.error());
    if (!pass.ok()) {
      out.left_out = pass.error().what;
      return;
    }
    out.at.push_back(seconds_since(begin));
    out.rates.push_back(static_cast<double>(pass->bytes) / pass->seconds);
    out.seconds += pass->seconds;
    if (measure.must_end) cut = measure.must_end();
  }
}

std::vector<StoragePasses> buffered_reads(const StorageFile& file, const PassMeasure& measure,
                                          EarlyEnd& cut) {
  std::vector<StoragePasses> out;
  for (const CacheState cache : {CacheState::cold, CacheState::warm}) {
    if (cut.why != CutBy::no) break;
    StoragePasses& one = out.emplace_back();
    const bool cold = cache == CacheState::cold;
    one.name = cold ? "storage.buffered.cold" : "storage.buffered.warm";
    one.words = "page cache, one reader";
    one.cache = cache;
    const auto memory = StorageMemory::make(kPiece);
    if (!memory.ok()) {
      one.left_out = memory.error().what;
      continue;
    }
    const auto once = [&](double seconds) {
      return read_once(file, memory->bytes(), seconds, one);
    };
    read_through(file, measure, once, one, cut);
  }
  return out;
}

}  // namespace gb10
