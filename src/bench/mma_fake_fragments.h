#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "bench/gemm_types.h"
#include "bench/mma_types.h"

namespace gb10 {

namespace fake_mma {

inline double number(MmaFormat format, const std::byte* first, std::size_t index) {
  const auto by = [&](const char* type) { return decoded(*gemm_type(type)->a, first, index); };
  const auto byte = std::to_integer<unsigned>(first[format == MmaFormat::e2m1 ? 0 : index]);
  switch (format) {
    case MmaFormat::fp64:
      return by("fp64");
    case MmaFormat::tf32:
      return by("tf32");
    case MmaFormat::fp16:
      return by("fp16");
    case MmaFormat::bf16:
      return by("bf16");
    case MmaFormat::e4m3:
      return by("fp8-e4m3");
    case MmaFormat::e5m2:
      return by("fp8-e5m2");
    case MmaFormat::int8:
      return by("int8");
    case MmaFormat::e2m1:
      return by("nvfp4");
    case MmaFormat::e2m1_of_byte: {
      EXPECT_EQ(byte & 0xc3U, 0U) << "bits outside the middle of a byte";
      const auto four = static_cast<std::byte>(byte >> 2U);
      return decoded(*gemm_type("nvfp4")->a, &four, 0);
    }
    case MmaFormat::e3m2_of_byte: {  // its exponent's bias is 3
      EXPECT_EQ(byte & 0xc0U, 0U);
      const int exponent = static_cast<int>(byte >> 2U & 7U),
                mantissa = static_cast<int>(byte & 3U);
      const double size = exponent ? std::ldexp(4 + mantissa, exponent - 5) : mantissa / 16.0;
      return byte & 0x20U ? -size : size;
    }
  }
  return NAN;
}

inline double scale(MmaScales scales, std::byte bits) {
  if (scales == MmaScales::none) return 1;
  if (scales == MmaScales::ue4m3) return decoded(*gemm_type("fp8-e4m3")->a, &bits, 0);
  return std::ldexp(1.0, std::to_integer<int>(bits) - 127);
}

/// A fragment as a matrix of `lines` rows (of A) or columns (of B), scales and all. Of sparse A the
/// numbers stand at the places that `which` says.
struct Fragment {
  const MmaKernel& kernel;
  const std::byte* at;  // its first register of lane 0
  unsigned which = 0;

  int bits() const { return bits_of(kernel.type->format); }
  std::size_t width() const { return kernel.type->format == MmaFormat::fp64 ? 8 : 4; }
  int depth(bool is_a) const {
    return is_a && kernel.type->sparse ? kernel.type->k / 2 : kernel.type->k;
  }
  int registers(bool is_a) const {
    return (is_a ? 16 : 8) * depth(is_a) * bits() / 32 / static_cast<int>(8 * width());
  }
  int words(bool is_a) const {
    return registers(is_a) + (kernel.type->scales == MmaScales::none ? 0 : 1);
  }
  int dense(int k) const {
    const int pair = kernel.type->sparse;
    if (!pair) return k;
    const unsigned place = k / pair % 2 ? which >> 2U & 3U : which & 3U;
    return (k / (2 * pair) * 4 + static_cast<int>(place)) * pair + k % pair;
  }

  std::vector<double> matrix(bool is_a) const {
    const int each = static_cast<int>(8 * width()) / bits(), lines = is_a ? 16 : 8;
    std::vector<double> out(static_cast<std::size_t>(lines) * kernel.type->k);
    for (int lane = 0; lane < 32; ++lane) {
      const int group = lane >> 2, in_group = lane % 4;  // groupID, threadID_in_group
      for (int i = 0; i < registers(is_a) * each; ++i) {
        const std::byte* const word = at + (i / each * 32 + lane) * width();
        const double value = number(kernel.type->format, word, i % each);
        const bool is_lower = is_a && i / each % 2 == 1;
        const int along = is_a ? i / (2 * each) : i / each;
        const int k = in_group * each + i % each + along * 4 * each;
        out[(group + (is_lower ? 8 : 0)) * kernel.type->k + (is_a ? dense(k) : k)] = value;
      }
    }
    apply_scales(out, lines, is_a);
    return out;
  }
  void apply_scales(std::vector<double>& out, int lines, bool is_a) const {
    if (kernel.type->scales == MmaScales::none) return;
    const int block = kernel.type->k / kernel.type->blocks;
    for (int line = 0; line < lines; ++line) {
      // Selector 0: of A lane 0 of a group of four has the scales of its row, lane 1 those of the
      // row that is 8 further; of B lane 0 has them.
      const int lane = line % 8 * 4 + (is_a ? line / 8 : 0);
      const std::byte* const word = at + (registers(is_a) * 32 + lane) * width();
      for (int k = 0; k < kernel.type->k; ++k)
        out[line * kernel.type->k + k] *= scale(kernel.type->scales, word[k / block]);
    }
  }
};

}  // namespace fake_mma

}  // namespace gb10
