#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "bench/mma_types.h"

namespace gb10 {

/// The factors of one set as whole numbers, and their two forms for the GPU.
class MmaFactors {
 public:
  /// `number` is that of the set.
  MmaFactors(const MmaKernel& kernel, std::uint64_t seed, int number);

  /// Steps of a cycle one behind the other.
  int depth() const { return kernel_->type->k * kernel_->cycle(); }
  /// The addend at place `k` of a row and a column, scales and all.
  std::int64_t product(int row, int column, int k) const;
  /// As kernels/bench_mma.cu or bench_wgmma.cu reads them, behind what is there.
  void append_to(std::vector<std::byte>& out) const;

 private:
  const MmaType& type() const { return *kernel_->type; }
  int stored(int row, int index) const;
  int block_of(int k) const { return k / (type().k / type().blocks); }
  int register_bits() const { return type().format == MmaFormat::fp64 ? 64 : 32; }
  void append_fragments(std::vector<std::byte>& out) const;
  void append_scales(std::vector<std::byte>& out, const std::vector<int>& scales,
                     const std::function<int(int)>& line) const;
  void append_image(std::vector<std::byte>& out) const;

  const MmaKernel* kernel_;
  unsigned which_ = 0;  // of sparse ones: two places of two bits each
  std::vector<int> a_, b_, scales_a_, scales_b_;
};

/// `value` times the format's unit, as bits; it must be one that the format has.
std::uint64_t encoded(MmaFormat format, int value);
/// What the product of two whole numbers counts in truth.
double unit_of_products(MmaFormat format);
/// A number that FP16 holds.
std::uint16_t half_of(double value);

}  // namespace gb10
