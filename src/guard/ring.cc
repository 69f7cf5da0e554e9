#include "guard/ring.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <vector>

#include "base/bytes.h"
#include "host/failure.h"

namespace gb10 {

namespace {

using ring::kPayloadSize;
using ring::kSlotSize;
using ring::SlotKind;

/// A start and the names of the columns come again after so many slots, so that what is left of a
/// boot of many days is still readable.
constexpr std::uint64_t kHeadEvery = 4096;
constexpr std::uint64_t kLeastBytes = 64U << 10U;
constexpr std::size_t kMostParts = 16;
constexpr std::size_t kChunk = 64U << 10U;

static_assert(4 + 4 * kMetricCount <= kPayloadSize, "a sample fits one slot");

Error ring_failure(int code, std::string_view doing, const std::string& path) {
  return touch_failure(code, fmt::format("cannot {} the ring {}", doing, path));
}

/// 0, or the errno; all of `bytes` or none count.
int write_at(int file, std::span<const std::byte> bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t n = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    if (n == 0) return ENOSPC;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
    offset += static_cast<std::uint64_t>(n);
  }
  return 0;
}

/// Fills `into`, what lies behind the end of the file with zeros; 0, or the errno.
int read_at(int file, std::span<std::byte> into, std::uint64_t offset) {
  while (!into.empty()) {
    const ssize_t n = ::pread(file, into.data(), into.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    if (n == 0) break;
    into = into.subspan(static_cast<std::size_t>(n));
    offset += static_cast<std::uint64_t>(n);
  }
  std::fill(into.begin(), into.end(), std::byte{0});
  return 0;
}

/// Written zeros take their blocks now: a full disk shows at the start, and syncs stay small.
Result<void> fill(int file, std::uint64_t from, std::uint64_t to, const std::string& path) {
  const std::vector<std::byte> zeros(kChunk);
  for (std::uint64_t at = from; at < to; at += kChunk) {
    const std::size_t count = std::min<std::uint64_t>(kChunk, to - at);
    const int code = write_at(file, std::span(zeros).first(count), at);
    if (code == 0) continue;
    // What was begun would hold the room that somebody else needs.
    if (from == 0)
      ::unlink(path.c_str());
    else if (::ftruncate(file, static_cast<off_t>(from)) != 0)
      return ring_failure(errno, "shorten", path);
    return ring_failure(code, "make room for", path);
  }
  if (::fsync(file) != 0) return ring_failure(errno, "write", path);
  return {};
}

Result<Descriptor> opened(const std::string& path) {
  Descriptor file(
      ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0640));
  if (!file) return ring_failure(errno, "open", path);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return ring_failure(errno, "look at", path);
  if (!S_ISREG(info.st_mode)) {
    return Error{Error::Kind::invalid, fmt::format("the ring {} is no regular file", path),
                 "name a file on a disk"};
  }
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return file;
  if (errno != EWOULDBLOCK) return ring_failure(errno, "lock", path);
  return Error{Error::Kind::busy, fmt::format("another process writes the ring {}", path),
               "gb10 guard status says which guard runs"};
}

}  // namespace

const char* word(EventKind kind) {
  switch (kind) {
    case EventKind::kernel_line:
      return "kernel-line";
    case EventKind::unit_start:
      return "unit-start";
    case EventKind::decision:
      return "decision";
    case EventKind::action:
      return "action";
    case EventKind::clock_jump:
      return "clock-jump";
    case EventKind::note:
      break;
  }
  return "note";
}

RingMoment ring_moment() {
  timespec boot{}, wall{};
  ::clock_gettime(CLOCK_BOOTTIME, &boot);
  ::clock_gettime(CLOCK_REALTIME, &wall);
  return {static_cast<double>(boot.tv_sec) + static_cast<double>(boot.tv_nsec) * 1e-9,
          std::int64_t{wall.tv_sec} * 1'000'000'000 + wall.tv_nsec};
}

Result<RingWriter> RingWriter::open(const std::string& path, std::uint64_t size,
                                    const RingOwner& owner) {
  if (size < kLeastBytes || size > kRingBytes) {
    return Error{Error::Kind::invalid, fmt::format("a ring of {} bytes", size),
                 "64 KiB to 64 MiB are possible"};
  }
  Descriptor file = TRY(opened(path));
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return ring_failure(errno, "look at", path);
  const std::uint64_t there = static_cast<std::uint64_t>(info.st_size) / kPage * kPage;
  const std::uint64_t wanted = size / kPage * kPage;
  RingWriter ring(std::move(file), path);
  ring.slots_ = std::min(std::max(there, wanted), kRingBytes) / kSlotSize;
  // Zeros are what a start that was cut off leaves at our own place; elsewhere they are somebody's.
  const Content content = TRY(ring.find_end(static_cast<std::uint64_t>(info.st_size)));
  const bool may_be_blank = info.st_size == 0 || path == kRingPath;
  if (content == Content::foreign || (content == Content::blank && !may_be_blank))
    return Error{Error::Kind::conflict,
                 fmt::format("{} is there already and is no recording of a guard", path),
                 "name a file that is not there yet"};
  if (there < wanted) TRY(fill(ring.file_.get(), there, wanted, path));
  ring.name_owner(owner);
  TRY(ring.put_head(owner.when, false));
  TRY(ring.sync());
  return ring;
}

Result<RingWriter::Content> RingWriter::find_end(std::uint64_t size) {
  std::vector<std::byte> chunk(kChunk);
  Content content = Content::blank;
  for (std::uint64_t at = 0; at < std::min(size, kRingBytes); at += kChunk) {
    const int code = read_at(file_.get(), chunk, at);
    // A bad sector costs the slots on it, not the recorder.
    if (code == EIO) continue;
    if (code != 0) return ring_failure(code, "read", path_);
    const auto is_zero = [](std::byte each) { return each == std::byte{0}; };
    if (content == Content::blank && !std::all_of(chunk.begin(), chunk.end(), is_zero))
      content = Content::foreign;
    for (std::size_t i = 0; i < kChunk / kSlotSize && at / kSlotSize + i < slots_; ++i) {
      const auto head = ring::head_of(std::span(chunk).subspan(i * kSlotSize).first<kSlotSize>());
      if (!head || (content == Content::ring && head->sequence < sequence_)) continue;
      content = Content::ring;
      sequence_ = head->sequence + 1;
      next_ = (at / kSlotSize + i + 1) % slots_;
    }
  }
  const std::uint64_t page = next_ / kSlotsOfPage * kPage;
  if (next_ % kSlotsOfPage != 0 && read_at(file_.get(), page_, page) != 0) page_.fill(std::byte{0});
  return content;
}

void RingWriter::name_owner(const RingOwner& owner) {
  const std::string digits = ring::boot_id_digits(owner.boot_id);
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    const auto value = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    start_[i / 2] = static_cast<std::byte>(value(digits[i]) * 16 + value(digits[i + 1]));
  }
  schema_ = ring::crc32c(ring::column_names());
  ring::put_little_endian(start_.data() + 16, schema_);
  const std::size_t count = std::min<std::size_t>(owner.version.size(), 60);
  std::memcpy(start_.data() + 21, owner.version.data(), count);
  start_length_ = 21 + count;
}

