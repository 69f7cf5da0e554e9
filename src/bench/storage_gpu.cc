#include "bench/storage_gpu.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include <fmt/format.h>

#include "bench/read_queue.h"
#include "bench/storage_memory.h"
#include "bench/storage_target.h"
#include "host/failure.h"

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// The file in memory, until the end of its life.
class Mapping {
 public:
  static Result<Mapping> make(const StorageFile& file) {
    void* const at = ::mmap(nullptr, file.size(), PROT_READ, MAP_SHARED, file.cached(), 0);
    if (at == MAP_FAILED) return failure(errno, "cannot map the file");
    return Mapping(static_cast<const std::byte*>(at), file.size());
  }
  Mapping(Mapping&& other) noexcept : at_(std::exchange(other.at_, nullptr)), size_(other.size_) {}
  Mapping& operator=(Mapping&&) = delete;
  ~Mapping() {
    if (at_) ::munmap(const_cast<std::byte*>(at_), size_);
  }
  const std::byte* at() const { return at_; }

 private:
  Mapping(const std::byte* at, std::size_t size) : at_(at), size_(size) {}
  const std::byte* at_;
  std::size_t size_;
};

/// What all ways need, and the ways themselves: each brings what it can within its time and tells
/// how long that took.
class Copier {
 public:
  Copier(const StorageGpu& gpu, const StorageFile& file, StorageTarget target)
      : gpu_(gpu), file_(file), sizes_(gpu.sizes), target_(std::move(target)) {}

  /// Whether the sums come from the way itself.
  bool sums_in_place = false;

  /// The way, the check behind it, and what came.
  Result<StoragePass> checked(Result<StoragePass> (Copier::*way)(double), double seconds,
                              StoragePasses& out) {
    sums_in_place = false;
    TRY(target_.clear());
    const StoragePass pass = TRY((this->*way)(seconds));
    const std::size_t blocks = pass.bytes / kStorageBlock;
    if (!sums_in_place) TRY(target_.sum_up(target_.data(), 0, blocks));
    TRY(target_.compare(blocks, out));
    return pass;
  }

  Result<StoragePass> pageable(double seconds) {
    const StorageMemory memory = TRY(StorageMemory::make(sizes_.buffered));
    begin(seconds);
    while (const std::size_t size = next_piece(sizes_.buffered)) {
      TRY(read(memory.bytes().first(size)));
      TRY(copy(memory.bytes().data(), size));
      pass_.bytes += size;
    }
    return ended();
  }

  Result<StoragePass> pinned(double seconds) {
    PinnedSlots& slots = *TRY(ready(large_, sizes_.buffered_slots, sizes_.buffered));
    begin(seconds);
    while (const std::size_t size = next_piece(sizes_.buffered)) {
      const std::size_t slot = TRY(slots.take());
      TRY(read(slots.memory(slot).first(size)));
      TRY(copy_later(slots.memory(slot).first(size), pass_.bytes));
      TRY(slots.hand_back(slot));
      pass_.bytes += size;
    }
    return ended();
  }

  Result<StoragePass> direct_pinned(double seconds) { return direct(seconds, false); }

  Result<StoragePass> direct_in_place(double seconds) {
    sums_in_place = true;
    return direct(seconds, true);
  }

  Result<StoragePass> mapped(double seconds) {
    begin(seconds);
    const Mapping map = TRY(Mapping::make(file_));
    while (const std::size_t size = next_piece(sizes_.buffered)) {
      TRY(file_.check_size());  // what lies behind the end of a mapped file ends this process
      TRY(copy(map.at() + pass_.bytes, size));
      pass_.bytes += size;
    }
    return ended();
  }

  Result<StoragePass> mapped_in_place(double seconds) {
    if (gpu_.cuda.attribute(gpu_.device, cuda::kReadsPageable).value_or(0) == 0)
      return Error{Error::Kind::unsupported, "this GPU does not read the CPU's pages"};
    sums_in_place = true;
    begin(seconds);
    const Mapping map = TRY(Mapping::make(file_));
    while (const std::size_t size = next_piece(sizes_.buffered)) {
      TRY(file_.check_size());
      const auto from = reinterpret_cast<cuda::Address>(map.at() + pass_.bytes);
      TRY(target_.sum_up(from, pass_.bytes / kStorageBlock, size / kStorageBlock));
      TRY(target_.wait());
      pass_.bytes += size;
    }
    return ended();
  }

  Result<StoragePass> cufile(double seconds) {
    if (!gpu_.cufile) return Error{Error::Kind::unsupported, gpu_.no_cufile};
    const CuFileHandle handle = TRY(gpu_.cufile->handle(file_.nearest()));
    begin(seconds);
    while (const std::size_t size = next_piece(sizes_.buffered)) {
      TRY(gpu_.cufile->read(handle, target_.data(), size, pass_.bytes));
      pass_.bytes += size;
    }
    return ended();
  }

  /// Until nothing is on its way any more.
  Result<void> wait() const { return target_.wait(); }

 private:
  /// Slots of which none is used.
  Result<PinnedSlots*> ready(std::optional<PinnedSlots>& slots, std::size_t count,
                             std::size_t size) {
    if (!slots) {
      PinnedSlots made = TRY(PinnedSlots::make(gpu_, count, size));
      slots.emplace(std::move(made));
    }
    slots->reset();
    return &*slots;
  }

  void begin(double seconds) {
    pass_ = {};
    most_seconds_ = seconds;
    begin_ = Clock::now();
  }

