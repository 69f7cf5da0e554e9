#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/early_end.h"
#include "gpu/cuda.h"
#include "model/run_record.h"
#include "model/sample.h"

namespace gb10 {

/// Something that a GPU does again and again, and what one time of it comes to.
struct Probe {
  std::string name;                       // "memory.gpu.read"
  Unit unit = Unit::bytes_per_second;     // of `work` in a second
  double work = 0;                        // bytes or FLOP of one launch
  std::function<Result<void>()> enqueue;  // a launch; does not wait for it
  std::function<void()> begins = {};      // before each block
};

/// What came of a probe, block by block. A block is long against a launch, and what lies within one
/// is not independent: blocks are what is compared.
struct ProbeRun {
  std::string name;
  Unit unit = Unit::none;
  double work = 0;                  // of a block: bytes or FLOP
  std::vector<double> at = {};      // seconds since the begin, of the blocks' ends
  std::vector<double> rates = {};   // by the GPU's clock, of finished work
  std::vector<double> clocks = {};  // Hz at the blocks' ends; not a number: not known
  std::vector<std::optional<GpuSample>> samples = {};  // the same, whole
  const char* how = "median of the blocks, finished work by the GPU's clock";
};

/// How long, and who is asked meanwhile.
struct ProbeMeasure {
  int blocks = 12;             // of each probe
  double block_seconds = 0.2;  // of one; at least one launch
  double warm_seconds = 1;     // before the first block; counts nowhere
  /// The newest that the driver said; nothing where that is not new.
  std::function<std::optional<GpuSample>()> sample = {};
  /// Why it must end now; asked after each block with the newest sample.
  std::function<EarlyEnd(const std::optional<GpuSample>&)> must_end = {};
  /// Each block that has ended.
  std::function<void(const ProbeRun&)> told = {};
};

struct ProbeRuns {
  std::vector<ProbeRun> runs;      // one of each probe, in their order
  std::vector<GpuSample> samples;  // seconds since the begin
  EarlyEnd cut;
};

/// Lets all probes take turns, A B C C B A A B C …, so that a clock that moves meets all of them.
/// What ended before its time keeps the blocks that are whole. Errors: those of the launches.
Result<ProbeRuns> probed(const Cuda& cuda, const Stream& stream, std::span<const Probe> probes,
                         const ProbeMeasure& measure);

/// Adds of each run the series NAME.block and the figures NAME (the median of the blocks),
/// NAME.lowest and NAME.highest, and the driver's readings over time.
void add_to(RunRecord& record, const ProbeRuns& runs);

/// "231.0 (229.8 to 232.1)" in units of `scale`: the median and, with enough blocks for it, the
/// interval in which it lies with 95 % confidence; else the least and the greatest.
std::string rate_words(std::span<const double> rates, double scale);

}  // namespace gb10
