#include "guard/load_guard.h"

#include <cmath>

namespace gb10 {

std::optional<bool> LoadGuard::lacks_blocks(const Reading& reading, const GuardPolicy& policy) {
  const double blocks = reading.at(metric("memory.free_32m"));
  if (std::isnan(blocks)) return std::nullopt;
  return blocks < policy.blocks_least;
}

bool LoadGuard::wants_drop(const Reading& reading) {
  const double cache = reading.at(metric("memory.file_active")) +
                       reading.at(metric("memory.file_inactive")) -
                       reading.at(metric("memory.dirty"));
  const bool is_in_the_way =
      reading.at(metric("memory.free")) < room_ || lacks_blocks(reading, policy_).value_or(false);
  if (!is_in_the_way || !(cache >= policy_.cache_least)) return false;
  if (dropped_ && reading.seconds - *dropped_ < policy_.cache_again) return false;
  dropped_ = reading.seconds;
  ++drops_;
  return true;
}

}  // namespace gb10
