#pragma once
// The gates say which measured numbers cannot be: above what the machine can do, or against what
// the same file says elsewhere. They are plain arithmetic, for our own numbers and for those of
// others. A number that is not known (no number, or none given) passes: nothing is said of it.

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace gb10 {

/// Why a number is refused or doubted: a word for programs and a sentence with its numbers.
struct Objection {
  std::string reason;  // "bandwidth-over-ceiling"
  std::string says;

  friend bool operator==(const Objection&, const Objection&) = default;
};

Json to_json(const Objection& objection);

/// Operations of one SM in one clock, dense: a multiplication and an addition are two.
struct FormatRate {
  std::string format;  // "bf16"
  double operations = 0;
};

/// What a GPU cannot exceed; what is no number, or has no rate, is not known, and nothing exceeds
/// it. `ceilings_of` (bench/reference.h) makes them of data/gpus.
struct GpuCeilings {
  std::string gpu;                                           // "GB10"
  double memory = std::numeric_limits<double>::quiet_NaN();  // bytes per second
  double memory_read = memory;  // the most that a reading kernel was seen to get
  int sms = 0;
  double clock = memory;  // hertz; what the driver names as the default
  std::vector<FormatRate> rates = {};
};

/// Whether "fp8-e4m3" is an "fp8".
bool is_of_format(std::string_view format, std::string_view family);

/// Operations per second that `format` cannot exceed at `clock` hertz; nothing when the format or
/// the GPU is not known.
std::optional<double> dense_peak(const GpuCeilings& ceilings, std::string_view format,
                                 double clock);

/// "bandwidth-over-ceiling": more bytes per second than the memory moves.
std::optional<Objection> bandwidth_over_ceiling(std::string_view what, double bytes_per_second,
                                                const GpuCeilings& ceilings);

struct ComputeClaim {
  std::string what;                  // "line 1"
  std::string format;                // "bf16"
  double rate = 0;                   // operations per second
  std::optional<double> clock = {};  // hertz, as observed; the default clock is taken without one
};

/// The same at the clock of the claim, or at the default one.
std::optional<double> dense_peak(const ComputeClaim& claim, const GpuCeilings& ceilings);

/// "compute-over-peak": more operations than the units can do. The sentence says at which clock.
std::optional<Objection> compute_over_peak(const ComputeClaim& claim, const GpuCeilings& ceilings);

/// The dense peak in words: "118.8 TFLOP/s, the dense bf16 peak of 48 SMs at 2.418 GHz (default
/// clock)". Nothing as for dense_peak.
std::optional<std::string> peak_text(const ComputeClaim& claim, const GpuCeilings& ceilings);

struct DecodeClaim {
  double tokens_per_second = 0;           // of one sequence
  std::optional<double> bytes_per_token;  // read from memory for each step
  double tokens_per_step = 1;             // above one with speculation
};

/// "decode-over-bandwidth": its bytes do not pass through `bandwidth` bytes per second that often.
std::optional<Objection> decode_over_bandwidth(const DecodeClaim& claim, double bandwidth);

/// "peak-below-average": a highest rate that is lower than the mean of the same run.
std::optional<Objection> peak_below_average(double peak, double average);

/// "sums-disagree": two ways to the same number that lie more than 2 % apart.
std::optional<Objection> sums_disagree(std::string_view what, double said, double from_parts);

/// The value that `rank` percent of the samples do not exceed.
struct RankedValue {
  double rank = 0;
  double value = 0;
};

/// "percentiles-out-of-order": a higher percentile with a lower value. `ranked` may be unsorted.
std::optional<Objection> percentiles_out_of_order(std::string_view what,
                                                  std::vector<RankedValue> ranked);

/// "failed-requests": the rates leave out what failed.
std::optional<Objection> failed_requests(double failed, double completed);

/// "tpot-itl": the medians of two measures of one thing, in seconds, more than a factor 2 apart.
std::optional<Objection> tpot_itl(double median_tpot, double median_itl);

/// "n-too-small": fewer than ten samples; the sentence has their median and range.
std::optional<Objection> n_too_small(std::string_view what, std::span<const double> samples);

/// "wide-spread": a standard deviation above a fifth of the mean.
std::optional<Objection> wide_spread(std::string_view what, double mean, double deviation);

/// "negative-figure": what counts or measures cannot be below zero.
std::optional<Objection> negative_figure(std::string_view what, double value);

/// Four digits, or all those before the point: "87.58", "1172".
std::string short_number(double value);

}  // namespace gb10
