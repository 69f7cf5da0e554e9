#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/blob.h"
#include "guard/ring.h"

namespace gb10 {

/// Something that was told to the ring. Its text comes from other programs: any bytes.
struct RingEvent {
  EventKind kind = EventKind::note;
  RingMoment when;
  std::string text;
  bool cut = false;  // its end was lost

  friend bool operator==(const RingEvent& a, const RingEvent& b) {
    return a.kind == b.kind && a.text == b.text && a.cut == b.cut;
  }
};

struct RingStop {
  RingMoment when;
  std::string reason;
};

/// What a ring holds of one boot, in the order in which it was written.
struct RingBoot {
  std::string id;       // 32 digits; empty when it is not known
  std::string version;  // of the program that wrote last
  std::vector<Reading> samples;
  std::vector<RingEvent> events;
  std::optional<RingStop> stop;  // when it was the last thing written
  RingMoment first, last;        // of any slot
};

/// What a ring holds, the oldest boot first.
struct RingLog {
  std::vector<RingBoot> boots;
  std::uint64_t slots = 0;     // that were whole
  std::uint64_t torn = 0;      // that held something else than a whole slot or zeros
  std::uint64_t unread = 0;    // bytes that the disk did not give
  std::uint64_t nameless = 0;  // samples whose names are lost
};

/// Every slot whose CRC fits, in the order of its sequence, split into boots. Bytes that are torn
/// or foreign are passed over, and metrics are known by their names: those that this program does
/// not have are left out. An Error only where nothing could be read. Of a ring of 64 MiB it needs
/// up to 150 MB for a moment.
Result<RingLog> read_ring(const Blob& blob);

}  // namespace gb10
