#include "guard/load_guard.h"

#include <cmath>

namespace gb10 {

namespace {

constexpr double kRoom = 0.1;  // of all memory, that is to be free while a model loads

}  // namespace

std::optional<bool> LoadGuard::lacks_blocks(const Reading& reading, const GuardPolicy& policy) {
  const double blocks = reading.at(metric("memory.free_32m"));
  if (std::isnan(blocks)) return std::nullopt;
  return blocks < policy.blocks_least;
}

bool LoadGuard::is_level(const Reading& reading) {
  constexpr double kSame = 0.01;  // of all memory
  const double available = reading.at(metric("memory.available"));
  if (!(std::abs(available - level_) < kSame * total_)) {
    level_ = available;
    level_since_ = reading.seconds;
  }
  return reading.seconds - level_since_ > kLevel;
}

bool LoadGuard::wants_drop(const Reading& reading) {
  const double cache = reading.at(metric("memory.file_active")) +
                       reading.at(metric("memory.file_inactive")) -
                       reading.at(metric("memory.dirty"));
  const bool is_in_the_way = reading.at(metric("memory.free")) < kRoom * total_ ||
                             lacks_blocks(reading, policy_).value_or(false);
  if (!is_in_the_way || !(cache >= policy_.cache_least)) return false;
  if (dropped_ && reading.seconds - *dropped_ < policy_.cache_again) return false;
  dropped_ = reading.seconds;
  return true;
}

}  // namespace gb10
