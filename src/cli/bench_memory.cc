#include <algorithm>
#include <chrono>
#include <csignal>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/cpu_kernels.h"
#include "bench/cpu_latency.h"
#include "bench/gpu_latency.h"
#include "bench/memory_allocation.h"
#include "bench/memory_contention.h"
#include "bench/memory_record.h"
#include "bench/memory_room.h"
#include "cli/bench_gpu.h"
#include "cli/benchmarks.h"
#include "cli/machine.h"
#include "cli/run_store.h"
#include "facts/cpuinfo.h"
#include "gpu/kernels.h"
#include "gpu/load.h"
#include "model/quantity.h"
#include "sampler/clock.h"

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kUsualSeconds = 60, kLeastSeconds = 2;
constexpr std::uint64_t kMiB = 1ULL << 20U;
constexpr std::uint64_t kFloor = 1ULL << 30U;  // bytes of memory that stay for others
constexpr std::uint64_t kPinnedForLatency = 256 * kMiB;
// Bytes of a buffer: a launch is long against its begin and its end.
constexpr std::uint64_t kShared = 1024 * kMiB, kOwn = 4096 * kMiB;
constexpr int kBlocks = 8, kGpuBlocks = 12;
constexpr double kShortRun = 10;  // seconds; below them there are few blocks
constexpr int kFewBlocks = 3;
// Parts of the time; the ladder and what lies between take the rest.
constexpr double kGpuPart = 0.25, kCpuPart = 0.35, kTogetherPart = 0.2, kCpuAlonePart = 0.8;

std::string text_of(std::uint64_t size) { return to_text(bytes(static_cast<double>(size))); }

/// The run, of a machine with a GPU or without.
class MemoryRun {
 public:
  MemoryRun(const Host& host, BenchGpu* gpu, TakenSignals* signals, double seconds, const Io& io)
      : host_(host), gpu_(gpu), signals_(signals), seconds_(seconds), io_(io), all_(record) {
    record.begun = wall_nanoseconds();
    record.id = fmt::format("{}-memory", run_id(record.begun));
    record.version = GB10_VERSION;
    record.params["benchmark"] = "memory";
    record.params["seconds"] = fmt::format("{:g}", seconds);
  }

  Result<void> run() {
    const std::vector<int> allowed = TRY(allowed_cpus());
    groups_ = cpu_groups(host_, allowed);
    for (const CpuGroup& group : groups_)
      record.params["cpu.group." + group.name] = cpu_list(group.cpus);
    record.params["page.size"] = text_of(base_page());
    record.params["store.streaming"] = streaming_store();
    if (gpu_) TRY(of_gpu());
    if (goes_on()) {
      Result<void> done = of_cpu(last_level_caches(host_, allowed));
      if (!done.ok() && !gpu_) return done;
      if (!done.ok()) all_.skip("the CPU was not measured: " + done.error().what);
    }
    if (gpu_ && goes_on()) {
      const Result<void> done = of_ladder();
      if (!done.ok()) all_.skip("the kinds of memory were not measured: " + done.error().what);
    }
    return {};
  }

  /// The verdict, the record and the exit code.
  int finish(const Arguments& arguments, const RecordSink& tell) {
    std::string others;
    if (gpu_) {
      others = gpu_->others(record);
      gpu_->add_to(record);
    } else if (std::string mark = machine_mark(host_); !mark.empty()) {
      record.params["machine"] = std::move(mark);
    }
    record.command = command_of("memory", arguments, io_);
    const MemoryVerdict verdict = all_.finish(others, gpu_ ? gpu_->reference() : nullptr);
    tell(record);
    if (all_.cut().why == CutBy::interrupted) return kInterrupted;
    const bool is_fine = verdict.verdict == "healthy" || verdict.verdict == "cannot tell";
    return is_fine ? kFine : kAnswerIsNo;
  }

  RunRecord record;

 private:
  bool goes_on() const { return all_.cut().why == CutBy::no; }
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  void tell(const std::string& what) const {
    io_.say(fmt::format("{:5.0f} s  {}\n", elapsed(), what));
  }

  EarlyEnd must_end() {
    if (gpu_) {
      last_ = gpu_->sample();
      return gpu_->must_end(last_);
    }
    if (end_.why != CutBy::no)
      return end_;  // as of BenchGpu: what was said once is said ever after
    const auto room = memory_room(host_);
    if (signals_->next())
      end_ = {CutBy::interrupted, "interrupted"};
    else if (room.ok() && *room < kFloor)
      end_ = {CutBy::memory, "ended early: less than 1 GiB of memory was left"};
    return end_;
  }
  std::function<EarlyEnd()> ending() {
    return [this] { return must_end(); };
  }
  MemoryPlace place() const {
    return {gpu_->cuda(), gpu_->device(), gpu_->module(), gpu_->stream()};
  }

