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
  std::vector<Pattern::Captures> also;         // of what else each hit needed
  std::int64_t first_line = 0, last_line = 0;  // of the hits and of what else they needed
  std::int64_t count = 0;                      // lines
  bool count_is_least = false;

  std::int64_t line() const { return hits.front()->evidence.line; }
  /// What the first hit and what else it needed captured.
  Pattern::Captures captures() const {
    Pattern::Captures out = hits.front()->captures;
    out.insert(also.front().begin(), also.front().end());
    return out;
  }
};

/// Judges one signature by what `matcher` has seen: its own lines, and what else it wants of the
/// log or forbids.
std::optional<Found> found_in(const Signature& signature, const Matcher& matcher);

}  // namespace gb10