  /// Bytes of the next piece; 0 at the end of the file or of the time.
  std::size_t next_piece(std::size_t most) const {
    const std::uint64_t left = file_.size() - pass_.bytes;
    return seconds_since(begin_) < most_seconds_ ? std::min<std::uint64_t>(most, left) : 0;
  }

  Result<StoragePass> ended() {
    TRY(target_.wait());
    pass_.seconds = seconds_since(begin_);
    return pass_;
  }

  Result<void> read(std::span<std::byte> into) {
    spoil_ends(into);
    while (true) {
      const ssize_t n =
          ::pread(file_.cached(), into.data(), into.size(), static_cast<off_t>(pass_.bytes));
      if (n == static_cast<ssize_t>(into.size())) return {};
      if (n < 0 && errno == EINTR) continue;
      return short_read({0, n < 0 ? -std::int64_t{errno} : std::int64_t{n}}, pass_.bytes,
                        into.size());
    }
  }

  Result<void> copy(const void* from, std::size_t size) {
    const cuda::Api& api = gpu_.cuda.api();
    return call(api, api.cuMemcpyHtoD_v2, target_.data() + pass_.bytes, from, size);
  }

  Result<void> copy_later(std::span<const std::byte> from, std::uint64_t offset) {
    const cuda::Api& api = gpu_.cuda.api();
    return call(api, api.cuMemcpyHtoDAsync_v2, target_.data() + offset, from.data(), from.size(),
                gpu_.stream.get());
  }

  /// Reads that are many at once end in any order; what was begun ends, so that what came is whole.
  Result<StoragePass> direct(double seconds, bool in_place) {
    if (!file_.direct_refused().empty())
      return Error{Error::Kind::unsupported, file_.direct_refused()};
    PinnedSlots& slots = *TRY(ready(small_, sizes_.direct_slots, sizes_.direct));
    const OpenReadQueue open = TRY(open_read_queue(sizes_.at_once));
    std::vector<std::uint64_t> offsets(sizes_.direct_slots);
    const std::size_t size = sizes_.direct;
    int reading = 0;
    begin(seconds);
    while (true) {
      while (reading < sizes_.at_once && next_piece(size) == size) {
        const std::size_t slot = TRY(slots.take());
        offsets[slot] = pass_.bytes;
        spoil_ends(slots.memory(slot));
        TRY(open.queue->begin({file_.direct(), pass_.bytes, slots.memory(slot), slot}));
        pass_.bytes += size;
        ++reading;
      }
      if (reading == 0) break;
      const ReadDone done = TRY(open.queue->next());
      --reading;
      const std::uint64_t at = offsets[done.slot];
      if (done.bytes != static_cast<std::int64_t>(size)) return short_read(done, at, size);
      if (in_place)
        TRY(target_.sum_up(slots.address(done.slot), at / kStorageBlock, size / kStorageBlock));
      else
        TRY(copy_later(slots.memory(done.slot), at));
      TRY(slots.hand_back(done.slot));
    }
    return ended();
  }

  const StorageGpu& gpu_;
  const StorageFile& file_;
  const CopySizes& sizes_;
  StorageTarget target_;
  std::optional<PinnedSlots> small_, large_;
  StoragePass pass_;
  double most_seconds_ = 0;
  Clock::time_point begin_;
};

struct WayToGpu {
  const char* name;
  const char* words;
  Result<StoragePass> (Copier::*once)(double);
  bool cached;  // through the page cache
};
constexpr WayToGpu kWaysToGpu[] = {
    {"direct-pinned", "O_DIRECT into pinned memory, then copied", &Copier::direct_pinned, false},
    {"direct-in-place", "O_DIRECT into pinned memory that the GPU reads", &Copier::direct_in_place,
     false},
    {"pinned", "page cache, pinned buffers, then copied", &Copier::pinned, true},
    {"pageable", "page cache, pageable buffer, then copied", &Copier::pageable, true},
    {"mmap", "mapped, then copied", &Copier::mapped, true},
    {"cufile", "cuFile", &Copier::cufile, false},
    // The last: where a GPU claims it and fails, nothing more works in this process.
    {"mmap-in-place", "mapped, the GPU reads the pages", &Copier::mapped_in_place, true},
};

}  // namespace

Result<std::vector<StoragePasses>> copies_to_gpu(
    const StorageGpu& gpu, const StorageFile& file, const PassMeasure& measure, EarlyEnd& cut,
    const std::function<void(const StoragePasses&)>& told) {
  StorageTarget target = TRY(StorageTarget::make(gpu, file));
  Copier copier(gpu, file, std::move(target));
  std::vector<StoragePasses> out;
  for (const WayToGpu& way : kWaysToGpu) {
    for (const bool warm : {false, true}) {
      if (cut.why != CutBy::no || (warm && !way.cached)) continue;
      StoragePasses& one = out.emplace_back();
      one.name = fmt::format("storage.gpu.{}.{}", way.name, warm ? "warm" : "cold");
      one.words = way.words;
      one.cache = !way.cached ? CacheState::past : warm ? CacheState::warm : CacheState::cold;
      if (way.once == &Copier::cufile && gpu.cufile)
        one.note = gpu.cufile->mode(gpu.cuda, gpu.device);
      const auto once = [&](double seconds) { return copier.checked(way.once, seconds, one); };
      read_through(file, measure, once, one, cut);
      if (told) told(one);
      if (!one.left_out.empty()) break;
    }
  }
  const Result<void> idle = copier.wait();
  if (!idle.ok() && !out.empty() && out.back().left_out.empty())
    out.back().left_out = idle.error().what;
  return out;
}

}  // namespace gb10
