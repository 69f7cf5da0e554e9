#include "bench/change_point.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "bench/statistics.h"

namespace gb10 {

namespace {

constexpr int kShuffles = 999;
constexpr std::size_t kLeastSide = 2;

/// Twice the rank of each value less the mean of all; equal values share their ranks.
std::vector<double> centered_ranks(const std::vector<double>& values) {
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> out;
  for (const double value : values) {
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
    const auto below = first - sorted.begin(), up_to = last - sorted.begin();
    out.push_back(static_cast<double>(below + up_to) - static_cast<double>(values.size()));
  }
  return out;
}

/// Where the ranks before differ most from those after, and by how much; in units that are the same
/// for each place.
struct Split {
  std::size_t index = 0;
  double score = 0;
};

Split best_split(const std::vector<double>& ranks) {
  Split best;
  double sum = 0;
  for (std::size_t i = 1; i + kLeastSide <= ranks.size(); ++i) {
    sum += ranks[i - 1];
    if (i < kLeastSide) continue;
    const double score =
        sum * sum / (static_cast<double>(i) * static_cast<double>(ranks.size() - i));
    if (score > best.score) best = {i, score};
  }
  return best;
}

/// Another order of the same; the library's own shuffle differs from one library to the next.
void shuffle(std::vector<double>& values, std::mt19937_64& random) {
  for (std::size_t left = values.size(); left > 1; --left) {
    const std::size_t chosen = static_cast<std::size_t>(random() % left);
    std::swap(values[left - 1], values[chosen]);
  }
}

/// How probable so great a score is in any order; nothing as soon as it is known to exceed `alpha`.
std::optional<double> p_of(double score, std::vector<double> ranks, double alpha) {
  constexpr std::uint64_t kSeed = 20261129;
  std::mt19937_64 random(kSeed);
  int reached = 1;  // the order that was seen
  for (int i = 0; i < kShuffles; ++i) {
    shuffle(ranks, random);
    if (best_split(ranks).score >= score) ++reached;
    if (reached > alpha * (kShuffles + 1)) return std::nullopt;
  }
  return reached / static_cast<double>(kShuffles + 1);
}

}  // namespace

std::optional<ChangePoint> change_point(std::span<const double> history, double alpha) {
  std::vector<double> values;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < history.size(); ++i) {
    if (std::isnan(history[i])) continue;
    values.push_back(history[i]);
    places.push_back(i);
  }
  const std::vector<double> ranks = centered_ranks(values);
  const Split split = best_split(ranks);
  if (split.score <= 0) return std::nullopt;
  const std::optional<double> p = p_of(split.score, ranks, alpha);
  if (!p) return std::nullopt;
  const std::span<const double> all = values;
  return ChangePoint{places[split.index], median(all.first(split.index)).value_or(0),
                     median(all.subspan(split.index)).value_or(0), *p};
}

}  // namespace gb10
