#pragma once

#include <bit>
#include <map>
#include <vector>

#include "bench/mma_fake_fragments.h"

namespace gb10 {

namespace fake_mma {

enum class Fault { none, forgets_a_step, forgets_a_round, swaps_two_lanes, loses_a_block };

struct State {
  Fault fault = Fault::none;
  bool has_no_kernels = false;
};
inline State& state() {
  static State state;
  return state;
}

/// Sums of one set: [register's value][lane or thread].
using Sums = std::vector<std::vector<double>>;

inline Sums of_warp(const MmaKernel& kernel, const std::byte* set, double steps) {
  const bool is_swapped = state().fault == Fault::swaps_two_lanes;
  Fragment any{kernel, set};
  const int rows = kernel.rows() / 16, columns = kernel.columns() / 8;
  const std::size_t line = 32 * any.width();
  const std::byte* const of_b = set + rows * any.words(true) * line;
  unsigned which = 0;
  std::memcpy(&which, of_b + columns * any.words(false) * line, kernel.type->sparse ? 4 : 0);
  Sums out;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const auto a = Fragment{kernel, set + row * any.words(true) * line, which}.matrix(true);
      const auto b = Fragment{kernel, of_b + column * any.words(false) * line}.matrix(false);
      for (int i = 0; i < 4; ++i) {
        out.emplace_back();
        for (int lane = 0; lane < 32; ++lane) {
          const int to = is_swapped && lane < 2 ? 1 - lane : lane;
          const int m = (to >> 2) + (i < 2 ? 0 : 8), n = to % 4 * 2 + (i & 1);
          double sum = 0;
          for (int k = 0; k < kernel.type->k; ++k)
            sum += a[m * kernel.type->k + k] * b[n * kernel.type->k + k];
          out.back().push_back(sum * steps);
        }
      }
    }
  }
  return out;
}

/// Numbers of a row of 128 bytes, whose 16 bytes at a time are swizzled.
inline std::vector<double> of_row(const MmaKernel& kernel, const std::byte* first, int row,
                                  int count) {
  std::byte line[128];
  for (int i = 0; i < 128; ++i) {
    const std::size_t flat = static_cast<std::size_t>(row) * 128 + i;
    line[i] = first[flat ^ (flat >> 3U & 0x70U)];  // bits 4 to 6 with bits 7 to 9
  }
  std::vector<double> out;
  for (int i = 0; i < count; ++i) out.push_back(number(kernel.type->format, line, i));
  return out;
}

inline Sums of_block(const MmaKernel& kernel, const std::byte* image, int set, double steps) {
  const bool is_swapped = state().fault == Fault::swaps_two_lanes;
  const int depth = 1024 / bits_of(kernel.type->format);
  std::vector<std::vector<double>> a, b;
  for (int row = 0; row < 128; ++row) {
    const auto stored = of_row(kernel, image, row, kernel.type->sparse ? depth / 2 : depth);
    std::vector<double> dense(stored);
    if (kernel.type->sparse) {
      dense.assign(depth, 0);
      for (int k = 0; k < depth / 2; ++k) dense[k / 2 * 4 + k % 2 + (set % 2 ? 2 : 0)] = stored[k];
    }
    a.push_back(dense);
  }
  for (int column = 0; column < 256; ++column)
    b.push_back(of_row(kernel, image + 2 * 64 * 128, column, depth));
  Sums out(128, std::vector<double>(256));
  for (int thread = 0; thread < 256; ++thread) {
    const int warp = thread / 32, lane = is_swapped && thread < 2 ? 1 - thread : thread % 32;
    for (int i = 0; i < 128; ++i) {
      const int m = warp * 16 + lane / 4 + (i % 4 < 2 ? 0 : 8),
                n = i / 4 * 8 + lane % 4 * 2 + i % 2;
      double sum = 0;
      for (int k = 0; k < depth; ++k) sum += a[m][k] * b[n][k];
      out[i][thread] = sum * steps / kernel.cycle();
    }
  }
  return out;
}

/// Found by trying: the decoder is what is trusted.
inline std::uint64_t half_bits(double value) {
  static const std::map<double, std::uint16_t> kAll = [] {
    std::map<double, std::uint16_t> out;
    for (std::uint32_t bits = 0; bits < 0xfc00; ++bits) {
      const auto word = static_cast<std::uint16_t>(bits);
      const double each =
          decoded(*gemm_type("fp16")->a, reinterpret_cast<const std::byte*>(&word), 0);
      if (std::isfinite(each)) out.emplace(each, word);
    }
    return out;
  }();
  return kAll.at(value);
}

/// Registers of one thread.
inline std::vector<std::uint64_t> registers(const MmaKernel& kernel, const Sums& sums, int thread) {
  std::vector<std::uint64_t> out;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double value = sums[i][thread];
    if (kernel.type->sum == MmaSum::fp64) out.push_back(std::bit_cast<std::uint64_t>(value));
    if (kernel.type->sum == MmaSum::fp32)
      out.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(value)));
    if (kernel.type->sum == MmaSum::int32)
      out.push_back(static_cast<std::uint32_t>(static_cast<std::int32_t>(value)));
    if (kernel.type->sum != MmaSum::fp16) continue;
    const std::uint64_t half = half_bits(value);
    if (i % 2 == 0) out.push_back(half);
    if (i % 2 == 1) out.back() |= half << 16U;
  }
  return out;
}

}  // namespace fake_mma

}  // namespace gb10
