#include "gpu/load.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "gpu/host_memory.h"
#include "gpu/kernels.h"
#include "gpu/load_work.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kGiB = 1U << 30U;
constexpr std::uint64_t kLeastMemory = 4 * kGiB;
constexpr std::uint64_t kMostTaken = 2 * kGiB;
constexpr double kBatch = 0.05;       // seconds of GPU time
constexpr double kSampleEvery = 0.5;  // seconds
constexpr int kMostPasses = 100'000;

/// Passes between two events on the stream.
struct Batch {
  Event begin, end;
};

struct Run {
  const WorkPlace& place;
  const Work& work;
  int passes = 1;  // of a batch
};

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

Result<Batch> make_batch(const Cuda& cuda) {
  Event begin = TRY(cuda.event());
  Event end = TRY(cuda.event());
  return Batch{std::move(begin), std::move(end)};
}

Result<void> enqueue(const Run& run, const Batch& batch) {
  const cuda::Api& api = run.place.cuda.api();
  TRY(call(api, api.cuEventRecord, batch.begin.get(), run.place.stream.get()));
  for (int pass = 0; pass < run.passes; ++pass) TRY(run.work.enqueue());
  return call(api, api.cuEventRecord, batch.end.get(), run.place.stream.get());
}

/// Waits for `batch`; the seconds that it took on the GPU.
Result<double> finished(const Run& run, const Batch& batch) {
  const cuda::Api& api = run.place.cuda.api();
  TRY(call(api, api.cuEventSynchronize, batch.end.get()));
  const double milliseconds = TRY(run.place.cuda.elapsed(batch.begin, batch.end));
  return milliseconds / 1000;
}

/// How many passes fill kBatch; warms the GPU up on the way.
Result<int> passes_of_a_batch(Run run, const Batch& batch) {
  for (;;) {
    TRY(enqueue(run, batch));
    const double took = TRY(finished(run, batch));
    if (took >= kBatch / 3 || run.passes >= kMostPasses) {
      const double wanted = run.passes * kBatch / std::max(took, 1e-9);
      return std::clamp(static_cast<int>(std::lround(wanted)), 1, kMostPasses);
    }
    run.passes *= 2;
  }
}

/// The batches one after the other until `wish.seconds` are over. The next one is always on the
/// stream before the last is waited for: the GPU never idles, also not while NVML is asked.
Result<LoadResult> measured(const Run& run, const LoadWish& wish,
                            const std::function<Result<GpuSample>()>& sample) {
  Batch first = TRY(make_batch(run.place.cuda));
  Batch second = TRY(make_batch(run.place.cuda));
  const std::array<const Batch*, 2> batches = {&first, &second};
  LoadResult result;
  result.kind = wish.kind;
  std::int64_t begun = 0, done = 0;
  const Clock::time_point start = Clock::now();
  double next_sample = kSampleEvery;  // until then the clock rises and NVML's average is of before
  TRY(enqueue(run, *batches[begun++ % 2]));
  while (done < begun) {
    const double now = seconds_since(start);
    if (now < wish.seconds) TRY(enqueue(run, *batches[begun++ % 2]));
    if (now >= next_sample && now < wish.seconds) {
      GpuSample reading = TRY(sample());
      reading.seconds = now;
      result.samples.push_back(reading);
      next_sample += kSampleEvery;
    }
    result.seconds += TRY(finished(run, *batches[done++ % 2]));
  }
  result.rate = run.work.amount() * run.passes * static_cast<double>(done) / result.seconds;
  return result;
}

Result<std::uint64_t> memory_to_take(const Cuda& cuda, cuda::Device device) {
  const std::uint64_t available = TRY(available_memory(cuda, device));
  if (available >= kLeastMemory) return std::min(kMostTaken, available / 8);
  return Error{Error::Kind::busy,
               fmt::format("only {} of GPU memory are available, a load needs {}",
                           to_text(bytes(static_cast<double>(available))),
                           to_text(bytes(static_cast<double>(kLeastMemory)))),
               "gb10 memory shows who holds the memory"};
}

Result<void> sensible(const LoadWish& wish) {
  if (wish.seconds >= 0.1 && wish.seconds <= 600) return {};
  return Error{Error::Kind::invalid, "a load lasts 0.1 to 600 seconds"};
}

}  // namespace

Result<bool> shares_memory(const Cuda& cuda, cuda::Device device) {
  const CudaMemory gpu = TRY(cuda.memory());
  const HostMemory host = TRY(host_memory());
  const int integrated = TRY(cuda.attribute(device, cuda::kIntegrated));
  // A GB10's CUDA total is the kernel's MemTotal to within 0.1 %.
  const double ratio = static_cast<double>(gpu.total) / static_cast<double>(host.total);
  return integrated != 0 || std::abs(ratio - 1) < 0.01;
}

Result<std::uint64_t> available_memory(const Cuda& cuda, cuda::Device device) {
  const CudaMemory gpu = TRY(cuda.memory());
  const HostMemory host = TRY(host_memory());
  const bool shared = TRY(shares_memory(cuda, device));
  return shared ? std::min(host.available, gpu.total) : gpu.free;
}

Result<LoadResult> own_load(const Cuda& cuda, cuda::Device device, const LoadWish& wish,
                            const std::function<Result<GpuSample>()>& sample) {
  TRY(sensible(wish));
  if (doctor_load_fatbin().empty()) {
    return Error{Error::Kind::unsupported, "built without device code",
                 "build gb10 on a machine with the CUDA toolkit (nvcc)"};
  }
  TRY(enough_host_memory(kGiB));
  const Context context = TRY(cuda.context(device));
  const std::uint64_t memory = TRY(memory_to_take(cuda, device));
  const Module module = TRY(cuda.module(doctor_load_fatbin()));
  const Stream stream = TRY(cuda.stream());
  const int processors = TRY(cuda.attribute(device, cuda::kMultiprocessors));
  const WorkPlace place{cuda,   module,   stream, static_cast<unsigned>(std::max(processors, 1)),
                        memory, wish.seed};
  const auto work = TRY(make_work(place, wish.kind));
  Run run{place, *work};
  const Batch trial = TRY(make_batch(cuda));
  run.passes = TRY(passes_of_a_batch(run, trial));
  // What the trial left must not pass for the result of what is measured.
  TRY(work->poison());
  LoadResult result = TRY(measured(run, wish, sample));
  result.verified = TRY(work->verified());
  return result;
}

}  // namespace gb10
