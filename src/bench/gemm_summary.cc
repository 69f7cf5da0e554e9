#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "base/median.h"
#include "bench/gemm_result.h"

namespace gb10 {

namespace {

constexpr double kWindow = 1;        // seconds
constexpr double kFirst = 2;         // seconds that are told apart
constexpr std::size_t kBits = 64;    // of the reasons
constexpr double kTimesOfDense = 2;  // the peak of a product whose zeros, half of A, are left out

/// The mean of what is known; nothing where nothing is.
class Mean {
 public:
  void add(const std::optional<double>& value) {
    if (!value) return;
    sum_ += *value;
    ++count_;
  }
  std::optional<double> get() const {
    if (count_ == 0) return std::nullopt;
    return sum_ / count_;
  }

 private:
  double sum_ = 0;
  int count_ = 0;
};

/// Limits that held in more than half of the samples of some time.
std::optional<std::uint64_t> usual_reasons(std::span<const GpuSample> samples) {
  std::array<std::size_t, kBits> seen{};
  std::size_t known = 0;
  for (const GpuSample& sample : samples) {
    if (!sample.reasons) continue;
    ++known;
    for (std::size_t bit = 0; bit < kBits; ++bit) seen[bit] += *sample.reasons >> bit & 1U;
  }
  if (known == 0) return std::nullopt;
  std::uint64_t out = 0;
  for (std::size_t bit = 0; bit < kBits; ++bit) {
    if (2 * seen[bit] > known) out |= std::uint64_t{1} << bit;
  }
  return out;
}

/// Those of `all`, which are in the order of time, behind `begin` and not behind `end`.
template <class T>
std::span<const T> between(const std::vector<T>& all, double T::*time, double begin, double end) {
  const auto first_behind = [&](double moment) {
    return std::upper_bound(all.begin(), all.end(), moment,
                            [&](double at, const T& each) { return at < each.*time; });
  };
  return {first_behind(begin), first_behind(end)};
}

std::span<const GpuSample> samples_between(const GemmRun& run, double begin, double end) {
  return between(run.samples, &GpuSample::seconds, begin, end);
}

double end_of(const GemmRun& run) { return run.batches.empty() ? 0 : run.batches.back().at; }

}  // namespace

GemmWindow window_between(const GemmRun& run, double begin, double end) {
  GemmWindow out;
  out.at = end;
  const auto batches = between(run.batches, &PacedBatch::at, begin, end);
  double seconds = 0;
  for (const PacedBatch& batch : batches) seconds += batch.seconds;
  if (seconds > 0) out.rate = static_cast<double>(batches.size()) * run.flop_of_batch / seconds;
  Mean clock, power, temperature;
  const auto samples = samples_between(run, begin, end);
  for (const GpuSample& sample : samples) {
    clock.add(sample.sm_clock);
    power.add(sample.power);
    temperature.add(sample.temperature);
  }
  out.clock = clock.get();
  out.power = power.get();
  out.temperature = temperature.get();
  out.reasons = usual_reasons(samples);
  return out;
}

std::vector<GemmWindow> windows_of(const GemmRun& run, double seconds) {
  std::vector<GemmWindow> out;
  const double end = end_of(run);
  if (end <= 0 || seconds <= 0) return out;
  for (int i = 0; (i + 0.5) * seconds <= end; ++i) {
    // The last one goes to the end itself, which is no multiple to the last bit.
    const double until = (i + 1.5) * seconds > end ? end : (i + 1) * seconds;
    const GemmWindow window = window_between(run, i * seconds, until);
    if (window.rate > 0) out.push_back(window);
  }
  return out;
}

GemmSummary summary_of(const GemmRun& run, const GpuReference* reference) {
  GemmSummary out;
  const double end = end_of(run);
  out.first = window_between(run, 0, std::min(kFirst, end / 2)).rate;
  const GemmWindow half = window_between(run, end / 2, end);
  std::vector<double> rates, clocks;
  for (const GemmWindow& window : windows_of(run, std::min(kWindow, end / 20))) {
    if (window.at > end / 2) rates.push_back(window.rate);
  }
  for (const GpuSample& sample : samples_between(run, end / 2, end)) {
    if (sample.sm_clock) clocks.push_back(*sample.sm_clock);
  }
  out.steady = median(rates).value_or(0);
  if (!rates.empty()) {
    out.lowest = *std::min_element(rates.begin(), rates.end());
    out.highest = *std::max_element(rates.begin(), rates.end());
  }
  out.clocks = clocks.size();
  if (!clocks.empty())
    out.spread_of_clock = *std::max_element(clocks.begin(), clocks.end()) -
                          *std::min_element(clocks.begin(), clocks.end());
  out.clock = half.clock;
  out.power = half.power;
  out.temperature = half.temperature;
  out.reasons = half.reasons;
  if (reference) out.bandwidth = reference->memory;
  const GemmReference* const type = reference ? reference->type(run.wish.type->name) : nullptr;
  const double times = run.is_sparse ? kTimesOfDense : 1;
  if (type && out.clock) out.ceiling = times * type->flop_per_clock * run.processors * *out.clock;
  return out;
}

}  // namespace gb10
