#pragma once
// The flight recorder: a file of fixed size that goes round, so that a machine that dies leaves its
// last hours behind. Each slot stands for itself (guard/ring_slot.h): a file that is torn anywhere
// is read up to the tear and behind it.
//
// What it costs (computed): 64 MiB are 262,144 slots, 86,400 of which a day at one sample a second
// fills, so that the two hours of bursts at 20 Hz that a day may have (guard/burst.h) fit beside
// 24 h. The device writes one page of 4 KiB with each fdatasync, two in a burst: 86,400 x 4 KiB =
// 338 MiB a day at one sync a second, 28 MiB more with all bursts. The file's blocks are there
// before the first slot, so a sync writes no metadata of the file system.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "guard/ring_slot.h"
#include "host/descriptor.h"
#include "sampler/metrics.h"

namespace gb10 {

inline constexpr const char* kRingPath = "/var/lib/gb10/ring";
inline constexpr std::uint64_t kRingBytes = 64U << 20U;

/// What an event of the ring tells.
enum class EventKind : std::uint8_t {
  kernel_line = 1,
  unit_start,
  decision,
  action,
  clock_jump,
  note
};
const char* word(EventKind kind);

/// Reasons to stop that mean something to `doctor --last-boot`: the machine was going down, or only
/// the guard was.
inline constexpr std::string_view kStopShutdown = "shutdown", kStopAsked = "stopped";

/// When something was.
struct RingMoment {
  double seconds = 0;     // since boot, CLOCK_BOOTTIME
  std::int64_t wall = 0;  // nanoseconds since 1970
};
/// Now.
RingMoment ring_moment();

/// Who writes a ring.
struct RingOwner {
  std::string boot_id;  // as /proc/sys/kernel/random/boot_id has it; empty when it is not known
  std::string version;  // of the program
  RingMoment when = ring_moment();
};

/// Writes the ring. What was written reaches the page cache at once and the device with sync(). A
/// failure is returned and changes nothing: the next call tries the same place again.
class RingWriter {
 public:
  /// Continues the ring at `path` behind its newest slot, or makes one of `size` bytes, all of
  /// them written. A ring that is there is never made smaller. `busy` when another process writes
  /// it, `invalid` for a size below 64 KiB or above 64 MiB.
  static Result<RingWriter> open(const std::string& path, std::uint64_t size,
                                 const RingOwner& owner);

  /// One pwrite of one page, once in 4096 slots some more; allocates nothing.
  Result<void> add(const Reading& reading);
  /// At most about 3500 bytes of `text` are kept.
  Result<void> add_event(EventKind kind, std::string_view text, RingMoment when = ring_moment());
  /// Says why nothing more comes, and syncs.
  Result<void> stop(std::string_view reason, RingMoment when = ring_moment());
  /// fdatasync: waits for the device.
  Result<void> sync();

 private:
  static constexpr std::size_t kPage = 4096, kSlotsOfPage = kPage / ring::kSlotSize;

  RingWriter(Descriptor file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}

  enum class Content { blank, ring, foreign };
  /// Finds the place behind the newest slot of a file of `size` bytes.
  Result<Content> find_end(std::uint64_t size);
  Result<void> put_head(RingMoment when, bool again);
  Result<void> put(ring::SlotKind kind, RingMoment when, std::uint16_t part,
                   std::span<const std::byte> payload);
  Result<void> head_if_due(RingMoment when);
  void name_owner(const RingOwner& owner);

  Descriptor file_;
  std::string path_;
  std::uint64_t slots_ = 0, next_ = 0, sequence_ = 0, since_head_ = 0;
  std::array<std::byte, kPage> page_{};
  std::array<std::byte, ring::kPayloadSize> start_{};
  std::size_t start_length_ = 0;
  std::uint32_t schema_ = 0;
};

}  // namespace gb10
