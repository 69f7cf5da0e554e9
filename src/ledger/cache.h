#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/json.h"
#include "host/host.h"
#include "model/fact.h"

namespace gb10 {

/// Whether giving back clean cache and moving pages together would help now.
struct CachePlan {
  bool drop = false;              // worth the while: at least 1 GiB of clean cache
  bool compact = false;           // much is free, hardly any of it in large blocks
  std::optional<Quantity> clean;  // what dropping would bring at least
  std::optional<Quantity> dirty;  // what stays, because it is not written yet
  std::string why;                // one sentence

  bool helps() const { return drop || compact; }
};
CachePlan free_cache_plan(const Facts& facts);

/// What came of it; nothing where a number was not known before or after.
struct CacheOutcome {
  bool dropped = false, compacted = false;
  std::optional<Quantity> free_before, free_after;
  std::optional<Quantity> available_before, available_after;
  std::optional<Quantity> large_before, large_after;  // in blocks of 32 MiB or more
  std::optional<Quantity> dirty_after;
  std::vector<std::string> problems;  // what did not work although the rest did
};

/// Facts of the topic "memory" as they are now.
using LookAtMemory = std::function<Facts()>;

/// Carries a plan out: drop_caches, then compact_memory, each one write. Nothing is synced: only
/// clean cache goes, for which nothing needs to be written, and dirty pages stay as they are. Error
/// `denied` without root.
Result<CacheOutcome> free_cache(Host& host, const CachePlan& plan, const LookAtMemory& look);

std::string to_text(const CachePlan& plan);
std::string to_text(const CacheOutcome& outcome);
Json to_json(const CachePlan& plan);
Json to_json(const CacheOutcome& outcome);

}  // namespace gb10
