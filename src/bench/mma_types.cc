#include "bench/mma_types.h"

#include <array>

#include "gpu/kernels.h"

namespace gb10 {

namespace {

using F = MmaFormat;
using S = MmaSum;
using C = MmaCode;
using X = MmaScales;

// Sums in FP32 are exact up to 2^24, and one bit is left for what is added. Matrix units keep less
// of products of 8 bits and below: those of Hopper 13 bits below the largest addend.
constexpr double kWide = 1 << 23, kNarrow = 1 << 13, kHalf = 1 << 11, kWhole = 1 << 30,
                 kDouble = 1LL << 50;

constexpr const char* kDoubleCount =
    "a micro-benchmark on a forum has 213 TFLOP/s, twice what 1024 FLOP per clock and "
    "multiprocessor come to at its clock (107): near 1024 it counted twice, near 2048 the table "
    "of gb10 is wrong";
constexpr const char* kSparsePromise =
    "data sheets promise 1000 TFLOP/s of sparse FP4: about 8192 FLOP per clock and multiprocessor "
    "at 2.54 GHz";

constexpr std::array kTypes = {
    MmaType{"fp64", F::fp64, S::fp64, 16, 31, kDouble, "fp64"},
    MmaType{"tf32", F::tf32, S::fp32, 8, 31, kWide, "tf32"},
    MmaType{"fp16", F::fp16, S::fp32, 16, 31, kWide, "fp16", 1, X::none, 1, 0, kDoubleCount},
    MmaType{"fp16_sum16", F::fp16, S::fp16, 16, 2, kHalf},
    MmaType{"bf16", F::bf16, S::fp32, 16, 31, kWide, "bf16", 1, X::none, 1, 0, kDoubleCount},
    MmaType{"fp8-e4m3", F::e4m3, S::fp32, 32, 4, kNarrow, "fp8"},
    MmaType{"fp8-e5m2", F::e5m2, S::fp32, 32, 4, kNarrow, "fp8"},
    MmaType{"fp8_sum16", F::e4m3, S::fp16, 32, 2, kHalf},
    MmaType{"int8", F::int8, S::int32, 32, 127, kWhole, "int8"},
    MmaType{"fp6", F::e3m2_of_byte, S::fp32, 32, 4, kNarrow},
    MmaType{"fp4", F::e2m1_of_byte, S::fp32, 32, 4, kNarrow},
    MmaType{"mxfp8", F::e4m3, S::fp32, 32, 3, kNarrow, "mxfp8", 1, X::ue8m0, 1},
    MmaType{"mxfp4", F::e2m1, S::fp32, 64, 3, kNarrow, "", 1, X::ue8m0, 2},
    MmaType{"nvfp4", F::e2m1, S::fp32, 64, 3, kNarrow, "nvfp4", 1, X::ue4m3, 4},
    MmaType{"fp16_sparse", F::fp16, S::fp32, 32, 31, kWide, "fp16", 2, X::none, 1, 1},
    MmaType{"bf16_sparse", F::bf16, S::fp32, 32, 31, kWide, "bf16", 2, X::none, 1, 1},
    MmaType{"fp8_sparse", F::e4m3, S::fp32, 64, 4, kNarrow, "fp8", 2, X::none, 1, 1},
    MmaType{"int8_sparse", F::int8, S::int32, 64, 127, kWhole, "int8", 2, X::none, 1, 1},
    MmaType{"nvfp4_sparse", F::e2m1, S::fp32, 128, 3, kNarrow, "nvfp4", 2, X::ue4m3, 4, 2,
            kSparsePromise},
};

constexpr const MmaType* of(std::string_view name) {
  for (const MmaType& type : kTypes) {
    if (name == type.name) return &type;
  }
  return nullptr;
}

constexpr std::array kKernels = {
    MmaKernel{of("fp64"), "sync", "mma_fp64", C::common},
    MmaKernel{of("tf32"), "sync", "mma_tf32", C::common},
    MmaKernel{of("tf32"), "wgmma", "wgmma_tf32", C::hopper},
    MmaKernel{of("fp16"), "sync", "mma_fp16", C::common},
    MmaKernel{of("fp16"), "wgmma", "wgmma_fp16", C::hopper},
    MmaKernel{of("fp16_sum16"), "sync", "mma_fp16_fp16", C::common},
    MmaKernel{of("fp16_sum16"), "wgmma", "wgmma_fp16_fp16", C::hopper},
    MmaKernel{of("bf16"), "sync", "mma_bf16", C::common},
    MmaKernel{of("bf16"), "wgmma", "wgmma_bf16", C::hopper},
    MmaKernel{of("fp8-e4m3"), "sync", "mma_e4m3", C::common},
    MmaKernel{of("fp8-e4m3"), "wgmma", "wgmma_e4m3", C::hopper},
    MmaKernel{of("fp8-e5m2"), "sync", "mma_e5m2", C::common},
    MmaKernel{of("fp8-e5m2"), "wgmma", "wgmma_e5m2", C::hopper},
    MmaKernel{of("fp8_sum16"), "sync", "mma_e4m3_fp16", C::common},
    MmaKernel{of("fp8_sum16"), "wgmma", "wgmma_e4m3_fp16", C::hopper},
    MmaKernel{of("int8"), "sync", "mma_int8", C::common},
    MmaKernel{of("int8"), "wgmma", "wgmma_int8", C::hopper},
    MmaKernel{of("fp6"), "120f", "mma_fp6", C::of_120f},
    MmaKernel{of("fp6"), "121a", "mma_fp6", C::of_121a},
    MmaKernel{of("fp4"), "120f", "mma_fp4", C::of_120f},
    MmaKernel{of("fp4"), "121a", "mma_fp4", C::of_121a},
    MmaKernel{of("mxfp8"), "120f", "mma_mxfp8", C::of_120f},
    MmaKernel{of("mxfp8"), "121a", "mma_mxfp8", C::of_121a},
    MmaKernel{of("mxfp4"), "120f", "mma_mxfp4", C::of_120f},
    MmaKernel{of("mxfp4"), "121a", "mma_mxfp4", C::of_121a},
    MmaKernel{of("nvfp4"), "120f", "mma_nvfp4", C::of_120f},
    MmaKernel{of("nvfp4"), "121a", "mma_nvfp4", C::of_121a},
    MmaKernel{of("fp16_sparse"), "sync", "mma_fp16_sparse", C::common},
    MmaKernel{of("fp16_sparse"), "wgmma", "wgmma_fp16_sparse", C::hopper},
    MmaKernel{of("bf16_sparse"), "sync", "mma_bf16_sparse", C::common},
    MmaKernel{of("bf16_sparse"), "wgmma", "wgmma_bf16_sparse", C::hopper},
    MmaKernel{of("fp8_sparse"), "sync", "mma_e4m3_sparse", C::common},
    MmaKernel{of("fp8_sparse"), "wgmma", "wgmma_e4m3_sparse", C::hopper},
    MmaKernel{of("int8_sparse"), "sync", "mma_int8_sparse", C::common},
    MmaKernel{of("int8_sparse"), "wgmma", "wgmma_int8_sparse", C::hopper},
    // The family's target has no such instruction.
    MmaKernel{of("nvfp4_sparse"), "121a", "mma_nvfp4_sparse", C::of_121a},
};

}  // namespace

std::span<const MmaType> mma_types() { return kTypes; }
std::span<const MmaKernel> mma_kernels() { return kKernels; }

int bits_of(MmaFormat format) {
  switch (format) {
    case MmaFormat::fp64:
      return 64;
    case MmaFormat::tf32:
      return 32;
    case MmaFormat::fp16:
    case MmaFormat::bf16:
      return 16;
    case MmaFormat::e2m1:
      return 4;
    default:
      return 8;
  }
}

std::span<const std::byte> fatbin_of(MmaCode code) {
  switch (code) {
    case MmaCode::hopper:
      return bench_wgmma_fatbin();
    case MmaCode::of_120f:
      return bench_mma_120f_fatbin();
    case MmaCode::of_121a:
      return bench_mma_121a_fatbin();
    case MmaCode::common:
      break;
  }
  return bench_mma_fatbin();
}

}  // namespace gb10
