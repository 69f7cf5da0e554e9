#include "bench/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gb10 {

namespace {

std::vector<double> sorted(std::span<const double> values) {
  std::vector<double> out(values.begin(), values.end());
  std::sort(out.begin(), out.end());
  return out;
}

/// How many values may be left out at each end. A value lies on either side of the median like a
/// coin; `tail` is what may be lost at one end.
std::size_t values_outside(std::size_t count, double tail) {
  double logarithm = -static_cast<double>(count) * std::log(2.0), lost = 0;
  for (std::size_t heads = 0; heads < count; ++heads) {
    lost += std::exp(logarithm);
    if (lost > tail) return heads;
    logarithm += std::log(static_cast<double>(count - heads) / static_cast<double>(heads + 1));
  }
  return count;
}

}  // namespace

std::optional<ConfidenceInterval> median_interval(std::span<const double> values,
                                                  double confidence) {
  const std::size_t outside = values_outside(values.size(), (1 - confidence) / 2);
  if (outside == 0 || 2 * outside > values.size()) return std::nullopt;
  const std::vector<double> all = sorted(values);
  return ConfidenceInterval{all[outside - 1], all[all.size() - outside]};
}

double spread(std::span<const double> values) {
  if (values.empty()) return 0;
  const double center = *median(values);
  std::vector<double> distances;
  for (const double value : values) distances.push_back(std::fabs(value - center));
  std::sort(distances.begin(), distances.end());
  constexpr double kOfMedian = 1.482602218505602, kOfMean = 1.2533141373155003;
  const double typical = *median(distances);
  if (typical > 0) return kOfMedian * typical;
  const double sum = std::accumulate(distances.begin(), distances.end(), 0.0);
  return kOfMean * sum / static_cast<double>(distances.size());
}

std::vector<Outlier> outliers(std::span<const double> values) {
  const std::optional<double> center = median(values);
  if (!center) return {};
  constexpr double kFar = 3.5;
  const double width = spread(values);
  std::vector<Outlier> out;
  for (std::size_t i = 0; i < values.size() && width > 0; ++i) {
    const double score = (values[i] - *center) / width;
    if (std::fabs(score) > kFar) out.push_back({i, score});
  }
  return out;
}

double p_of_trend(std::span<const double> in_time) {
  if (in_time.size() < 4) return 1;
  double signs = 0;
  for (std::size_t i = 0; i < in_time.size(); ++i) {
    for (std::size_t j = i + 1; j < in_time.size(); ++j)
      signs += (in_time[j] > in_time[i] ? 1 : 0) - (in_time[j] < in_time[i] ? 1 : 0);
  }
  const double count = static_cast<double>(in_time.size());
  const double deviation = std::sqrt(count * (count - 1) * (2 * count + 5) / 18);
  const double distance = std::max(0.0, std::fabs(signs) - 1) / deviation;
  return std::erfc(distance / std::sqrt(2.0));
}

std::vector<double> holm(std::span<const double> p_values) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p_values.size(); ++i) {
    if (!std::isnan(p_values[i])) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> out(p_values.begin(), p_values.end());
  double greatest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double corrected = p_values[order[i]] * static_cast<double>(order.size() - i);
    greatest = std::max(greatest, std::min(1.0, corrected));
    out[order[i]] = greatest;
  }
  return out;
}

int blocks_needed(const Undecided& undecided) {
  constexpr double kTwoSided = 1.959964, kOneSided = 1.644854, kPower = 0.841621;
  constexpr double kMost = 1e6;
  const double a = undecided.blocks_a, b = undecided.blocks_b;
  const double error =
      (undecided.interval.high - undecided.interval.low) / (2 * kTwoSided);  // standard error
  const double spread_squared = error * error * a * b / (a + b);
  const double size = std::fabs(undecided.shift), room = undecided.margin - size;
  const auto blocks = [&](double distance, double needed) {
    if (distance <= 0) return kMost;
    return 2 * spread_squared * (needed / distance) * (needed / distance);
  };
  // At no shift at all both of the one-sided tests can fail.
  const double to_equivalence = kOneSided + (size < undecided.margin / 10 ? 1.281552 : kPower);
  const double least = std::min(blocks(size, kTwoSided + kPower), blocks(room, to_equivalence));
  const int now = std::max(undecided.blocks_a, undecided.blocks_b);
  return std::max(now + 1, static_cast<int>(std::min(std::ceil(least), kMost)));
}

}  // namespace gb10
