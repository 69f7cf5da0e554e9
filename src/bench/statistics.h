#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/median.h"
#include "model/comparison.h"

namespace gb10 {

/// Where the median of what `values` were drawn from lies, with at least this confidence, whatever
/// its distribution: between two of the values, chosen by the binomial distribution. Nothing: they
/// are too few, even from the least to the greatest.
std::optional<ConfidenceInterval> median_interval(std::span<const double> values,
                                                  double confidence);

/// What would be the standard deviation if values were normal: of the median deviation or, where
/// more than half of the values are equal, of the mean one. 0 where there is none.
double spread(std::span<const double> values);

/// A value far from the others. `score` is how far, with its sign, in what would be standard
/// deviations if the values were normal.
struct Outlier {
  std::size_t index = 0;
  double score = 0;
};

/// Those whose modified Z-score (of median and median deviation) is above 3.5, in their order. To
/// be shown: none is ever to be dropped.
std::vector<Outlier> outliers(std::span<const double> values);

/// How probable it is that values without a trend seem to have one as clear as theirs, by the signs
/// of the differences of all pairs (Mann and Kendall, normal approximation). 1 below 4 values.
double p_of_trend(std::span<const double> in_time);

/// Holm's correction: what each p value is worth where all of them were looked at together. Those
/// that are no number stay so and do not count.
std::vector<double> holm(std::span<const double> p_values);

/// What is known of two runs whose difference is not settled; shares of A's median.
struct Undecided {
  double shift = 0;
  ConfidenceInterval interval;  // of the shift, 95 %
  int blocks_a = 0, blocks_b = 0;
  double margin = 0;
};

/// How many blocks each run would have to have, so that the shift that was seen would be shown, or
/// shown to lie within the margin, 4 times out of 5. An estimate from the width of the interval;
/// always more than there are now.
int blocks_needed(const Undecided& undecided);

}  // namespace gb10