  int blocks_of_cpu() const { return seconds_ < kShortRun ? kFewBlocks : kBlocks; }

  Result<void> of_gpu() {
    const bool is_shared = TRY(shares_memory(gpu_->cuda(), gpu_->device()));
    const int cache = TRY(gpu_->cuda().attribute(gpu_->device(), cuda::kCacheBytes));
    const std::uint64_t available = TRY(available_memory(gpu_->cuda(), gpu_->device()));
    record.params["memory.shared"] = is_shared ? "yes" : "no";
    const GpuReference* const known = gpu_->reference();
    const std::uint64_t own = static_cast<std::uint64_t>(std::max(cache, 0));
    const std::uint64_t others =
        known ? static_cast<std::uint64_t>(known->other_caches.value_or(0)) : 0;
    const std::uint64_t size =
        TRY(gpu_buffer_size(available, own + others, is_shared ? kShared : kOwn));
    record.params["result.gpu.buffer"] = text_of(size);
    tell(fmt::format("GPU: two buffers of {}, of which its cache holds {}", text_of(size),
                     text_of(own)));
    gpu_place_.emplace(place());
    buffers_ = TRY(GpuMemory::make(*gpu_place_, size));
    TRY(buffers_->choose());
    record.params["result.geometry"] = buffers_->chosen();
    const std::vector<Probe> probes = buffers_->probes();
    tell(fmt::format("GPU: {} kinds of work in turns; {}", probes.size(), buffers_->chosen()));
    ProbeMeasure measure;
    measure.blocks = kGpuBlocks;
    const double blocks = static_cast<double>(probes.size()) * (kGpuBlocks + 1);
    measure.block_seconds = std::clamp(seconds_ * kGpuPart / blocks, 0.01, 2.0);
    measure.warm_seconds = std::min(1.0, seconds_ * kGpuPart / (kGpuBlocks + 1));
    measure.sample = [this] { return gpu_->sample(); };
    measure.must_end = [this](const auto& sample) { return gpu_->must_end(sample); };
    const double begun = elapsed();
    ProbeRuns found = TRY(probed(gpu_->cuda(), gpu_->stream(), probes, measure));
    all_.add(std::move(found), begun);
    if (!goes_on()) return {};
    const MemoryCheck check = TRY(buffers_->checked());
    all_.add(check);
    return of_gpu_latency();
  }

  Result<void> of_gpu_latency() {
    tell("GPU: latency");
    GpuLatencyMeasure measure;
    measure.must_end = ending();
    for (const std::uint64_t size : {1, 8, 32, 128, 512, 1024})
      measure.sizes.push_back(size * kMiB);
    // The nodes go into the source, which is filled anew.
    double begun = elapsed();
    CpuRuns own =
        TRY(latencies(*gpu_place_, {"device", buffers_->source(), buffers_->size()}, measure));
    all_.add(std::move(own), begun);
    TRY(fill_source(*gpu_place_, buffers_->source(), buffers_->size() / 8));
    if (!goes_on()) return {};
    const MemoryAbilities abilities = TRY(memory_abilities(gpu_->cuda(), gpu_->device()));
    record.params["memory.abilities"] = words(abilities);
    const auto pinned = held_memory(*gpu_place_, abilities, MemoryKind::pinned, kPinnedForLatency);
    if (!pinned.ok() || pinned->gpu == 0) {
      all_.skip("no latency of the GPU to the host's memory: " +
                (pinned.ok() ? pinned->refused : pinned.error().what));
      return {};
    }
    measure.sizes = {kPinnedForLatency};
    begun = elapsed();
    CpuRuns host = TRY(latencies(*gpu_place_, {"pinned", pinned->gpu, kPinnedForLatency}, measure));
    all_.add(std::move(host), begun);
    return {};
  }

