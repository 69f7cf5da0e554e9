#include "sampler/energy.h"

#include <cmath>

namespace gb10 {

void Energy::add(double seconds, double watts) {
  if (std::isnan(watts)) return;
  const double passed = seconds - last_at_;
  if (begun_ && passed <= 0) return;
  if (begun_ && passed <= kLongestGap) {
    joules_ += (last_ + watts) / 2 * passed;
    covered_ += passed;
  }
  if (!begun_) first_at_ = seconds, first_ = watts;
  begun_ = true;
  last_at_ = seconds, last_ = watts;
}

void Energy::hold(double watts, double seconds) {
  if (!(seconds > 0 && seconds <= kLongestGap)) return;
  joules_ += watts * seconds;
  covered_ += seconds;
}

void Energy::finish(double begin, double end) {
  if (!begun_) return;
  hold(first_, first_at_ - begin);
  hold(last_, end - last_at_);
}

}  // namespace gb10
