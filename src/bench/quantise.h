#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/gemm.h"

namespace gb10 {

/// Numbers as they are stored in fewer bits, with a scale for each block.
struct SmallNumbers {
  std::vector<std::byte> values;
  std::vector<std::byte> scales;  // one for each block, in their order; empty without blocks
};

/// The CPU's own way to make `numbers` small, which shares nothing with the kernel's: the nearest
/// number that `element` has, found among all of them; of two that are as near the one whose last
/// bit is 0. In blocks the scale comes first, by the block's largest number: what makes that 6
/// (E2M1, scale E4M3), or the power of two that brings it below 512 (E4M3). Else all are divided
/// by `scale`.
SmallNumbers small_numbers(std::span<const float> numbers, const Element& element,
                           BlockScales blocks, double scale);

/// Makes the numbers of A small again and again, as an engine does with what comes from the layer
/// before.
class Quantiser {
 public:
  /// BF16 numbers for A, as many as the product has sets, and A and its scales made of them. Error
  /// `unsupported` for types whose A is not made small.
  static Result<Quantiser> make(const GemmPlace& place, Gemm& gemm);

  /// Puts the making of a set's A on the stream; does not wait for it.
  Result<void> enqueue(std::size_t set) const;
  /// Compares lines that the GPU made with those of the CPU, byte for byte.
  Result<GemmCheck> checked() const;

 private:
  Quantiser(const GemmPlace& place, const Gemm& gemm, cuda::FunctionHandle function)
      : place_(place), gemm_(&gemm), function_(function) {}

  GemmPlace place_;
  const Gemm* gemm_;
  cuda::FunctionHandle function_;
  std::vector<DeviceBuffer<std::byte>> sources_;
};

}  // namespace gb10
