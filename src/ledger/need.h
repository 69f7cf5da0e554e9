#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "model/fact.h"

namespace gb10 {

/// What would bring more memory.
struct NeedStep {
  /// `drop_cache` moves pages together as well where they lie in pieces.
  enum class Kind { drop_cache, limit_zfs, stop_orphan, stop_process, compact, boot_option };
  Kind kind = Kind::drop_cache;
  std::string text;              // "stop the orphan pid 4711 (VLLM::EngineCore)"
  std::string command;           // to copy
  std::optional<Quantity> gain;  // how much it brings; nothing where that cannot be said
  std::int64_t pid = 0;          // of what is to be stopped
};
const char* word(NeedStep::Kind kind);

/// Whether an amount of memory is there.
struct Answer {
  enum class Verdict { yes, not_now, no, cannot_tell };
  Verdict verdict = Verdict::cannot_tell;
  std::string sentence;  // the first line of the screen
  Quantity wanted;
  std::optional<Quantity> free, available;
  std::vector<NeedStep> steps;  // in this order, until it is enough; empty for yes and cannot_tell
};
const char* word(Answer::Verdict verdict);

/// Whether `wanted` bytes can be had now, and what would make it so. Stopping processes is weighed
/// only when dropping cache is not enough, a reboot with other settings when that is not either;
/// orphans before the living, the largest first.
Answer need(const Facts& facts, Quantity wanted);

/// For a screen of `width` columns.
std::string to_text(const Answer& answer, std::size_t width = 100);
Json to_json(const Answer& answer);

}  // namespace gb10
