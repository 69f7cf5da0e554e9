#pragma once

#include <memory>
#include <string>

#include "bench/mma_problem.h"
#include "bench/probe.h"
#include "gpu/cuda.h"

namespace gb10 {

/// Where a kernel runs.
struct MmaDevice {
  const Cuda& cuda;
  const Module& module;  // with the kernel's code
  const Stream& stream;
  int processors = 0;
};

/// What was found in the memory of the GPU after all launches.
struct MmaCheck {
  std::int64_t checked = 0, wrong = 0;  // accumulators of the last round, and chains of all rounds
  std::int64_t blocks = 0;              // that ended since the clock was set to 0; -1: not all
  double per_clock = 0;                 // FLOP per clock and multiprocessor, by its own counter
};

/// One kernel with its data, ready for launches of a few milliseconds each.
class MmaRun {
 public:
  /// Error `unsupported` where the module has no such kernel.
  static Result<std::unique_ptr<MmaRun>> make(const MmaDevice& device, const MmaKernel& kernel,
                                              std::uint64_t seed);

  const MmaKernel& kernel() const { return kernel_; }
  int steps() const { return problem_.steps(); }
  std::uint64_t rounds() const { return rounds_; }
  /// A launch on the stream. The run must outlive the probe.
  Probe probe();
  /// Waits, and compares all accumulators and all chains with what they must be.
  Result<MmaCheck> check() const;

 private:
  struct Buffers {
    DeviceBuffer<std::byte> operands, out;
    DeviceBuffer<std::uint32_t> chains;
    DeviceBuffer<unsigned long long> spent;
  };

  MmaRun(const MmaDevice& device, const MmaKernel& kernel, MmaProblem problem,
         cuda::FunctionHandle function, Buffers buffers)
      : device_(device),
        kernel_(kernel),
        problem_(std::move(problem)),
        function_(function),
        buffers_(std::move(buffers)) {}
  Result<void> prepare();
  Result<void> launch();
  Result<double> seconds_of_launch();
  int threads() const { return device_.processors * kernel_.threads(); }

  MmaDevice device_;
  const MmaKernel& kernel_;
  MmaProblem problem_;
  cuda::FunctionHandle function_;
  Buffers buffers_;
  std::uint64_t rounds_ = 1;    // of a launch
  std::uint64_t done_ = 0;      // rounds of all launches
  std::uint64_t launches_ = 0;  // since the clock was set to 0
};

}  // namespace gb10