Result<void> RingWriter::put_head(RingMoment when, bool again) {
  start_[20] = static_cast<std::byte>(again);
  TRY(put(SlotKind::start, when, 0, std::span(start_).first(start_length_)));
  std::string_view names = ring::column_names();
  std::array<std::byte, kPayloadSize> payload{};
  ring::put_little_endian(payload.data(), schema_);
  for (std::uint16_t part = 0; !names.empty(); ++part) {
    const std::size_t count = std::min(names.size(), kPayloadSize - 4);
    std::memcpy(payload.data() + 4, names.data(), count);
    names.remove_prefix(count);
    const std::uint16_t more = names.empty() ? 0 : ring::kMoreFollow;
    TRY(put(SlotKind::metrics, when, part | more, std::span(payload).first(4 + count)));
  }
  since_head_ = 0;
  return {};
}

Result<void> RingWriter::head_if_due(RingMoment when) {
  // A small ring must hold a head in each of its turns.
  if (since_head_ < std::min(kHeadEvery, slots_ / 4)) return {};
  return put_head(when, true);
}

Result<void> RingWriter::put(SlotKind kind, RingMoment when, std::uint16_t part,
                             std::span<const std::byte> payload) {
  const std::size_t in_page = next_ % kSlotsOfPage;
  // The whole page is written: a part of one that is not in memory would have to be read first.
  if (in_page == 0) page_.fill(std::byte{0});
  const auto slot = std::span(page_).subspan(in_page * kSlotSize).first<kSlotSize>();
  std::copy(payload.begin(), payload.end(), slot.begin() + ring::kHeadSize);
  ring::seal(slot, {.sequence = sequence_,
                    .wall = when.wall,
                    .seconds = when.seconds,
                    .kind = kind,
                    .length = static_cast<std::uint8_t>(payload.size()),
                    .part = part});
  const int code = write_at(file_.get(), page_, next_ / kSlotsOfPage * kPage);
  if (code != 0) return ring_failure(code, "write", path_);
  next_ = (next_ + 1) % slots_;
  ++sequence_;
  ++since_head_;
  return {};
}

Result<void> RingWriter::add(const Reading& reading) {
  const RingMoment when{reading.seconds, reading.wall};
  TRY(head_if_due(when));
  std::array<std::byte, kPayloadSize> payload{};
  ring::put_little_endian(payload.data(), schema_);
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    const auto value = static_cast<float>(reading.values[i]);
    ring::put_little_endian(payload.data() + 4 + 4 * i, std::bit_cast<std::uint32_t>(value));
  }
  return put(SlotKind::sample, when, 0, std::span(payload).first(4 + 4 * kMetricCount));
}

Result<void> RingWriter::add_event(EventKind kind, std::string_view text, RingMoment when) {
  TRY(head_if_due(when));
  std::array<std::byte, kPayloadSize> payload{static_cast<std::byte>(kind)};
  std::uint16_t part = 0;
  do {
    const std::size_t count = std::min(text.size(), kPayloadSize - 1);
    std::copy_n(std::as_bytes(std::span(text)).begin(), count, payload.begin() + 1);
    text.remove_prefix(count);
    const bool more = !text.empty() && part + 1U < kMostParts;
    const std::uint16_t mark = more ? ring::kMoreFollow : 0;
    TRY(put(SlotKind::event, when, part | mark, std::span(payload).first(1 + count)));
    ++part;
  } while (!text.empty() && part < kMostParts);
  return {};
}

Result<void> RingWriter::stop(std::string_view reason, RingMoment when) {
  const auto bytes = std::as_bytes(std::span(reason.substr(0, kPayloadSize)));
  TRY(put(SlotKind::stop, when, 0, bytes));
  return sync();
}

Result<void> RingWriter::sync() {
  if (::fdatasync(file_.get()) != 0) return ring_failure(errno, "sync", path_);
  return {};
}

}  // namespace gb10
