#pragma once

#include <cstdint>
#include <memory>

#include "gpu/cuda.h"
#include "gpu/gpu.h"

namespace gb10 {

/// Where a load works: all borrowed, and longer-lived than the work.
struct WorkPlace {
  const Cuda& cuda;
  const Module& module;  // kernels/doctor_load.cu
  const Stream& stream;
  unsigned processors = 0;   // SMs
  std::uint64_t memory = 0;  // bytes of GPU memory that it may take
  std::uint64_t seed = 0;    // of the random input
};

/// One kind of load with its input in place. Its output holds nothing until it was poisoned.
class Work {
 public:
  virtual ~Work() = default;
  /// Makes the output no number again, so that only passes from here on can be verified.
  virtual Result<void> poison() = 0;
  /// Puts one pass on the stream; does not wait for it.
  virtual Result<void> enqueue() const = 0;
  /// FLOP or bytes of a pass.
  virtual double amount() const = 0;
  /// Compares what the passes left with the CPU's result.
  virtual Result<bool> verified() const = 0;
};

Result<std::unique_ptr<Work>> make_work(const WorkPlace& place, LoadKind kind);

}  // namespace gb10
