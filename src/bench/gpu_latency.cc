#include "bench/gpu_latency.h"

#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "bench/random_cycle.h"

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kNode = 128;  // bytes: a line of a GPU's cache
constexpr std::uint32_t kNodeWords = kNode / 4;
constexpr std::uint32_t kWarmNodes = 1U << 18U;  // rounds that may lie in a cache are walked before
constexpr std::uint64_t kSeed = 20262;

/// A round that is linked in the GPU's reach, and how far it was walked.
class GpuRound {
 public:
  static Result<GpuRound> make(const MemoryPlace& place, cuda::Address nodes, std::uint64_t bytes) {
    GpuRound out(place, nodes);
    out.next_ = random_cycle(static_cast<std::uint32_t>(bytes / kNode), kSeed);
    auto next = TRY(DeviceBuffer<std::uint32_t>::make(place.cuda, out.next_.size()));
    TRY(next.upload(out.next_));
    TRY(launched(place, "link", 1024, 256, nodes, next.address(),
                 static_cast<unsigned>(out.next_.size())));
    const cuda::Api& api = place.cuda.api();
    TRY(call(api, api.cuStreamSynchronize, place.stream.get()));
    auto came = TRY(DeviceBuffer<std::uint32_t>::make(place.cuda, 1));
    out.came_.emplace(std::move(came));
    return out;
  }

  Result<double> walked(unsigned steps, MemoryCheck& check) {
    TRY(came_->poison());
    const double seconds = TRY(timed(place_, [&] {
      return launched(place_, "chase", 1, 1, nodes_, at_ * kNodeWords, steps, came_->address());
    }));
    at_ = after_steps(next_, at_, steps);
    std::uint32_t came[1];
    TRY(came_->download(0, came));
    ++check.checked;
    check.wrong += came[0] != at_ * kNodeWords ? 1 : 0;
    return seconds / steps;
  }

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(next_.size()); }

 private:
  GpuRound(const MemoryPlace& place, cuda::Address nodes) : place_(place), nodes_(nodes) {}

  MemoryPlace place_;
  cuda::Address nodes_;
  std::vector<std::uint32_t> next_;
  std::optional<DeviceBuffer<std::uint32_t>> came_;
  std::uint32_t at_ = 0;
};

}  // namespace

std::string size_name(std::uint64_t bytes) {
  constexpr const char* kNames[] = {"B", "KiB", "MiB", "GiB"};
  std::size_t unit = 0;
  while (unit < 3 && bytes >= 1024 && bytes % 1024 == 0) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{}{}", bytes, kNames[unit]);
}

Result<CpuRuns> latencies(const MemoryPlace& place, const GpuReach& where,
                          const GpuLatencyMeasure& measure) {
  CpuRuns out;
  const Clock::time_point begin = Clock::now();
  for (const std::uint64_t size : measure.sizes) {
    if (size > where.bytes) continue;
    ProbeRun& run = out.runs.emplace_back();
    run.name = fmt::format("memory.gpu.latency.{}.{}", where.name, size_name(size));
    run.unit = Unit::seconds;
    run.how = "median of the blocks, of one thread's loads each of which needs the one before it";
    GpuRound round = TRY(GpuRound::make(place, where.address, size));
    if (round.nodes() <= kWarmNodes) TRY(round.walked(round.nodes(), out.check));
    for (int block = 0; block < measure.blocks; ++block) {
      const double seconds = TRY(round.walked(measure.steps, out.check));
      run.at.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
      run.rates.push_back(seconds);
      run.clocks.push_back(NAN);
      if (measure.must_end) out.cut = measure.must_end();
      if (out.cut.why != CutBy::no) return out;
    }
  }
  return out;
}

}  // namespace gb10
