#pragma once

namespace gb10 {

/// Joules out of power that is read now and then: between two readings it runs straight from one to
/// the other. Times are seconds of a clock that only goes on.
class Energy {
 public:
  /// For longer than this nothing is made up between two readings: that time does not count.
  static constexpr double kLongestGap = 3;

  /// Power at a moment. Not a number: not known then.
  void add(double seconds, double watts);

  /// Counts the time before the first reading from `begin` and behind the last one to `end` with
  /// the power next to it, as far as kLongestGap allows. Call it last.
  void finish(double begin, double end);

  /// What was counted, and the length of the time that it counts; 0 and 0 without readings.
  double joules() const { return joules_; }
  double covered() const { return covered_; }

 private:
  void hold(double watts, double seconds);

  double joules_ = 0, covered_ = 0;
  double first_at_ = 0, first_ = 0, last_at_ = 0, last_ = 0;
  bool begun_ = false;
};

}  // namespace gb10
