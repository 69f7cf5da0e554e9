#include "guard/watch.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace gb10 {

namespace {

constexpr std::size_t kAvailable = metric("memory.available");

std::string bytes_text(double value) { return to_text(bytes(value)); }

std::string speed(const Outlook& outlook) {
  return fmt::format("{} a second", bytes_text(std::abs(outlook.slope)));
}

}  // namespace

std::string sentence(const Outlook& seen) {
  const std::string left = fmt::format("{} available", bytes_text(seen.available));
  switch (seen.reason) {
    case Outlook::Reason::none:
      return left;
    case Outlook::Reason::no_blocks:
      return fmt::format("{}, but only {} of it free in blocks of 32 MiB", left,
                         bytes_text(seen.blocks));
    case Outlook::Reason::soon:
    case Outlook::Reason::gone_soon:
      return fmt::format("{} and {} less: at the floor in {:.1f} s", left, speed(seen), seen.left);
    case Outlook::Reason::falling:
      return seen.slope < 0 ? fmt::format("{} and falling, {}", left, speed(seen))
                            : fmt::format("{}, a new low", left);
    case Outlook::Reason::stalled:
      return fmt::format("{}, and all tasks waited for memory {:.0f} % of the time", left,
                         100 * seen.stalled);
    case Outlook::Reason::at_floor:
      return fmt::format("{}: below the floor", left);
  }
  return left;
}

void Watch::remember(Point point) {
  points_[count_ % kPoints] = point;
  ++count_;
}

double Watch::slope_over(double window) const {
  if (count_ < 2) return kNotKnown;
  const Point& newest = points_[(count_ - 1) % kPoints];
  const std::size_t kept = std::min(count_, kPoints);
  Point oldest = newest;
  for (std::size_t back = 2; back <= kept; ++back) {
    oldest = points_[(count_ - back) % kPoints];
    if (newest.seconds - oldest.seconds >= window) break;
  }
  const double passed = newest.seconds - oldest.seconds;
  // A window that is not filled yet would make a slope of noise.
  if (passed < 0.9 * window) return kNotKnown;
  return (newest.available - oldest.available) / passed;
}

bool Watch::is_new_low(Point point) {
  if (std::isnan(low_)) {
    low_ = lowest_ = point.available;
    settled_ = point.seconds;
    return false;
  }
  lowest_ = std::min(lowest_, point.available);
  if (point.available < low_ - policy_.margin) {
    low_ = lowest_ = point.available;
    settled_ = point.seconds;
    return true;
  }
  if (point.seconds - settled_ < policy_.settle) return false;
  // It has kept to a level: that is the new normal, above or below the old one.
  low_ = lowest_;
  lowest_ = point.available;
  settled_ = point.seconds;
  return false;
}

double Watch::stalls(const Reading& reading) {
  const double now = reading.at(metric("pressure.memory_full"));
  const double passed = reading.seconds - last_;
  last_ = reading.seconds;
  if (std::isnan(now) || !(passed > 0)) return kNotKnown;
  if (std::isnan(stalls_from_)) stalls_from_ = reading.seconds;
  stalled_ += (std::min(now, 1.0) - stalled_) * std::min(1.0, passed / policy_.stall_window);
  return reading.seconds - stalls_from_ >= policy_.stall_window ? stalled_ : kNotKnown;
}

bool Watch::lacks_blocks(const Reading& reading) const {
  return reading.at(metric("memory.free_32m")) < policy_.blocks_least &&
         reading.at(kAvailable) >= policy_.blocks_available &&
         reading.at(metric("memory.compact_fail")) > 0;
}

Outlook::Reason Watch::reason(const Outlook& seen, bool new_low) const {
  using Reason = Outlook::Reason;
  const bool is_low = seen.available < policy_.act_below;
  if (seen.available < policy_.floor) return Reason::at_floor;
  if (is_low && new_low) return Reason::falling;
  const bool falls = seen.slope < -policy_.slope_least;
  if (falls && seen.available < policy_.ahead_below && seen.left <= policy_.ahead)
    return Reason::gone_soon;
  if (seen.stalled >= policy_.stall_share) return Reason::stalled;
  if (falls && seen.left <= policy_.prepare_ahead) return Reason::soon;
  return Reason::none;
}

Outlook Watch::judge(const Reading& reading) {
  Outlook out;
  out.available = reading.at(kAvailable);
  out.blocks = reading.at(metric("memory.free_32m"));
  out.stalled = stalls(reading);
  if (std::isnan(out.available)) return out;
  const Point point = {reading.seconds, out.available};
  remember(point);
  const double whole = slope_over(policy_.slope_window);
  const double recent = slope_over(policy_.slope_window / 4);
  out.slope = recent < whole || std::isnan(whole) ? recent : whole;
  if (out.slope < 0) out.left = std::max(0.0, out.available - policy_.floor) / -out.slope;
  const bool new_low = is_new_low(point);
  out.reason = reason(out, new_low);
  if (out.reason == Outlook::Reason::none && lacks_blocks(reading))
    out.reason = Outlook::Reason::no_blocks;
  switch (out.reason) {
    case Outlook::Reason::none:
      break;
    case Outlook::Reason::no_blocks:
      out.alarm = Alarm::blocks;
      break;
    case Outlook::Reason::soon:
      out.alarm = Alarm::prepare;
      break;
    case Outlook::Reason::stalled:
      // With much available it is the cache that does not go fast enough, and no process to stop.
      out.alarm = out.available < 2 * policy_.act_below ? Alarm::stop : Alarm::prepare;
      break;
    case Outlook::Reason::at_floor:
      out.alarm = Alarm::floor;
      break;
    default:
      out.alarm = Alarm::stop;
  }
  return out;
}

}  // namespace gb10
