#include "bench/gemm_types.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace gb10 {

namespace {

using namespace cublaslt;

// The formats of kernels/bench_gemm.cu, in its order.
constexpr Element kDouble{"fp64", kF64, 0, 8}, kFloat{"fp32", kF32, 1, 4},
    kHalf{"fp16", kF16, 2, 2}, kBrain{"bf16", kBf16, 3, 2}, kSmall43{"fp8-e4m3", kE4m3, 4, 1},
    kSmall52{"fp8-e5m2", kE5m2, 5, 1}, kByte{"int8", kI8, 6, 1}, kWhole{"int32", kI32, 7, 4};

constexpr double kTo8 = 1.0 / 256, kTo11 = 1.0 / 2048, kTo12 = 1.0 / 4096, kTo20 = 1.0 / (1 << 20);

constexpr std::array<GemmType, 8> kTypes = {{
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
    {"int8", "summed in INT32, exact", &kByte, &kByte, &kWhole, kCompute32I, kI32, false, 0, 0},
}};

template <class T>
T loaded(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// A number with so many bits of exponent and mantissa; all bits of E4M3's exponent are in use.
double small_float(std::uint32_t bits, int exponent_bits, int mantissa_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = static_cast<int>(bits >> mantissa_bits) & ((1 << exponent_bits) - 1);
  const int mantissa = static_cast<int>(bits & ((1U << mantissa_bits) - 1));
  const bool is_negative = bits >> (exponent_bits + mantissa_bits) & 1U;
  const bool all_ones = exponent == (1 << exponent_bits) - 1;
  const bool is_e4m3 = exponent_bits == 4;
  if (all_ones && (is_e4m3 ? mantissa == (1 << mantissa_bits) - 1 : mantissa != 0)) return NAN;
  const double size =
      exponent == 0 ? std::ldexp(mantissa, 1 - bias - mantissa_bits)
                    : std::ldexp(mantissa + (1 << mantissa_bits), exponent - bias - mantissa_bits);
  const double value = all_ones && !is_e4m3 ? INFINITY : size;
  return is_negative ? -value : value;
}

}  // namespace

double decoded(const Element& element, const std::byte* at) {
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
