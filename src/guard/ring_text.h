#pragma once

#include <string>
#include <string_view>

#include "guard/ring_log.h"

namespace gb10 {

/// Where a snapshot keeps what the ring at kRingPath told.
inline constexpr const char* kRingTextPath = "/var/lib/gb10/ring.jsonl";

/// The end of each of the last boots as lines of JSON, so that names in it can be found and
/// replaced: a line that names the boot, then its last samples, what happened, and how it stopped.
/// For strangers what an instance of a unit is for, and the ids of containers, are left out.
enum class ToldTo { owner, strangers };
std::string ring_text(const RingLog& log, ToldTo who);

/// The way back. Lines that are none of ours are counted as torn.
RingLog ring_from_text(std::string_view text);

}  // namespace gb10
