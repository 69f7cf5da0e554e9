#include "bench/job_trial.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/median.h"
#include "base/text.h"
#include "bench/comparison.h"

namespace gb10 {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
using Get = std::optional<double> (*)(const GpuSample&);

std::optional<double> clock_of(const GpuSample& sample) { return sample.sm_clock; }
std::optional<double> power_of(const GpuSample& sample) { return sample.power; }
std::optional<double> heat_of(const GpuSample& sample) { return sample.temperature; }

double mean(const JobBlock& block, Get get) {
  double sum = 0, count = 0;
  for (const GpuSample& sample : block.samples) {
    if (const auto value = get(sample)) sum += *value, ++count;
  }
  return count > 0 ? sum / count : kUnknown;
}

double highest(const JobBlock& block, Get get) {
  double out = kUnknown;
  for (const GpuSample& sample : block.samples) {
    if (const auto value = get(sample)) out = std::fmax(out, *value);
  }
  return out;
}

/// Joules by the counter; not known where it was not told, or went backwards with a driver that was
/// loaded anew.
double counted_energy(const JobBlock& block) {
  if (!block.counted_first || !block.counted_last || *block.counted_last < *block.counted_first)
    return kUnknown;
  return *block.counted_last - *block.counted_first;
}

double computed_energy(const JobBlock& block) { return mean(block, power_of) * block.seconds; }

double energy_of(const JobBlock& block, JobEnergy source) {
  if (source == JobEnergy::not_known) return kUnknown;
  return source == JobEnergy::counted ? counted_energy(block) : computed_energy(block);
}

bool all_know(const JobTrial& trial, double (*energy)(const JobBlock&)) {
  return !trial.blocks.empty() &&
         std::all_of(trial.blocks.begin(), trial.blocks.end(),
                     [&](const JobBlock& block) { return std::isfinite(energy(block)); });
}

bool has_score(const JobTrial& trial) {
  return !trial.blocks.empty() && trial.blocks.front().score.has_value();
}
bool has_work(const JobTrial& trial) {
  return !trial.blocks.empty() && trial.blocks.front().work.has_value();
}

/// A series of one value a block, of one side.
template <class Value>
Series series_of(const JobTrial& trial, JobSide side, Series named, Value value) {
  for (const JobBlock& block : trial.blocks) {
    if (block.side != side) continue;
    named.at.push_back(block.at);
    named.values.push_back(value(block));
  }
  return named;
}

Series blocks_named(const char* metric, Unit unit) {
  return {fmt::format("{}{}", metric, kBlockSuffix), unit, {}, {}};
}

Series gain_of(const JobTrial& trial, JobSide side) {
  if (has_score(trial))
    return series_of(trial, side, blocks_named(kJobScore, Unit::none),
                     [](const JobBlock& block) { return block.score.value_or(kUnknown); });
  if (has_work(trial))
    return series_of(trial, side, blocks_named(kJobRate, Unit::none), [](const JobBlock& block) {
      return block.work.value_or(kUnknown) / block.seconds;
    });
  return series_of(trial, side, blocks_named(kJobTime, Unit::seconds),
                   [](const JobBlock& block) { return block.seconds; });
}

Series energy_blocks(const JobTrial& trial, JobSide side, JobEnergy source) {
  const bool of_work = has_work(trial);
  return series_of(trial, side, blocks_named(of_work ? kJobEnergyOfWork : kJobEnergy, Unit::joules),
                   [&](const JobBlock& block) {
                     return energy_of(block, source) /
                            (of_work ? block.work.value_or(kUnknown) : 1);
                   });
}

const char* evidence_of(JobEnergy source) {
  return source == JobEnergy::counted ? "reported" : "computed";
}

std::string how_of(const JobTrial& trial, JobEnergy source) {
  if (source == JobEnergy::counted) return "the driver's counter, from begin to end of each block";
  if (source == JobEnergy::computed)
    return "mean power times time: no counter of the driver in every block, as of "
           "runs below 1 s";
  return trial.gpu_unknown.empty() ? "the driver did not tell in every block" : trial.gpu_unknown;
}

double median_of(const Series& series) {
  std::vector<double> known;
  for (const double value : series.values) {
    if (std::isfinite(value)) known.push_back(value);
  }
  return median(known).value_or(kUnknown);
}

Figure figure_of(const Series& series, const char* evidence, std::string how) {
  return {series.metric.substr(0, series.metric.find(kBlockSuffix)), series.unit, median_of(series),
          evidence, std::move(how)};
}

/// What is told beside the gain and energy; none of it is judged.
std::vector<Series> told(const JobTrial& trial, JobSide side) {
  const auto add = [&](const char* name, Unit unit, auto value) {
    return series_of(trial, side, {name, unit, {}, {}}, value);
  };
  return {
      add(kJobTime, Unit::seconds, [](const JobBlock& block) { return block.seconds; }),
      add("job.cpu", Unit::seconds, [](const JobBlock& block) { return block.cpu; }),
      add("gpu.power", Unit::watts, [](const JobBlock& block) { return mean(block, power_of); }),
      add("gpu.temperature", Unit::celsius,
          [](const JobBlock& block) { return highest(block, heat_of); }),
      add("gpu.sm_clock", Unit::hertz,
          [](const JobBlock& block) { return mean(block, clock_of); })};
}

bool is_known(const Series& series) {
  return std::any_of(series.values.begin(), series.values.end(),
                     [](double value) { return std::isfinite(value); });
}

void add_series(RunRecord& record, const JobTrial& trial, JobSide side) {
  const JobEnergy source = energy_source(trial);
  const Series gain = gain_of(trial, side), energy = energy_blocks(trial, side, source);
  record.results.push_back(figure_of(gain, "measured", "median of the blocks"));
  const std::string how = how_of(trial, source);
  record.results.push_back(figure_of(energy, evidence_of(source), how));
  record.series.push_back(gain);
  for (const Series& each : told(trial, side)) {
    const bool is_of_driver = each.metric.starts_with("gpu.");
    if (is_known(each) && !record.find(each.metric))
      record.results.push_back(figure_of(each, is_of_driver ? "reported" : "measured",
                                         "median of the blocks, not judged"));
  }
  if (source != JobEnergy::not_known) record.series.push_back(energy);
  for (Series& each : told(trial, side)) {
    if (!is_known(each)) continue;
    if (each.metric == "gpu.sm_clock") {
      Series clock = each;
      clock.metric = kClockSeries;
      record.series.push_back(std::move(clock));
    }
    record.series.push_back(std::move(each));
  }
}

/// "sw_power_cap in 2 of 6 blocks".
std::string limits_of(const JobTrial& trial, JobSide side) {
  std::map<std::string, int> seen;
  int blocks = 0, known = 0;
  for (const JobBlock& block : trial.blocks) {
    if (block.side != side) continue;
    ++blocks;
    std::uint64_t reasons = 0;
    bool knows = false;
    for (const GpuSample& sample : block.samples) {
      reasons |= sample.reasons.value_or(0);
      knows = knows || sample.reasons.has_value();
    }
    known += knows ? 1 : 0;
    for (const std::string& word : limiting_reasons(reasons)) ++seen[word];
  }
  if (known == 0) return "not known";
  std::vector<std::string> parts;
  for (const auto& [word, count] : seen)
    parts.push_back(fmt::format("{} in {} of {}", word, count, counted(blocks, "block")));
  std::string out = parts.empty() ? "never" : joined(parts, ", ");
  return known == blocks ? out : fmt::format("{}; not known in {}", out, blocks - known);
}

RunRecord record_of(const JobTrial& trial, JobSide side) {
  const bool with = side == JobSide::with;
  RunRecord out;
  out.id = trial.id + (with ? "-b" : "-a");
  out.command = trial.command;
  out.version = trial.version;
  out.begun = trial.begun;
  out.params = trial.params;
  std::vector<std::string> quoted;
  for (const std::string& word : trial.command) quoted.push_back(shell_quoted(word));
  out.params["command"] = joined(quoted, " ");
  out.params["profile"] = with ? trial.profile : "none";
  for (const auto& [cell, values] : trial.settings)
    out.params["profile." + cell] = with ? values.second : values.first;
  if (const JobEnergy source = energy_source(trial); source != JobEnergy::not_known)
    out.params["energy"] = evidence_of(source);
  out.params["result.limited"] = limits_of(trial, side);
  out.notes = trial.notes;
  add_series(out, trial, side);
  return out;
}

std::vector<JobPrice> price_of(const JobTrial& trial) {
  struct Named {
    const char *name, *evidence, *how;
  };
  constexpr std::array<Named, 5> kNames = {{{"time", "measured", ""},
                                            {"CPU time", "measured", ""},
                                            {"power", "reported", "mean of each block"},
                                            {"heat", "reported", "highest of each block"},
                                            {"SM clock", "reported", "mean of each block"}}};
  const std::vector<Series> a = told(trial, JobSide::without), b = told(trial, JobSide::with);
  std::vector<JobPrice> out;
  for (std::size_t i = 0; i < kNames.size(); ++i)
    out.push_back({kNames[i].name, a[i].unit, median_of(a[i]), median_of(b[i]), kNames[i].evidence,
                   kNames[i].how});
  return out;
}

}  // namespace

