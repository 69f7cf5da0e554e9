#include "guard/course.h"

namespace gb10 {

const char* word(Deed deed) {
  switch (deed) {
    case Deed::none:
      return "none";
    case Deed::drop_cache:
      return "drop-cache";
    case Deed::terminate:
      return "terminate";
    case Deed::kill:
      return "kill";
  }
  return "none";
}

Deed Course::enter(State state, Deed deed, double seconds) {
  state_ = state;
  since_ = seconds;
  return deed;
}

bool Course::may_drop(const Outlook& outlook, double cache, double seconds) const {
  if (outlook.alarm == Alarm::none || !(cache >= policy_.cache_least)) return false;
  const double again = outlook.alarm == Alarm::blocks ? policy_.blocks_again : policy_.cache_again;
  return !dropped_ || seconds - *dropped_ >= again;
}

Deed Course::after_term(const Outlook& outlook, double seconds) {
  const double passed = seconds - since_;
  const bool is_at_floor = outlook.alarm == Alarm::floor;
  if (passed < (is_at_floor ? policy_.floor_patience : policy_.patience)) return Deed::none;
  // It had its time, and what it held did not come back.
  if (is_at_floor || outlook.available < policy_.act_below)
    return enter(State::killed, Deed::kill, seconds);
  state_ = State::calm;
  return Deed::none;
}

Deed Course::next(const Outlook& outlook, bool is_over, double cache, double seconds, bool goes) {
  if (is_over) state_ = State::calm;
  if (state_ == State::terminated) return after_term(outlook, seconds);
  // What was killed gives its memory back only when the kernel has taken it apart.
  constexpr double kTimes = 10;  // patience for one that is being taken apart
  if (state_ == State::killed && seconds - since_ < (goes ? kTimes : 1) * policy_.patience)
    return Deed::none;
  if (outlook.alarm >= Alarm::stop) return enter(State::terminated, Deed::terminate, seconds);
  if (state_ == State::killed && outlook.alarm == Alarm::none) state_ = State::calm;
  if (!may_drop(outlook, cache, seconds)) return Deed::none;
  dropped_ = seconds;
  return Deed::drop_cache;
}

}  // namespace gb10
