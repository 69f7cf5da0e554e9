#pragma once

#include <algorithm>

namespace gb10 {

/// Whether the ring keeps every reading or one a second: all for ten seconds after something moved
/// or during an alarm, but on a day one hour at most for either, so that the ring holds 24 hours.
class Burst {
 public:
  /// `seconds` of a clock that only goes on.
  bool keeps(double seconds, bool moves, bool alarm) {
    const bool of_moves = moves_.keeps(seconds, moves);
    const bool of_alarm = alarms_.keeps(seconds, alarm);
    return of_moves || of_alarm;
  }

 private:
  /// Half an hour at once, and half an hour more in a day.
  class Allowance {
   public:
    bool keeps(double seconds, bool now) {
      const double passed = seconds - last_;
      left_ = std::min(kMost, left_ + passed * kMost / kDay);
      last_ = seconds;
      if (now) since_ = seconds;
      if (seconds - since_ >= kAfter || left_ < passed) return false;
      left_ -= passed;
      return true;
    }

   private:
    static constexpr double kAfter = 10, kDay = 86400, kMost = 1800;
    double left_ = kMost, last_ = 0, since_ = -1e9;
  };

  Allowance moves_, alarms_;
};

}  // namespace gb10
