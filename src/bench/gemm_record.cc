#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "bench/gemm_result.h"
#include "model/comparison.h"

namespace gb10 {

namespace {

constexpr double kShortest = 1, kUsual = 5;  // seconds of a block
constexpr double kBlocks = 12;               // of a run of up to a minute; longer ones have more

template <class Get>
Series series_of(const GemmRun& run, const char* metric, Unit unit, Get get) {
  Series out{metric, unit, {}, {}};
  for (const GpuSample& sample : run.samples) {
    out.at.push_back(sample.seconds);
    const auto value = get(sample);
    out.values.push_back(value ? static_cast<double>(*value) : NAN);
  }
  return out;
}

void add_series(RunRecord& record, const GemmRun& run) {
  Series rates{"gemm.rate", Unit::flop_per_second, {}, {}};
  for (const PacedBatch& batch : run.batches) {
    rates.at.push_back(batch.at);
    rates.values.push_back(run.flop_of_batch / batch.seconds);
  }
  record.series.push_back(std::move(rates));
  record.series.push_back(
      series_of(run, "gpu.sm_clock", Unit::hertz, [](const GpuSample& s) { return s.sm_clock; }));
  record.series.push_back(
      series_of(run, "gpu.power", Unit::watts, [](const GpuSample& s) { return s.power; }));
  record.series.push_back(series_of(run, "gpu.temperature", Unit::celsius,
                                    [](const GpuSample& s) { return s.temperature; }));
  record.series.push_back(
      series_of(run, "gpu.limits", Unit::none, [](const GpuSample& s) { return s.reasons; }));
}

/// The blocks of a run that took turns with others, each with the clock at its end.
void add_turns(RunRecord& record, const GemmRun& run) {
  Series rates{"gemm.rate.block", Unit::flop_per_second, {}, {}};
  Series clocks{"gpu.sm_clock.block", Unit::hertz, {}, {}};
  for (const PacedBatch& batch : run.batches) {
    rates.at.push_back(batch.at);
    rates.values.push_back(run.flop_of_batch / batch.seconds);
    const auto sample =
        std::find_if(run.samples.begin(), run.samples.end(),
                     [&](const GpuSample& each) { return each.seconds == batch.at; });
    clocks.at.push_back(batch.at);
    clocks.values.push_back(sample == run.samples.end() ? NAN : sample->sm_clock.value_or(NAN));
  }
  record.series.push_back(std::move(rates));
  record.series.push_back(std::move(clocks));
}

/// What `compare` looks at: blocks, as what lies within one is not independent.
void add_blocks(RunRecord& record, const GemmRun& run) {
  const double end = run.batches.empty() ? 0 : run.batches.back().at;
  Series rates{"gemm.rate.block", Unit::flop_per_second, {}, {}};
  Series clocks{"gpu.sm_clock.block", Unit::hertz, {}, {}};
  if (run.took_turns) return add_turns(record, run);
  const double seconds = std::max({kShortest, std::min(kUsual, end / kBlocks), end / kMostBlocks});
  for (const GemmWindow& window : windows_of(run, seconds)) {
    rates.at.push_back(std::max(window.at - seconds, 0.0));
    rates.values.push_back(window.rate);
    clocks.at.push_back(rates.at.back());
    clocks.values.push_back(window.clock.value_or(NAN));
  }
  record.series.push_back(std::move(rates));
  record.series.push_back(std::move(clocks));
}

/// Joules for 10¹² FLOP of the second half: by the driver's counter where it was read twice.
Figure energy_of(const GemmRun& run, const GemmSummary& summary) {
  constexpr double kTera = 1e12;
  const double half = run.batches.empty() ? 0 : run.batches.back().at / 2;
  const GpuSample *first = nullptr, *last = nullptr;
  for (const GpuSample& sample : run.samples) {
    // In a run that took turns the counter counts the others too.
    if (!sample.energy || sample.seconds < half || run.took_turns) continue;
    if (!first) first = &sample;
    last = &sample;
  }
  if (first && last->seconds > first->seconds) {
    const double rate = window_between(run, first->seconds, last->seconds).rate;
    const double work = rate * (last->seconds - first->seconds) / kTera;
    if (work > 0)
      return {"gemm.energy", Unit::joules, (*last->energy - *first->energy) / work, "measured",
              "for 10¹² FLOP, by the driver's counter over the second half"};
  }
  return {"gemm.energy", Unit::joules,
          summary.power && summary.steady > 0 ? *summary.power / (summary.steady / kTera) : NAN,
          "computed", "for 10¹² FLOP, by the power that the driver tells"};
}

void add_results(RunRecord& record, const GemmRun& run, const GemmSummary& summary) {
  const auto add = [&](const char* name, Unit unit, double value, const char* evidence,
                       std::string how) {
    record.results.push_back({name, unit, value, evidence, std::move(how)});
  };
  add("gemm.rate.steady", Unit::flop_per_second, summary.steady, "measured",
      std::string("median of the second half's seconds, finished work by the GPU's clock") +
          (run.is_sparse ? "; FLOP of the dense product of this shape" : ""));
  add("gemm.rate.lowest", Unit::flop_per_second, summary.lowest, "measured", "of these seconds");
  add("gemm.rate.highest", Unit::flop_per_second, summary.highest, "measured", "of these seconds");
  add("gemm.rate.first", Unit::flop_per_second, summary.first, "measured", "the first two seconds");
  add("gemm.decay", Unit::ratio, summary.first > 0 ? 1 - summary.steady / summary.first : NAN,
      "computed", "from the first two seconds to the second half");
  add("gemm.rate_per_hertz", Unit::none, summary.clock ? summary.steady / *summary.clock : NAN,
      "computed", "FLOP of a clock, all multiprocessors");
  const GemmWish& wish = run.wish;
  const std::uint64_t of_a =
      run.bytes_of_a > 0 ? run.bytes_of_a : wish.type->a->bytes(wish.m * wish.k);
  const double moved = static_cast<double>(of_a + wish.type->b->bytes(wish.n * wish.k) +
                                           wish.type->d->bytes(wish.m * wish.n));
  add("gemm.rate.intensity", Unit::none, wish.flop() / moved, "computed",
      "FLOP for each byte, where each matrix is moved once");
  add("gemm.ceiling", Unit::flop_per_second, summary.ceiling.value_or(NAN), "computed",
      !summary.ceiling ? "the peak of this GPU or its clock is not known"
      : run.is_sparse  ? "sparse ceiling: twice the dense peak at the mean clock of the second half"
                       : "dense peak at the mean clock of the second half");
  record.results.push_back(energy_of(run, summary));
  add("gemm.gain", Unit::ratio,
      run.default_seconds > 0 ? run.default_seconds / run.chosen_seconds - 1 : NAN, "measured",
      "of the candidate that was chosen over the library's favourite");
  add("gemm.checked", Unit::none, run.before.checked + run.after.checked, "measured",
      "results compared with FP64 on the CPU");
  add("gemm.wrong", Unit::none, run.before.wrong + run.after.wrong, "measured",
      "of them further off than rounding explains");
}

}  // namespace

void add_to(RunRecord& record, const GemmRun& run, const GemmSummary& summary,
            const GemmVerdict& verdict) {
  const GemmWish& wish = run.wish;
  auto& params = record.params;
  params["benchmark"] = "gemm";
  params["type"] = wish.type->name;
  params["shape"] = fmt::format("{}x{}x{}", wish.m, wish.n, wish.k);
  params["layout"] = word(wish.layout);
  params["result.seed"] = std::to_string(wish.seed);
  if (!run.others.empty()) params["result.others"] = run.others;
  if (run.cut.why != CutBy::no) params["result.cut"] = run.cut.says;
  params["data"] = std::string(word(wish.data)) + (wish.is_pruned ? ", A pruned 2:4" : "");
  params["result.algorithm"] = run.algorithm;
  params["result.candidates"] = std::to_string(run.candidates);
  params["result.verdict"] = verdict.verdict;
  params["result.verdict.reason"] = verdict.reason;
  params["result.verdict.why"] = verdict.says;
  if (!verdict.remedy.empty()) params["result.verdict.remedy"] = verdict.remedy;
  if (summary.ceiling && summary.bandwidth) {
    params["result.ceiling.compute"] = fmt::format("{:.1f} TFLOP/s", *summary.ceiling / 1e12);
    params["result.ceiling.bandwidth"] = fmt::format("{:.0f} GB/s", *summary.bandwidth / 1e9);
  }
  add_series(record, run);
  add_blocks(record, run);
  add_results(record, run, summary);
  if (run.cut.why != CutBy::no) record.notes.push_back(run.cut.says);
  if (!run.others.empty())
    record.notes.push_back("others worked on this GPU meanwhile, process " + run.others);
  for (const int rank : run.wrong_ranks)
    record.notes.push_back(fmt::format(
        "candidate {} of the library gave wrong results and was left out: a fault of the library",
        rank));
}

}  // namespace gb10