std::vector<JobSide> job_turns(int blocks) {
  std::vector<JobSide> out;
  for (int i = 0; i < blocks / 2; ++i)
    out.insert(out.end(), {JobSide::without, JobSide::with, JobSide::with, JobSide::without});
  return out;
}

JobEnergy energy_source(const JobTrial& trial) {
  if (all_know(trial, counted_energy)) return JobEnergy::counted;
  return all_know(trial, computed_energy) ? JobEnergy::computed : JobEnergy::not_known;
}

JobRecords job_records(const JobTrial& trial) {
  return {record_of(trial, JobSide::without), record_of(trial, JobSide::with)};
}

Result<JobVerdict> job_verdict(const JobTrial& trial) {
  const JobRecords records = job_records(trial);
  JobVerdict out;
  out.comparison = TRY(compared(records.without, records.with, {.by = "profile"}));
  const MetricComparison& gain = out.comparison.metrics.front();
  out.comparison.verdict = gain.verdict;
  out.comparison.only_clock = gain.only_clock;
  out.comparison.headline = job_headline(trial.profile, out.comparison);
  for (const std::string& note : trial.notes) out.comparison.notes.push_back(note);
  const JobEnergy source = energy_source(trial);
  out.comparison.notes.push_back(fmt::format(
      "energy {}: {}", source == JobEnergy::not_known ? "not known" : evidence_of(source),
      how_of(trial, source)));
  out.price = price_of(trial);
  out.limits_a = limits_of(trial, JobSide::without);
  out.limits_b = limits_of(trial, JobSide::with);
  return out;
}

}  // namespace gb10
