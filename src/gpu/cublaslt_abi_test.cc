// Our declarations of cuBLASLt against NVIDIA's own header, where it is installed, and its library.

#include <gtest/gtest.h>

#include "gpu/abi_alike.h"
#include "gpu/cublaslt_api.h"

#if __has_include(<cublasLt.h>) && __has_include(<cublas_api.h>) && \
    __has_include(<cuda_runtime_api.h>)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <cublasLt.h>
#pragma GCC diagnostic pop
#define GB10_HAS_CUBLASLT 1
#else
#define GB10_HAS_CUBLASLT 0
#endif

namespace gb10 {
namespace {

#if GB10_HAS_CUBLASLT
TEST(LightAbi, functions_are_as_in_the_header) {
  using namespace cublaslt;
#define X(name, ...) EXPECT_TRUE((Alike<__VA_ARGS__, decltype(::name)>::value)) << #name;
  GB10_CUBLASLT_FUNCTIONS(X)
#undef X
}

TEST(LightAbi, structs_are_as_in_the_header) {
  EXPECT_EQ(sizeof(cublaslt::Algorithm), sizeof(cublasLtMatmulAlgo_t));
  EXPECT_EQ(sizeof(cublaslt::Proposal), sizeof(cublasLtMatmulHeuristicResult_t));
  EXPECT_EQ(offsetof(cublaslt::Proposal, workspace),
            offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize));
  EXPECT_EQ(offsetof(cublaslt::Proposal, state), offsetof(cublasLtMatmulHeuristicResult_t, state));
}

TEST(LightAbi, numbers_are_as_in_the_header) {
  EXPECT_EQ(int{cublaslt::kNotSupported}, int{CUBLAS_STATUS_NOT_SUPPORTED});
  EXPECT_EQ(int{cublaslt::kInvalidValue}, int{CUBLAS_STATUS_INVALID_VALUE});
  EXPECT_EQ(int{cublaslt::kArchitectureMismatch}, int{CUBLAS_STATUS_ARCH_MISMATCH});
  const std::pair<int, int> types[] = {
      {cublaslt::kF32, CUDA_R_32F},
      {cublaslt::kF64, CUDA_R_64F},
      {cublaslt::kF16, CUDA_R_16F},
      {cublaslt::kI8, CUDA_R_8I},
      {cublaslt::kI32, CUDA_R_32I},
      {cublaslt::kBf16, CUDA_R_16BF},
      {cublaslt::kE4m3, CUDA_R_8F_E4M3},
      {cublaslt::kE5m2, CUDA_R_8F_E5M2},
      {cublaslt::kCompute32F, CUBLAS_COMPUTE_32F},
      {cublaslt::kCompute32FPedantic, CUBLAS_COMPUTE_32F_PEDANTIC},
      {cublaslt::kCompute64F, CUBLAS_COMPUTE_64F},
      {cublaslt::kCompute32I, CUBLAS_COMPUTE_32I},
      {cublaslt::kCompute32FFastTf32, CUBLAS_COMPUTE_32F_FAST_TF32},
      {cublaslt::kTransposeA, CUBLASLT_MATMUL_DESC_TRANSA},
      {cublaslt::kScaleOfA, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER},
      {cublaslt::kScaleOfB, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER},
      {cublaslt::kFastAccumulation, CUBLASLT_MATMUL_DESC_FAST_ACCUM},
      {cublaslt::kE2m1, CUDA_R_4F_E2M1},
      {cublaslt::kScaleModeOfA, CUBLASLT_MATMUL_DESC_A_SCALE_MODE},
      {cublaslt::kScaleModeOfB, CUBLASLT_MATMUL_DESC_B_SCALE_MODE},
      {cublaslt::kVec16Ue4m3, CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3},
      {cublaslt::kVec32Ue8m0, CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0},
      {cublaslt::kOuterVec32F, CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F},
      {cublaslt::kVec128F32, CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F},
      {cublaslt::kBlock128x128F32, CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F},
      {cublaslt::kTransposeB, CUBLASLT_MATMUL_DESC_TRANSB},
      {cublaslt::kMostWorkspace, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES},
      {cublaslt::kAlgorithmId, CUBLASLT_ALGO_CONFIG_ID},
      {cublaslt::kTile, CUBLASLT_ALGO_CONFIG_TILE_ID},
      {cublaslt::kSplitK, CUBLASLT_ALGO_CONFIG_SPLITK_NUM},
      {cublaslt::kStages, CUBLASLT_ALGO_CONFIG_STAGES_ID},
      {cublaslt::kTransposed, CUBLAS_OP_T},
      {cublaslt::kReduction, CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME},
      {cublaslt::kSwizzle, CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING},
      {cublaslt::kCustom, CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION},
      {cublaslt::kCluster, CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID},
      {cublaslt::kCanSplitK, CUBLASLT_ALGO_CAP_SPLITK_SUPPORT},
      {cublaslt::kCanReduce, CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK},
      {cublaslt::kCanSwizzle, CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT},
      {cublaslt::kTiles, CUBLASLT_ALGO_CAP_TILE_IDS},
      {cublaslt::kMostCustom, CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX},
      {cublaslt::kAllStages, CUBLASLT_ALGO_CAP_STAGES_IDS},
  };
  for (const auto& [ours, theirs] : types) EXPECT_EQ(ours, theirs);
}
#else
TEST(LightAbi, is_as_in_the_header) { GTEST_SKIP() << "cublasLt.h is not installed"; }
#endif

TEST(LightAbi, the_library_exports_every_name) {
  const Result<Library> library = Library::open({"/usr/local/cuda/lib64/libcublasLt.so.13"}, "");
  if (!library.ok()) GTEST_SKIP() << library.error().what;
  const cublaslt::Api api = cublaslt::bound(*library);
#define X(name, ...) EXPECT_NE(api.name.function, nullptr) << #name;
  GB10_CUBLASLT_FUNCTIONS(X)
#undef X
  EXPECT_NE(library->path().find("libcublasLt.so"), std::string::npos);
}

}  // namespace
}  // namespace gb10
