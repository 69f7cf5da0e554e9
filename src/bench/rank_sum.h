#pragma once

#include <optional>
#include <span>
#include <vector>

#include "model/comparison.h"

namespace gb10 {

/// How many of the a·b pairs of two samples have the greater value in the second, where both come
/// from the same source: exactly, by counting, while the number of all orders is a whole number
/// that a double holds; beyond that by the normal distribution, with continuity correction.
class RankSumNull {
 public:
  RankSumNull(std::size_t a, std::size_t b);

  /// The probability that no more than `pairs` have it; as many in the first are as probable.
  double at_most(double pairs) const;
  bool is_exact() const { return !shares_.empty(); }

 private:
  double mean_ = 0, deviation_ = 0;
  std::vector<double> shares_;  // cumulative; empty where it is not exact
};

/// By how much sample B lies above sample A, from the differences of all pairs (Hodges and Lehmann,
/// Mann and Whitney). All p values and intervals fit each other. A pair that is equal counts
/// against what is to be shown: with ties p values are too great and intervals too wide, never the
/// other way.
class RankSum {
 public:
  /// Neither is empty, and all values are finite.
  RankSum(std::span<const double> a, std::span<const double> b);

  /// The median of the differences.
  double shift() const;
  /// Nothing: the samples are too small for this confidence.
  std::optional<ConfidenceInterval> interval(double confidence) const;

  /// How probable what was seen is where B lies no more than `shift` above A; and no less.
  double p_greater(double shift) const;
  double p_less(double shift) const;
  /// Two-sided.
  double p_different() const;
  /// Of two one-sided tests: that B does lie `margin` above A or more, or below.
  double p_equivalent(double margin) const;

  bool is_exact() const { return null_.is_exact(); }

 private:
  std::vector<double> differences_;  // sorted
  RankSumNull null_;
};

}  // namespace gb10
