#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "model/series.h"
#include "sampler/metrics.h"

namespace gb10 {

/// What one metric did: what it came to, of all readings, and its course, of as many as there is
/// room for.
class Trace {
 public:
  /// A course holds at most this many readings; then every second one goes, and of those to come
  /// as many are left out.
  static constexpr std::size_t kMost = 36000;

  /// `value` at `seconds` since the begin. It holds for `passed` seconds where it is a rate.
  void add(double seconds, double value, double passed);

  double mean() const { return weight_ > 0 ? sum_ / weight_ : kNotKnown; }
  double least() const { return least_; }
  double most() const { return most_; }
  double first() const { return first_; }
  double last() const { return last_; }
  /// Of a rate: all that it came to, such as bytes.
  double total() const { return weight_ > 0 ? sum_ : kNotKnown; }
  std::size_t count() const { return count_; }

  const std::vector<double>& at() const { return at_; }
  const std::vector<double>& values() const { return values_; }

 private:
  void keep(double seconds, double value);

  double sum_ = 0, weight_ = 0;
  double least_ = kNotKnown, most_ = kNotKnown, first_ = kNotKnown, last_ = kNotKnown;
  std::size_t count_ = 0, offered_ = 0, stride_ = 1;
  std::vector<double> at_, values_;
};

/// What was read anew in a Reading; the rest of it is what it was before.
struct Freshness {
  bool whole = false;  // every source and not only those that change quickly
  bool gpu = false;
};

/// All metrics over a run.
class Timeline {
 public:
  /// `reading` at `seconds` since the begin; the first holds the begin itself.
  void add(const Reading& reading, double seconds, Freshness fresh);

  const Trace& of(std::size_t metric) const { return traces_[metric]; }
  /// Those that were known at least once.
  std::vector<Series> series() const;

 private:
  std::array<Trace, kMetricCount> traces_;
  std::array<double, kMetricCount> read_at_{};
};

}  // namespace gb10
