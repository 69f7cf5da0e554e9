#include "bench/gemm_types.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace gb10 {

namespace {

using namespace cublaslt;

// The formats of kernels/bench_gemm.cu, in its order.
constexpr Element kDouble{"fp64", kF64, 0, 64}, kFloat{"fp32", kF32, 1, 32},
    kHalf{"fp16", kF16, 2, 16}, kBrain{"bf16", kBf16, 3, 16}, kSmall43{"fp8-e4m3", kE4m3, 4, 8},
    kSmall52{"fp8-e5m2", kE5m2, 5, 8}, kByte{"int8", kI8, 6, 8}, kFour{"fp4-e2m1", kE2m1, 7, 4},
    kWhole{"int32", kI32, 8, 32};

constexpr double kTo8 = 1.0 / 256, kTo11 = 1.0 / 2048, kTo12 = 1.0 / 4096, kTo20 = 1.0 / (1 << 20);

constexpr std::array<GemmType, 12> kTypes = {{
    {"fp64", "double precision", &kDouble, &kDouble, &kDouble, kCompute64F, kF64, false, 1e-13,
     1e-13},
    {"fp32", "single precision, TF32 off", &kFloat, &kFloat, &kFloat, kCompute32FPedantic, kF32,
     false, kTo20, kTo20},
    {"tf32", "FP32 in memory, 10 bits of it multiplied", &kFloat, &kFloat, &kFloat,
     kCompute32FFastTf32, kF32, false, kTo20, 2 * kTo11},
    {"fp16", "summed in FP32", &kHalf, &kHalf, &kHalf, kCompute32F, kF32, false, 2 * kTo11, kTo20},
    {"bf16", "summed in FP32", &kBrain, &kBrain, &kBrain, kCompute32F, kF32, false, 2 * kTo8,
     kTo20},
    {"fp8-e4m3", "one scale a matrix, BF16 result", &kSmall43, &kSmall43, &kBrain, kCompute32F,
     kF32, true, 2 * kTo8, kTo12},
    {"fp8-e5m2", "E5M2 times E4M3, one scale a matrix, BF16 result", &kSmall52, &kSmall43, &kBrain,
     kCompute32F, kF32, true, 2 * kTo8, kTo12},
    {"fp8-row", "E4M3, a scale for each row of A and column of B, BF16 result", &kSmall43,
     &kSmall43, &kBrain, kCompute32F, kF32, false, 2 * kTo8, kTo12, BlockScales::f32_of_line,
     BlockScales::f32_of_line},
    {"fp8-block", "E4M3, a scale for 128 numbers of A and 128 x 128 of B, BF16 result", &kSmall43,
     &kSmall43, &kBrain, kCompute32F, kF32, false, 2 * kTo8, kTo12, BlockScales::f32_of_128,
     BlockScales::f32_of_tile},
    {"int8", "summed in INT32, exact", &kByte, &kByte, &kWhole, kCompute32I, kI32, false, 0, 0},
    {"mxfp8", "E4M3 with a power of two for 32 numbers, BF16 result", &kSmall43, &kSmall43, &kBrain,
     kCompute32F, kF32, false, 2 * kTo8, kTo12, BlockScales::ue8m0_of_32, BlockScales::ue8m0_of_32},
    {"nvfp4", "E2M1 with an E4M3 for 16 numbers, BF16 result", &kFour, &kFour, &kBrain, kCompute32F,
     kF32, false, 2 * kTo8, kTo12, BlockScales::ue4m3_of_16, BlockScales::ue4m3_of_16},
}};

template <class T>
T loaded(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// A number with so many bits of exponent and mantissa. E4M3 has no infinity, E2M1 no NaN either.
double small_float(std::uint32_t bits, int exponent_bits, int mantissa_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = static_cast<int>(bits >> mantissa_bits) & ((1 << exponent_bits) - 1);
  const int mantissa = static_cast<int>(bits & ((1U << mantissa_bits) - 1));
  const bool is_negative = bits >> (exponent_bits + mantissa_bits) & 1U;
  const bool all_ones = exponent == (1 << exponent_bits) - 1;
  const bool is_e4m3 = exponent_bits == 4, is_e2m1 = exponent_bits == 2;
  if (all_ones && !is_e2m1 && (is_e4m3 ? mantissa == (1 << mantissa_bits) - 1 : mantissa != 0))
    return NAN;
  const double size =
      exponent == 0 ? std::ldexp(mantissa, 1 - bias - mantissa_bits)
                    : std::ldexp(mantissa + (1 << mantissa_bits), exponent - bias - mantissa_bits);
  const double value = all_ones && !is_e4m3 && !is_e2m1 ? INFINITY : size;
  return is_negative ? -value : value;
}

}  // namespace

double decoded(const Element& element, const std::byte* first, std::size_t index) {
  const std::byte* const at = first + element.bytes(index);
  switch (element.data_type) {
    case kF64:
      return loaded<double>(at);
    case kF32:
      return loaded<float>(at);
    case kF16:
      return small_float(loaded<std::uint16_t>(at), 5, 10);
    case kBf16:
      return small_float(loaded<std::uint16_t>(at), 8, 7);
    case kE4m3:
      return small_float(loaded<std::uint8_t>(at), 4, 3);
    case kE5m2:
      return small_float(loaded<std::uint8_t>(at), 5, 2);
    case kE2m1:  // two in a byte, the first in its lower half
      return small_float(loaded<std::uint8_t>(at) >> index % 2 * 4 & 15U, 2, 1);
    case kI8:
      return loaded<std::int8_t>(at);
    default:
      return loaded<std::int32_t>(at);
  }
}

std::span<const GemmType> gemm_types() { return kTypes; }

const GemmType* gemm_type(std::string_view name) {
  for (const GemmType& type : kTypes) {
    if (name == type.name) return &type;
  }
  return nullptr;
}

}  // namespace gb10
