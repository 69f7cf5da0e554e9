#include "bench/probe.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "base/median.h"
#include "bench/statistics.h"

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kTrial = 0.005;     // seconds of a trial that tells how long a launch takes
constexpr int kMostLaunches = 4096;  // of a block: no more wait on a stream at once
constexpr double kConfidence = 0.95;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Seconds of so many launches, by the GPU's clock.
Result<double> timed(const Cuda& cuda, const Stream& stream, const Probe& probe, int launches) {
  const Event begin = TRY(cuda.event());
  const Event end = TRY(cuda.event());
  const cuda::Api& api = cuda.api();
  TRY(call(api, api.cuEventRecord, begin.get(), stream.get()));
  for (int i = 0; i < launches; ++i) TRY(probe.enqueue());
  TRY(call(api, api.cuEventRecord, end.get(), stream.get()));
  TRY(call(api, api.cuEventSynchronize, end.get()));
  const double milliseconds = TRY(cuda.elapsed(begin, end));
  return milliseconds / 1000;
}

/// How many launches last so long; at least one.
Result<int> launches_in(const Cuda& cuda, const Stream& stream, const Probe& probe,
                        double seconds) {
  TRY(timed(cuda, stream, probe, 1));  // what is loaded at first use is not its time
  int launches = 1;
  double took = TRY(timed(cuda, stream, probe, launches));
  while (took < kTrial && launches < kMostLaunches) {
    launches *= 2;
    took = TRY(timed(cuda, stream, probe, launches));
  }
  if (took <= 0) return kMostLaunches;
  return static_cast<int>(std::clamp(seconds / took * launches, 1.0, double{kMostLaunches}));
}

/// All probes with their turns.
class Turns {
 public:
  Turns(const Cuda& cuda, const Stream& stream, std::span<const Probe> probes,
        const ProbeMeasure& measure)
      : cuda_(cuda), stream_(stream), probes_(probes), measure_(measure) {}

  Result<ProbeRuns> run() {
    for (const Probe& probe : probes_) {
      const int launches = TRY(launches_in(cuda_, stream_, probe, measure_.block_seconds));
      launches_.push_back(launches);
      out_.runs.push_back({.name = probe.name, .unit = probe.unit, .work = launches * probe.work});
    }
    TRY(warm());
    begin_ = Clock::now();
    for (int turn = 0; turn < measure_.blocks; ++turn) {
      for (std::size_t i = 0; i < probes_.size(); ++i) {
        const std::size_t which = turn % 2 == 0 ? i : probes_.size() - 1 - i;
        TRY(block(which));
        if (out_.cut.why != CutBy::no) return std::move(out_);
      }
    }
    return std::move(out_);
  }

 private:
  Result<void> warm() {
    const Clock::time_point start = Clock::now();
    for (std::size_t i = 0; seconds_since(start) < measure_.warm_seconds && !probes_.empty(); ++i) {
      const std::size_t which = i % probes_.size();
      TRY(timed(cuda_, stream_, probes_[which], launches_[which]));
    }
    return {};
  }

  Result<void> block(std::size_t which) {
    ProbeRun& run = out_.runs[which];
    if (probes_[which].begins) probes_[which].begins();
    const double took = TRY(timed(cuda_, stream_, probes_[which], launches_[which]));
    auto sample = measure_.sample ? measure_.sample() : std::nullopt;
    run.at.push_back(seconds_since(begin_));
    run.rates.push_back(run.work / took);
    run.clocks.push_back(sample ? sample->sm_clock.value_or(NAN) : NAN);
    if (sample) {
      sample->seconds = run.at.back();
      out_.samples.push_back(*sample);
    }
    run.samples.push_back(sample);
    if (measure_.told) measure_.told(run);
    if (measure_.must_end) out_.cut = measure_.must_end(sample);
    return {};
  }

  const Cuda& cuda_;
  const Stream& stream_;
  std::span<const Probe> probes_;
  const ProbeMeasure& measure_;
  std::vector<int> launches_;
  Clock::time_point begin_;
  ProbeRuns out_;
};

template <class Get>
Series series_of(const std::vector<GpuSample>& samples, const char* metric, Unit unit, Get get) {
  Series out{metric, unit, {}, {}};
  for (const GpuSample& sample : samples) {
    out.at.push_back(sample.seconds);
    out.values.push_back(get(sample).value_or(NAN));
  }
  return out;
}

}  // namespace

Result<ProbeRuns> probed(const Cuda& cuda, const Stream& stream, std::span<const Probe> probes,
                         const ProbeMeasure& measure) {
  return Turns(cuda, stream, probes, measure).run();
}

void add_to(RunRecord& record, const ProbeRuns& runs) {
  for (const ProbeRun& run : runs.runs) {
    record.series.push_back({run.name + ".block", run.unit, run.at, run.rates});
    const auto add = [&](const std::string& name, double value, const char* how) {
      record.results.push_back({name, run.unit, value, "measured", how});
    };
    if (run.rates.empty()) {
      add(run.name, NAN, "it ended before the first block did");
      continue;
    }
    const auto [least, most] = std::minmax_element(run.rates.begin(), run.rates.end());
    add(run.name, median(run.rates).value_or(NAN), run.how);
    add(run.name + ".lowest", *least, "of these blocks");
    add(run.name + ".highest", *most, "of these blocks");
  }
  const std::vector<GpuSample>& samples = runs.samples;
  record.series.push_back(series_of(samples, "gpu.sm_clock", Unit::hertz,
                                    [](const GpuSample& s) { return s.sm_clock; }));
  record.series.push_back(
      series_of(samples, "gpu.power", Unit::watts, [](const GpuSample& s) { return s.power; }));
  record.series.push_back(series_of(samples, "gpu.temperature", Unit::celsius,
                                    [](const GpuSample& s) { return s.temperature; }));
  record.series.push_back(series_of(samples, "gpu.limits", Unit::none, [](const GpuSample& s) {
    return s.reasons ? std::optional<double>(static_cast<double>(*s.reasons)) : std::nullopt;
  }));
  if (runs.cut.why == CutBy::no) return;
  record.params["result.cut"] = runs.cut.says;
  record.notes.push_back(runs.cut.says);
}

std::string rate_words(std::span<const double> rates, double scale) {
  if (rates.empty()) return "not known";
  const auto interval = median_interval(rates, kConfidence);
  const auto [least, most] = std::minmax_element(rates.begin(), rates.end());
  const double middle = median({rates.begin(), rates.end()}).value_or(NAN);
  return fmt::format("{:.1f} ({:.1f} to {:.1f})", middle / scale,
                     (interval ? interval->low : *least) / scale,
                     (interval ? interval->high : *most) / scale);
}

}  // namespace gb10