  Result<void> of_cpu(std::optional<std::uint64_t> caches) {
    const std::uint64_t room = TRY(memory_room(host_));
    const ArraySize size = TRY(cpu_array_size(room, caches));
    if (!size.note.empty()) all_.skip(size.note);
    record.params["result.cpu.array"] = text_of(size.bytes);
    tell(fmt::format(
        "CPU: three arrays of {}, {}", text_of(size.bytes),
        counted(static_cast<std::int64_t>(groups_.size()), "group of cores", "groups of cores")));
    CpuArrays arrays = TRY(CpuArrays::make(size.bytes, groups_.front().cpus,
                                           [this] { return must_end().why == CutBy::no; }));
    CpuMeasure measure;
    measure.must_end = ending();
    measure.blocks = blocks_of_cpu();
    const double blocks =
        static_cast<double>(groups_.size() * std::size(kCpuWorks)) * measure.blocks;
    const double part = seconds_ * (gpu_ ? kCpuPart : kCpuAlonePart) / blocks;
    constexpr double kAround = 0.03;  // seconds of a block that are not measured
    measure.block_seconds = std::clamp(part - kAround, 0.01, 1.0);
    double begun = elapsed();
    CpuRuns found = TRY(measured(arrays, groups_, measure));
    all_.add(std::move(found), begun);
    if (gpu_ && goes_on()) TRY(of_both(arrays));
    if (!goes_on()) return {};
    tell("CPU: latency");
    LatencyMeasure chase;
    chase.must_end = ending();
    chase.blocks = blocks_of_cpu();
    chase.bytes = size.bytes;
    // The first core of all is one of a kind: where there are kinds it says nothing new.
    const std::span<const CpuGroup> kinds(groups_);
    begun = elapsed();
    CpuRuns walked = TRY(latencies(kinds.subspan(kinds.size() > 1 ? 1 : 0), chase, record.notes));
    all_.add(std::move(walked), begun);
    return {};
  }

  Result<void> of_both(CpuArrays& arrays) {
    tell("both at once");
    ContentionMeasure measure;
    measure.must_end = ending();
    measure.block_seconds =
        std::clamp(seconds_ * kTogetherPart / (measure.blocks * 6.0) - 0.04, 0.02, 1.0);
    const std::vector<Probe> probes = buffers_->probes();
    for (const CpuWork work : {CpuWork::read, CpuWork::write}) {
      const double begun = elapsed();
      CpuRuns found =
          TRY(contended(*gpu_place_, probes.front(), arrays, work, groups_.front().cpus, measure));
      all_.add(std::move(found), begun);
      if (!goes_on()) break;
    }
    return {};
  }

  Result<void> of_ladder() {
    tell("ladder of the kinds of memory");
    buffers_.reset();
    LadderMeasure measure;
    measure.sizes = {4096, 64U << 10U, kMiB, 16 * kMiB, 256 * kMiB, 1024 * kMiB};
    measure.available = [this] { return memory_room(host_); };
    measure.must_end = ending();
    measure.longest = std::clamp(seconds_ / 30, 0.1, 2.0);
    const LadderRun found = TRY(climbed(*gpu_place_, measure));
    all_.add(found);
    if (!goes_on()) return {};
    tell("allocations of the GPU's memory");
    AllocationMeasure more;
    more.available = [this] { return available_memory(gpu_->cuda(), gpu_->device()); };
    more.must_end = ending();
    const LadderRun taken = TRY(allocated(*gpu_place_, more));
    all_.add(taken);
    return {};
  }

  const Host& host_;
  BenchGpu* gpu_;
  TakenSignals* signals_;
  EarlyEnd end_;
  double seconds_;
  const Io& io_;
  Clock::time_point begin_ = Clock::now();
  MemoryRecord all_;
  std::vector<CpuGroup> groups_;
  std::optional<GpuSample> last_;
  std::optional<MemoryPlace> gpu_place_;
  std::unique_ptr<GpuMemory> buffers_;
};

Result<int> measured(const Host& host, BenchGpu* gpu, TakenSignals* signals, double seconds,
                     const Arguments& arguments, const Io& io, const RecordSink& done) {
  MemoryRun run(host, gpu, signals, seconds, io);
  TRY(run.run());
  return run.finish(arguments, done);
}

}  // namespace

Result<int> bench_memory(const Arguments& arguments, const Io& io, const RecordSink& done) {
  const int number = TRY(wanted_gpu(arguments));
  const double seconds = TRY(wanted_seconds(arguments, kUsualSeconds, kLeastSeconds));
  auto gpu = BenchGpu::open(bench_memory_fatbin(), number, io);
  if (gpu.ok()) return measured((*gpu)->host(), gpu->get(), nullptr, seconds, arguments, io, done);
  const bool is_refusal = gpu.error().kind == Error::Kind::unsupported;
  if (arguments.has("--gpu") || !is_refusal) return gpu.error();
  io.say(fmt::format("no GPU: CPU only ({})\n", gpu.error().what));
  TakenSignals signals = TRY(TakenSignals::take({SIGINT, SIGTERM, SIGHUP}));
  const std::unique_ptr<Host> host = this_host(io);
  return measured(*host, nullptr, &signals, seconds, arguments, io, done);
}

}  // namespace gb10
