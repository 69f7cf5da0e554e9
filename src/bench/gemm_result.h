#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/early_end.h"
#include "bench/gemm.h"
#include "bench/pace.h"
#include "bench/reference.h"
#include "model/run_record.h"
#include "model/sample.h"

namespace gb10 {

/// Everything that was seen while products were computed.
struct GemmRun {
  GemmWish wish;
  double flop_of_batch = 0;
  std::vector<PacedBatch> batches;
  std::vector<GpuSample> samples;  // seconds since the begin of the batches
  GemmCheck before, after;         // of the candidate that was chosen
  std::vector<int> wrong_ranks;    // candidates that are fast and wrong
  std::string algorithm;           // in words
  int candidates = 0;
  double default_seconds = 0, chosen_seconds = 0;  // of one product; 0: not tried
  int processors = 0;
  EarlyEnd cut;
  bool is_sparse = false;        // A's zeros are left out, two of each four
  std::uint64_t bytes_of_a = 0;  // of A as it is read, where that is not by its type
  bool took_turns = false;       // with others: its batches are blocks, with gaps between them
  std::string others;            // processes that worked on the GPU besides
};

/// What was done within a second, or so: finished work, and how the GPU was meanwhile.
struct GemmWindow {
  double at = 0;                                    // its end, seconds since the begin
  double rate = 0;                                  // FLOP/s
  std::optional<double> clock, power, temperature;  // means
  std::optional<std::uint64_t> reasons;             // that held in more than half of the samples
};

/// Windows of so many seconds; the last may be shorter, and is left out when it is less than half.
std::vector<GemmWindow> windows_of(const GemmRun& run, double seconds);
/// The newest full window while a run goes on; nothing before there is one.
GemmWindow window_between(const GemmRun& run, double begin, double end);

/// What it came to.
struct GemmSummary {
  double first = 0;                                 // FLOP/s of the first two seconds
  double steady = 0;                                // median of the second half's windows
  double lowest = 0, highest = 0;                   // of the same windows
  std::optional<double> clock, power, temperature;  // means of the second half
  double spread_of_clock = 0;                       // highest - lowest in the second half, Hz
  std::size_t clocks = 0;                           // samples of the clock in the second half
  std::optional<std::uint64_t> reasons;             // that held in more than half of them
  std::optional<double> bandwidth;  // bytes/s that this GPU's memory can move, where it is known
  std::optional<double> ceiling;    // FLOP/s at that clock; twice the dense one of a sparse A
};

GemmSummary summary_of(const GemmRun& run, const GpuReference* reference);

/// The verdict and why; `reason` is a code for programs.
struct GemmVerdict {
  std::string verdict;  // "healthy", "throttled", "software", "cannot tell", "invalid"
  std::string reason;   // "pinned-clock"
  std::string says;     // a sentence with its numbers
  std::string remedy;   // empty where none is known
};

/// Judges by physics first, then by the numeric check, then by what is known of this GPU.
GemmVerdict verdict_of(const GemmRun& run, const GemmSummary& summary,
                       const GpuReference* reference);

/// Adds series, results and what is the same in all records of such runs.
void add_to(RunRecord& record, const GemmRun& run, const GemmSummary& summary,
            const GemmVerdict& verdict);

}  // namespace gb10
