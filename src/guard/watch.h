#pragma once

#include <array>
#include <string>

#include "guard/policy.h"
#include "sampler/metrics.h"

namespace gb10 {

/// What a reading calls for, the lesser first.
enum class Alarm {
  none,
  blocks,   // enough memory, no large block: cache may be dropped and memory compacted
  prepare,  // it may run out soon: cache may be dropped
  stop,     // what grows must be stopped
  floor     // the same, and there is no time left
};

/// A reading as the guard judges it.
struct Outlook {
  enum class Reason { none, no_blocks, soon, falling, gone_soon, stalled, at_floor };

  Alarm alarm = Alarm::none;
  Reason reason = Reason::none;
  double available = kNotKnown;  // bytes
  double slope = kNotKnown;      // bytes a second; below 0 it falls
  double left = kNotKnown;       // seconds until the floor at this slope; not known while it rises
  double stalled = kNotKnown;    // share of the time in which all tasks waited for memory
  double blocks = kNotKnown;     // bytes free in blocks of 32 MiB
};

/// The outlook in a sentence with its numbers.
std::string sentence(const Outlook& outlook);

/// Judges readings in the order of time, by level and slope of what is available, by stalls and by
/// free blocks. It allocates nothing.
class Watch {
 public:
  /// `policy` is the one for this machine (GuardPolicy::on).
  explicit Watch(GuardPolicy policy) : policy_(std::move(policy)) {}

  Outlook judge(const Reading& reading);

  /// Whether what `outlook` saw is more than an alarm needs to be over.
  bool is_over(const Outlook& outlook) const {
    return outlook.alarm < Alarm::stop &&
           outlook.available > policy_.act_below + policy_.recovered;
  }

 private:
  struct Point {
    double seconds = 0, available = 0;
  };
  static constexpr std::size_t kPoints = 256;

  void remember(Point point);
  double slope_over(double window) const;
  bool is_new_low(Point point);
  double stalls(const Reading& reading);
  Outlook::Reason reason(const Outlook& seen, bool new_low) const;
  bool lacks_blocks(const Reading& reading) const;

  GuardPolicy policy_;
  std::array<Point, kPoints> points_;
  std::size_t count_ = 0;  // ever remembered
  double low_ = kNotKnown, lowest_ = kNotKnown, settled_ = 0;
  double stalled_ = 0, stalls_from_ = kNotKnown, last_ = kNotKnown;
};

}  // namespace gb10
