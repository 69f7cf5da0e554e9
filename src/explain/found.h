#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explain/matcher.h"

namespace gb10 {

/// A signature that a log shows.
struct Found {
  const Signature* signature = nullptr;
  std::vector<const Seen*> hits;               // in the order of the log, a line once
  std::int64_t first_line = 0, last_line = 0;  // of the hits and of what else they needed
  Pattern::Captures captures;                  // of the first hit and of what else it needed
  std::int64_t count = 0;                      // lines
  bool count_is_least = false;

  std::int64_t line() const { return hits.front()->evidence.line; }
};

/// Judges one signature by what `matcher` has seen: its own lines, and what else it wants of the
/// log or forbids.
std::optional<Found> found_in(const Signature& signature, const Matcher& matcher);

}  // namespace gb10
