#include "bench/memory_contention.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kWarm = 0.03;  // seconds that the CPUs work before the GPU begins

/// Both, or one of them, for a block's time.
class Contest {
 public:
  Contest(const MemoryPlace& place, const Probe& gpu, CpuArrays& arrays, CpuWork kind,
          const std::vector<int>& cpus)
      : place_(place), gpu_(gpu), arrays_(arrays), kind_(kind), cpus_(cpus) {}

  /// How many launches of the GPU last so long.
  Result<void> prepare(double seconds) {
    seconds_ = seconds;
    TRY(gpu_rate(1));
    const double found = TRY(gpu_rate(1));
    launches_ = static_cast<int>(std::clamp(seconds * found / gpu_.work, 1.0, 4096.0));
    return {};
  }
  Result<double> gpu_alone() { return gpu_rate(launches_); }
  Result<double> cpu_alone() {
    const std::unique_ptr<CpuTeam> team = TRY(under_way());
    const CpuTeam::Mark begin = team->mark();
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds_));
    const CpuTeam::Mark end = team->mark();
    check.add(team->finish());
    use.add(team->use());
    return rate(begin, end);
  }
  /// The CPUs begin before the GPU does and end after it; both are counted while the GPU works.
  Result<std::pair<double, double>> both() {
    const std::unique_ptr<CpuTeam> team = TRY(under_way());
    const CpuTeam::Mark begin = team->mark();
    const double gpu = TRY(gpu_rate(launches_));
    const CpuTeam::Mark end = team->mark();
    check.add(team->finish());
    use.add(team->use());
    return std::pair(gpu, rate(begin, end));
  }

  MemoryCheck check;
  CpuUse use;

 private:
  Result<double> gpu_rate(int launches) {
    const double seconds = TRY(timed(place_, [&]() -> Result<void> {
      for (int i = 0; i < launches; ++i) TRY(gpu_.enqueue());
      return {};
    }));
    return seconds > 0 ? launches * gpu_.work / seconds : NAN;
  }
  Result<std::unique_ptr<CpuTeam>> under_way() {
    std::unique_ptr<CpuTeam> team = TRY(CpuTeam::start(arrays_, kind_, cpus_));
    std::this_thread::sleep_for(std::chrono::duration<double>(kWarm));
    return team;
  }

  const MemoryPlace& place_;
  const Probe& gpu_;
  CpuArrays& arrays_;
  CpuWork kind_;
  const std::vector<int>& cpus_;
  double seconds_ = 0;
  int launches_ = 1;
};

enum Row { kGpuAlone, kCpuAlone, kGpu, kCpu };

}  // namespace

Result<CpuRuns> contended(const MemoryPlace& place, const Probe& gpu, CpuArrays& arrays,
                          CpuWork kind, const std::vector<int>& cpus,
                          const ContentionMeasure& measure) {
  CpuRuns out;
  for (const char* const name : {"gpu_alone", "cpu_alone", "gpu", "cpu"}) {
    ProbeRun& run = out.runs.emplace_back();
    run.name = fmt::format("memory.together.cpu_{}.{}", word(kind), name);
    run.unit = Unit::bytes_per_second;
    run.how = "median of the blocks, which take turns with those of the others";
  }
  const Clock::time_point begin = Clock::now();
  const auto add = [&](Row row, double value) {
    ProbeRun& run = out.runs[row];
    run.at.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
    run.rates.push_back(value);
    run.clocks.push_back(NAN);
  };
  Contest contest(place, gpu, arrays, kind, cpus);
  TRY(contest.prepare(measure.block_seconds));
  for (int block = 0; block < measure.blocks && out.cut.why == CutBy::no; ++block) {
    const double gpu_alone = TRY(contest.gpu_alone());
    add(kGpuAlone, gpu_alone);
    const auto both = TRY(contest.both());
    add(kGpu, both.first);
    add(kCpu, both.second);
    const double cpu_alone = TRY(contest.cpu_alone());
    add(kCpuAlone, cpu_alone);
    if (measure.must_end) out.cut = measure.must_end();
  }
  out.check = contest.check;
  out.use = contest.use;
  return out;
}

}  // namespace gb10
