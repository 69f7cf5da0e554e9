#pragma once

#include <algorithm>

namespace gb10 {

/// Whether the ring keeps every reading or one a second: all for ten seconds after something moved,
/// but on a day two hours at most, so that the ring holds 24 hours. What belongs to an alarm is
/// always kept.
class Burst {
 public:
  /// `seconds` of a clock that only goes on.
  bool keeps(double seconds, bool moves, bool alarm) {
    left_ = std::min(kMost, left_ + (seconds - last_) * kMost / kDay);
    const double passed = std::min(seconds - last_, 1.0);
    last_ = seconds;
    if (moves) moved_ = seconds;
    if (alarm) alarmed_ = seconds;
    if (seconds - alarmed_ < kAfter) return true;
    if (seconds - moved_ >= kAfter || left_ < passed) return false;
    left_ -= passed;
    return true;
  }

 private:
  static constexpr double kAfter = 10, kDay = 86400,
                          kMost = 3600;  // an hour, and one more in a day

  double left_ = kMost, last_ = 0, moved_ = -1e9, alarmed_ = -1e9;
};

}  // namespace gb10
