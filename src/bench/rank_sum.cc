#include "bench/rank_sum.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"

namespace gb10 {

namespace {

/// Whether `a` values can lie among `a + b` in so few ways that a double counts them exactly.
bool is_countable(std::size_t a, std::size_t b) {
  constexpr double kMostWays = 9007199254740992.0, kMostPairs = 1e6;
  if (static_cast<double>(a) * static_cast<double>(b) > kMostPairs) return false;
  double ways = 1;
  for (std::size_t i = 1; i <= std::min(a, b) && ways <= kMostWays; ++i)
    ways = ways * static_cast<double>(std::max(a, b) + i) / static_cast<double>(i);
  return ways <= kMostWays;
}

/// For each number of pairs in how many ways it comes about: the coefficients of the Gaussian
/// binomial, factor by factor.
std::vector<double> ways(std::size_t a, std::size_t b) {
  const std::size_t fewer = std::min(a, b), more = std::max(a, b);
  std::vector<double> out(a * b + 1, 0.0);
  out[0] = 1;
  for (std::size_t i = 1; i <= fewer; ++i) {
    for (std::size_t pairs = a * b; pairs >= more + i; --pairs) out[pairs] -= out[pairs - more - i];
    for (std::size_t pairs = i; pairs <= a * b; ++pairs) out[pairs] += out[pairs - i];
  }
  return out;
}

std::vector<double> sorted_differences(std::span<const double> a, std::span<const double> b) {
  std::vector<double> out;
  out.reserve(a.size() * b.size());
  for (const double first : a) {
    for (const double second : b) out.push_back(second - first);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

RankSumNull::RankSumNull(std::size_t a, std::size_t b) {
  const double pairs = static_cast<double>(a) * static_cast<double>(b);
  mean_ = pairs / 2;
  deviation_ = std::sqrt(pairs * static_cast<double>(a + b + 1) / 12);
  if (!is_countable(a, b)) return;
  shares_ = ways(a, b);
  std::partial_sum(shares_.begin(), shares_.end(), shares_.begin());
  const double all = shares_.back();
  for (double& share : shares_) share /= all;
}

double RankSumNull::at_most(double pairs) const {
  if (pairs < 0) return 0;
  if (pairs >= 2 * mean_) return 1;
  if (is_exact()) return shares_[static_cast<std::size_t>(pairs)];
  return std::erfc((mean_ - pairs - 0.5) / deviation_ / std::sqrt(2.0)) / 2;
}

RankSum::RankSum(std::span<const double> a, std::span<const double> b)
    : differences_(sorted_differences(a, b)), null_(a.size(), b.size()) {
  CHECK(!differences_.empty());
}

double RankSum::shift() const {
  const std::size_t half = differences_.size() / 2;
  return differences_.size() % 2 == 1 ? differences_[half]
                                      : std::midpoint(differences_[half - 1], differences_[half]);
}

std::optional<ConfidenceInterval> RankSum::interval(double confidence) const {
  const double tail = (1 - confidence) / 2;
  std::size_t outside = 0, beyond = differences_.size() / 2 + 1;  // it may be the first, not both
  while (beyond - outside > 1) {
    const std::size_t middle = outside + (beyond - outside) / 2;
    (null_.at_most(static_cast<double>(middle - 1)) <= tail ? outside : beyond) = middle;
  }
  if (outside == 0) return std::nullopt;
  return ConfidenceInterval{differences_[outside - 1], differences_[differences_.size() - outside]};
}

double RankSum::p_greater(double shift) const {
  const auto end = std::upper_bound(differences_.begin(), differences_.end(), shift);
  return null_.at_most(static_cast<double>(end - differences_.begin()));
}

double RankSum::p_less(double shift) const {
  const auto begin = std::lower_bound(differences_.begin(), differences_.end(), shift);
  return null_.at_most(static_cast<double>(differences_.end() - begin));
}

double RankSum::p_different() const { return std::min(1.0, 2 * std::min(p_greater(0), p_less(0))); }

double RankSum::p_equivalent(double margin) const {
  return std::max(p_greater(-margin), p_less(margin));
}

}  // namespace gb10
