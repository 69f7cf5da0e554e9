#include "bench/memory_record.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace gb10 {

namespace {

constexpr double kTakenByOthers = 0.03;

double value_of(const RunRecord& record, const std::string& name) {
  const Figure* const figure = record.find(name);
  return figure ? figure->value : NAN;
}

void add_computed(RunRecord& record, std::string name, double value, const char* how) {
  record.results.push_back({std::move(name), Unit::ratio, value, "computed", how});
}

}  // namespace

void MemoryRecord::add(ProbeRuns part, double begun) {
  for (ProbeRun& run : part.runs) {
    for (double& at : run.at) at += begun;
    all_.runs.push_back(std::move(run));
  }
  for (GpuSample& sample : part.samples) {
    sample.seconds += begun;
    all_.samples.push_back(sample);
  }
  if (part.cut.why != CutBy::no) all_.cut = std::move(part.cut);
}

void MemoryRecord::add(CpuRuns part, double begun) {
  check_.add(part.check);
  use_.add(part.use);
  add(ProbeRuns{std::move(part.runs), {}, std::move(part.cut)}, begun);
}

void MemoryRecord::add(const LadderRun& ladder) {
  check_.add(ladder.check);
  figures_.insert(figures_.end(), ladder.figures.begin(), ladder.figures.end());
  record_.notes.insert(record_.notes.end(), ladder.notes.begin(), ladder.notes.end());
  if (ladder.cut.why != CutBy::no) all_.cut = ladder.cut;
}

void MemoryRecord::add_computed() {
  const double copy =
      std::fmax(value_of(record_, "memory.gpu.copy"), value_of(record_, "memory.gpu.copy_driver"));
  const double rows = value_of(record_, "memory.gpu.matrix_vector");
  if (copy > 0 && std::isfinite(rows))
    gb10::add_computed(record_, "memory.gpu.matrix_vector_to_copy", rows / copy,
                       "the rate of a matrix times a vector over that of the faster copy");
  for (const char* const work : {"cpu_read", "cpu_write"}) {
    for (const char* const who : {"gpu", "cpu"}) {
      const std::string name = fmt::format("memory.together.{}.{}", work, who);
      const double alone = value_of(record_, name + "_alone"), both = value_of(record_, name);
      if (alone > 0 && std::isfinite(both))
        gb10::add_computed(record_, name + "_drop", 1 - both / alone, "of what it gets alone");
    }
  }
}

MemoryVerdict MemoryRecord::finish(const std::string& others, const GpuReference* reference) {
  // What could not be measured at all has its note; only a run that was cut has lost blocks.
  if (all_.cut.why == CutBy::no)
    std::erase_if(all_.runs, [](const ProbeRun& run) { return run.rates.empty(); });
  add_to(record_, all_);
  std::erase_if(record_.series, [](const Series& series) { return series.values.empty(); });
  record_.results.insert(record_.results.end(), figures_.begin(), figures_.end());
  add_computed();
  const auto count = [&](const char* name, std::uint64_t value, const char* how) {
    record_.results.push_back({name, Unit::none, static_cast<double>(value), "measured", how});
  };
  count("memory.checked", check_.checked, "results compared with what they must be");
  count("memory.wrong", check_.wrong, "of them");
  if (use_.of > 0) {
    const double taken = std::max(0.0, 1 - use_.seconds / use_.of);
    gb10::add_computed(record_, "memory.cpu.taken_by_others", taken,
                       "of the time of threads that never sleep");
    if (taken > kTakenByOthers)
      record_.notes.push_back(fmt::format(
          "others had these CPUs for {:.0f} % of the time: their rates are too low", 100 * taken));
  }
  if (!others.empty()) {
    record_.params["result.others"] = others;
    record_.notes.push_back("others worked on this GPU meanwhile, process " + others);
  }
  MemoryVerdict out = verdict_of(record_, all_.cut, others, reference);
  record_.params["result.verdict"] = out.verdict;
  record_.params["result.verdict.reason"] = out.reason;
  record_.params["result.verdict.why"] = out.says;
  if (!out.remedy.empty()) record_.params["result.verdict.remedy"] = out.remedy;
  return out;
}

}  // namespace gb10
