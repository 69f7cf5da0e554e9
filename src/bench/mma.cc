#include "bench/mma.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace gb10 {

namespace {

constexpr double kLaunch = 0.004;  // seconds of one launch
constexpr std::uint64_t kMostRounds = 1U << 22U;

/// What the kernels take, as they have it.
struct Work {
  cuda::Address operands, out, chains, spent;
  unsigned sets, rounds, steps;
};

/// Zero has one sign only.
std::uint64_t plain(MmaSum sum, std::uint64_t word) {
  switch (sum) {
    case MmaSum::fp64:
      return word == 1ULL << 63U ? 0 : word;
    case MmaSum::fp32:
      return word == 1U << 31U ? 0 : word;
    case MmaSum::fp16:
      if ((word & 0xffffU) == 0x8000U) word &= ~0xffffULL;
      return word >> 16U == 0x8000U ? word & 0xffffU : word;
    case MmaSum::int32:
      return word;
  }
  return word;
}

}  // namespace

Result<std::unique_ptr<MmaRun>> MmaRun::make(const MmaDevice& device, const MmaKernel& kernel,
                                             std::uint64_t seed) {
  const Result<cuda::FunctionHandle> function =
      device.cuda.function(device.module, kernel.function);
  if (!function.ok())
    return Error{Error::Kind::unsupported,
                 fmt::format("this program's code for this GPU has no {} ({})", kernel.function,
                             function.error().what)};
  MmaProblem problem = MmaProblem::make(kernel, seed);
  const std::size_t threads = static_cast<std::size_t>(device.processors) * kernel.threads();
  const std::size_t out = threads * problem.registers() * problem.register_bytes();
  auto operands = TRY(DeviceBuffer<std::byte>::make(device.cuda, problem.operands().size()));
  auto sums = TRY(DeviceBuffer<std::byte>::make(device.cuda, out));
  auto chains = TRY(DeviceBuffer<std::uint32_t>::make(device.cuda, threads));
  auto spent = TRY(DeviceBuffer<unsigned long long>::make(device.cuda, 2));
  std::unique_ptr<MmaRun> made(
      new MmaRun(device, kernel, std::move(problem), *function,
                 {std::move(operands), std::move(sums), std::move(chains), std::move(spent)}));
  TRY(made->prepare());
  return made;
}

/// Uploads the data, and makes launches long enough that their begin and end do not count.
Result<void> MmaRun::prepare() {
  TRY(buffers_.operands.upload(problem_.operands()));
  TRY(buffers_.out.poison());
  const std::vector<std::uint32_t> zeros(buffers_.chains.count());
  TRY(buffers_.chains.upload(zeros));
  const std::vector<unsigned long long> nothing(2);
  TRY(buffers_.spent.upload(nothing));
  TRY(seconds_of_launch());  // what is loaded at first use is not its time
  double took = TRY(seconds_of_launch());
  while (took < kLaunch / 2 && rounds_ < kMostRounds) {
    rounds_ = took < kLaunch / 64 ? rounds_ * 8 : rounds_ * 2;
    took = TRY(seconds_of_launch());
  }
  launches_ = 0;
  return buffers_.spent.upload(nothing);
}

Result<double> MmaRun::seconds_of_launch() {
  const Event begin = TRY(device_.cuda.event());
  const Event end = TRY(device_.cuda.event());
  const cuda::Api& api = device_.cuda.api();
  TRY(call(api, api.cuEventRecord, begin.get(), device_.stream.get()));
  TRY(launch());
  TRY(call(api, api.cuEventRecord, end.get(), device_.stream.get()));
  TRY(call(api, api.cuEventSynchronize, end.get()));
  const double milliseconds = TRY(device_.cuda.elapsed(begin, end));
  return milliseconds / 1000;
}

Result<void> MmaRun::launch() {
  Work work{buffers_.operands.address(),
            buffers_.out.address(),
            buffers_.chains.address(),
            buffers_.spent.address(),
            static_cast<unsigned>(problem_.sets()),
            static_cast<unsigned>(rounds_),
            static_cast<unsigned>(problem_.steps())};
  void* with[] = {&work};
  const cuda::Api& api = device_.cuda.api();
  TRY(call(api, api.cuLaunchKernel, function_, static_cast<unsigned>(device_.processors), 1, 1,
           static_cast<unsigned>(kernel_.threads()), 1, 1, 0, device_.stream.get(), with, nullptr));
  done_ += rounds_;
  ++launches_;
  return {};
}

Probe MmaRun::probe() {
  const double work =
      kernel_.flop() * problem_.steps() * static_cast<double>(rounds_) * device_.processors;
  return {fmt::format("mma.{}.{}", kernel_.type->name, kernel_.path), Unit::flop_per_second, work,
          [this] { return launch(); }};
}

Result<MmaCheck> MmaRun::check() const {
  const cuda::Api& api = device_.cuda.api();
  TRY(call(api, api.cuStreamSynchronize, device_.stream.get()));
  std::vector<std::byte> out(buffers_.out.count());
  std::vector<std::uint32_t> chains(buffers_.chains.count());
  unsigned long long spent[2] = {};
  TRY(buffers_.out.download(0, out));
  TRY(buffers_.chains.download(0, chains));
  TRY(buffers_.spent.download(0, spent));
  MmaCheck found;
  const std::size_t bytes = problem_.register_bytes();
  for (int set = 0; set < problem_.sets(); ++set) {
    for (int of_set = 0; of_set < kernel_.threads_of_set(); ++of_set) {
      const auto sums = problem_.sums(set, of_set);
      const std::uint32_t chain = problem_.chain(set, of_set, done_);
      const int stride = problem_.sets() * kernel_.threads_of_set();
      for (int thread = set * kernel_.threads_of_set() + of_set; thread < threads();
           thread += stride) {
        found.wrong += chains[thread] != chain;
        for (std::size_t i = 0; i < sums.size(); ++i) {
          std::uint64_t word = 0;
          std::memcpy(&word, out.data() + (i * threads() + thread) * bytes, bytes);
          found.wrong += plain(kernel_.type->sum, word) != sums[i];
        }
        found.checked += static_cast<std::int64_t>(sums.size()) + 1;
      }
    }
  }
  const auto blocks = static_cast<std::uint64_t>(device_.processors) * launches_;
  found.blocks = spent[1] == blocks ? static_cast<std::int64_t>(blocks) : -1;
  if (spent[0] > 0)
    found.per_clock = kernel_.flop() * problem_.steps() * static_cast<double>(rounds_) *
                      static_cast<double>(spent[1]) / static_cast<double>(spent[0]);
  return found;
}

}  // namespace gb10
