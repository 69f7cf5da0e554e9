#include "bench/gates.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/median.h"

namespace gb10 {

namespace {

constexpr double kSumsMayDiffer = 0.02;
constexpr double kMediansMayDiffer = 2;
constexpr double kSpreadAtMost = 0.2;
constexpr std::size_t kEnough = 10;
/// What rounding alone can move a number that was printed with some digits.
constexpr double kRounding = 1e-6;

bool known(double a, double b) { return std::isfinite(a) && std::isfinite(b); }

std::string giga(double value) { return short_number(value / 1e9); }
std::string tera(double value) { return short_number(value / 1e12); }

bool observed(const ComputeClaim& claim) { return claim.clock && *claim.clock > 0; }

double clock_of(const ComputeClaim& claim, const GpuCeilings& ceilings) {
  return observed(claim) ? *claim.clock : ceilings.clock;
}

}  // namespace

Json to_json(const Objection& objection) {
  return Json().set("reason", objection.reason).set("says", objection.says);
}

bool is_of_format(std::string_view format, std::string_view family) {
  return format.starts_with(family) &&
         (format.size() == family.size() || format[family.size()] == '-');
}

std::optional<double> dense_peak(const GpuCeilings& ceilings, std::string_view format,
                                 double clock) {
  for (const FormatRate& rate : ceilings.rates) {
    if (!is_of_format(format, rate.format)) continue;
    const double peak = ceilings.sms * rate.operations * clock;
    return peak > 0 && std::isfinite(peak) ? std::optional<double>(peak) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<double> dense_peak(const ComputeClaim& claim, const GpuCeilings& ceilings) {
  return dense_peak(ceilings, claim.format, clock_of(claim, ceilings));
}

std::optional<Objection> bandwidth_over_ceiling(std::string_view what, double bytes_per_second,
                                                const GpuCeilings& ceilings) {
  if (!known(bytes_per_second, ceilings.memory) || bytes_per_second <= ceilings.memory) return {};
  return Objection{"bandwidth-over-ceiling",
                   fmt::format("{}: {} GB/s is more than the {} GB/s that the memory of a {} can "
                               "move; the buffer was in a cache, or bytes were counted twice",
                               what, giga(bytes_per_second), giga(ceilings.memory), ceilings.gpu)};
}

std::optional<std::string> peak_text(const ComputeClaim& claim, const GpuCeilings& ceilings) {
  const double clock = clock_of(claim, ceilings);
  const std::optional<double> peak = dense_peak(claim, ceilings);
  if (!peak) return {};
  return fmt::format("{} TFLOP/s, the dense {} peak of {} SMs at {:.3f} GHz ({})", tera(*peak),
                     claim.format, ceilings.sms, clock / 1e9,
                     observed(claim) ? "as observed" : "the default, no clock was given");
}

std::optional<Objection> compute_over_peak(const ComputeClaim& claim, const GpuCeilings& ceilings) {
  const double clock = clock_of(claim, ceilings);
  const std::optional<double> peak = dense_peak(claim, ceilings);
  const std::optional<std::string> words = peak_text(claim, ceilings);
  if (!peak || !words || !std::isfinite(claim.rate) || claim.rate <= *peak) return {};
  return Objection{"compute-over-peak",
                   fmt::format("{}: {} TFLOP/s is above {}; it would take {} GHz", claim.what,
                               tera(claim.rate), *words, giga(clock * (claim.rate / *peak)))};
}

std::optional<Objection> decode_over_bandwidth(const DecodeClaim& claim, double bandwidth) {
  const double bytes = claim.bytes_per_token.value_or(0);
  if (!known(bytes, bandwidth) || bytes <= 0 || !(claim.tokens_per_step >= 1)) return {};
  const double most = bandwidth / bytes * claim.tokens_per_step;
  if (!known(claim.tokens_per_second, most) || claim.tokens_per_second <= most) return {};
  const double needed = claim.tokens_per_second / claim.tokens_per_step * bytes;
  return Objection{
      "decode-over-bandwidth",
      fmt::format("{} tokens/s of one sequence, {} GB read for each step of {} tokens, need {} "
                  "GB/s of memory, where {} is the most: the weights are smaller than said, or "
                  "tokens were guessed",
                  short_number(claim.tokens_per_second), giga(bytes),
                  short_number(claim.tokens_per_step), giga(needed), giga(bandwidth))};
}

std::optional<Objection> peak_below_average(double peak, double average) {
  if (!known(peak, average) || peak >= average * (1 - kRounding)) return {};
  return Objection{"peak-below-average",
                   fmt::format("the highest output rate is {} tokens/s and the mean of the same "
                               "run {}, as where pieces of the stream are counted as tokens",
                               short_number(peak), short_number(average))};
}

std::optional<Objection> sums_disagree(std::string_view what, double said, double from_parts) {
  const double larger = std::max(std::fabs(said), std::fabs(from_parts));
  if (!known(said, from_parts) || larger == 0) return {};
  const double apart = std::fabs(said / larger - from_parts / larger);
  if (apart <= kSumsMayDiffer) return {};
  return Objection{"sums-disagree",
                   fmt::format("{}: {} is stated, its parts give {} ({:.0f} % apart)", what,
                               short_number(said), short_number(from_parts), apart * 100)};
}

std::optional<Objection> percentiles_out_of_order(std::string_view what,
                                                  std::vector<RankedValue> ranked) {
  std::erase_if(ranked, [](const RankedValue& each) { return !known(each.rank, each.value); });
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const RankedValue& a, const RankedValue& b) { return a.rank < b.rank; });
  for (std::size_t i = 1; i < ranked.size(); ++i) {
    const RankedValue &low = ranked[i - 1], &high = ranked[i];
    const bool fine = high.value >= low.value - kRounding * std::fabs(low.value);
    if (fine || low.rank == high.rank) continue;
    return Objection{"percentiles-out-of-order",
                     fmt::format("{}: p{:g} is {}, p{:g} only {}", what, low.rank,
                                 short_number(low.value), high.rank, short_number(high.value))};
  }
  return {};
}

std::optional<Objection> failed_requests(double failed, double completed) {
  if (!std::isfinite(failed) || failed <= 0) return {};
  const std::string of =
      std::isfinite(completed) ? fmt::format(" of {:.0f}", failed + completed) : std::string();
  return Objection{
      "failed-requests",
      fmt::format("{:.0f}{} requests failed; times and rates are those of the others", failed, of)};
}

std::optional<Objection> tpot_itl(double median_tpot, double median_itl) {
  if (!known(median_tpot, median_itl) || median_tpot <= 0 || median_itl <= 0) return {};
  const double factor = std::max(median_tpot / median_itl, median_itl / median_tpot);
  if (!(factor > kMediansMayDiffer)) return {};
  return Objection{
      "tpot-itl",
      fmt::format("median time per output token {} ms, median gap between pieces {} ms, a factor "
                  "{:.1f}: pieces of the stream are not tokens, or requests differ widely",
                  short_number(median_tpot * 1e3), short_number(median_itl * 1e3), factor)};
}

std::optional<Objection> n_too_small(std::string_view what, std::span<const double> samples) {
  std::vector<double> sorted;
  for (const double sample : samples) {
    if (std::isfinite(sample)) sorted.push_back(sample);
  }
  if (sorted.empty() || sorted.size() >= kEnough) return {};
  std::sort(sorted.begin(), sorted.end());
  return Objection{"n-too-small",
                   fmt::format("{}: n = {} is too small for an interval; median {}, from {} to {}",
                               what, sorted.size(), short_number(*median(sorted)),
                               short_number(sorted.front()), short_number(sorted.back()))};
}

std::optional<Objection> wide_spread(std::string_view what, double mean, double deviation) {
  if (!known(mean, deviation) || mean <= 0 || !(deviation > kSpreadAtMost * mean)) return {};
  return Objection{"wide-spread", fmt::format("{}: {} ± {} is a spread of {:.0f} %: one run in it "
                                              "was unlike the others",
                                              what, short_number(mean), short_number(deviation),
                                              deviation / mean * 100)};
}

std::optional<Objection> negative_figure(std::string_view what, double value) {
  if (!std::isfinite(value) || value >= 0) return {};
  return Objection{"negative-figure",
                   fmt::format("{} is {}, below zero", what, short_number(value))};
}

std::string short_number(double value) {
  const double size = std::fabs(value);
  return size >= 1000 && size < 1e12 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

}  // namespace gb10
