#pragma once
// The small part of cuBLASLt that we call, declared by ourselves and checked against the real
// cublasLt.h in abi_test.cc. The header's inline `Init` functions are not used: they call exports
// that take the sizes of structs of one version.

#include <cstddef>
#include <cstdint>

#include "gpu/cuda_api.h"
#include "gpu/library.h"

namespace gb10::cublaslt {

using Status = int;  // cublasStatus_t
using Handle = struct OpaqueLight*;
using MatmulHandle = struct OpaqueMatmul*;
using LayoutHandle = struct OpaqueLayout*;
using PreferenceHandle = struct OpaquePreference*;

// cublas_api.h 13.0: cublasStatus_t.
constexpr Status kSuccess = 0, kInvalidValue = 7, kArchitectureMismatch = 8, kNotSupported = 15;

// library_types.h 13.0: cudaDataType.
constexpr int kF32 = 0, kF64 = 1, kF16 = 2, kI8 = 3, kI32 = 10, kBf16 = 14, kE4m3 = 28, kE5m2 = 29,
              kE2m1 = 33;

// cublas_api.h 13.0: cublasComputeType_t.
constexpr int kCompute32F = 68, kCompute32FPedantic = 69, kCompute64F = 70, kCompute32I = 72,
              kCompute32FFastTf32 = 77;

// cublasLt.h 13.0: cublasLtMatmulDescAttributes_t, cublasLtMatmulPreferenceAttributes_t,
// cublasLtMatmulAlgoConfigAttributes_t; cublas_api.h: cublasOperation_t.
constexpr int kTransposeA = 3, kTransposeB = 4, kScaleOfA = 17, kScaleOfB = 18,
              kFastAccumulation = 25, kScaleModeOfA = 31, kScaleModeOfB = 32;
// cublasLtMatmulMatrixScale_t.
constexpr int kVec16Ue4m3 = 1, kVec32Ue8m0 = 2, kOuterVec32F = 3, kVec128F32 = 4,
              kBlock128x128F32 = 5;
constexpr int kMostWorkspace = 1;
constexpr int kAlgorithmId = 0, kTile = 1, kSplitK = 2, kReduction = 3, kSwizzle = 4, kCustom = 5,
              kStages = 6, kCluster = 8;
// cublasLtMatmulAlgoCapAttributes_t.
constexpr int kCanSplitK = 0, kCanReduce = 1, kCanSwizzle = 2, kTiles = 6, kMostCustom = 7,
              kAllStages = 13;
constexpr int kTransposed = 1;

/// cublasLtMatmulAlgo_t.
struct Algorithm {
  std::uint64_t data[8];
};

/// cublasLtMatmulHeuristicResult_t.
struct Proposal {
  Algorithm algorithm;
  std::size_t workspace;
  Status state;
  float waves;
  int reserved[4];
};

#define GB10_CUBLASLT_FUNCTIONS(X)                                                                 \
  X(cublasLtGetVersion, std::size_t())                                                             \
  X(cublasLtGetStatusString, const char*(Status))                                                  \
  X(cublasLtCreate, Status(Handle*))                                                               \
  X(cublasLtDestroy, Status(Handle))                                                               \
  X(cublasLtMatmulDescCreate, Status(MatmulHandle*, int, int))                                     \
  X(cublasLtMatmulDescDestroy, Status(MatmulHandle))                                               \
  X(cublasLtMatmulDescSetAttribute, Status(MatmulHandle, int, const void*, std::size_t))           \
  X(cublasLtMatrixLayoutCreate,                                                                    \
    Status(LayoutHandle*, int, std::uint64_t, std::uint64_t, std::int64_t))                        \
  X(cublasLtMatrixLayoutDestroy, Status(LayoutHandle))                                             \
  X(cublasLtMatmulPreferenceCreate, Status(PreferenceHandle*))                                     \
  X(cublasLtMatmulPreferenceDestroy, Status(PreferenceHandle))                                     \
  X(cublasLtMatmulPreferenceSetAttribute, Status(PreferenceHandle, int, const void*, std::size_t)) \
  X(cublasLtMatmulAlgoGetHeuristic,                                                                \
    Status(Handle, MatmulHandle, LayoutHandle, LayoutHandle, LayoutHandle, LayoutHandle,           \
           PreferenceHandle, int, Proposal*, int*))                                                \
  X(cublasLtMatmulAlgoGetIds, Status(Handle, int, int, int, int, int, int, int, int*, int*))       \
  X(cublasLtMatmulAlgoInit, Status(Handle, int, int, int, int, int, int, int, Algorithm*))         \
  X(cublasLtMatmulAlgoCheck, Status(Handle, MatmulHandle, LayoutHandle, LayoutHandle,              \
                                    LayoutHandle, LayoutHandle, const Algorithm*, Proposal*))      \
  X(cublasLtMatmulAlgoCapGetAttribute,                                                             \
    Status(const Algorithm*, int, void*, std::size_t, std::size_t*))                               \
  X(cublasLtMatmulAlgoConfigSetAttribute, Status(Algorithm*, int, const void*, std::size_t))       \
  X(cublasLtMatmulAlgoConfigGetAttribute,                                                          \
    Status(const Algorithm*, int, void*, std::size_t, std::size_t*))                               \
  X(cublasLtMatmul,                                                                                \
    Status(Handle, MatmulHandle, const void*, const void*, LayoutHandle, const void*,              \
           LayoutHandle, const void*, const void*, LayoutHandle, void*, LayoutHandle,              \
           const Algorithm*, void*, std::size_t, cuda::StreamHandle))

/// The functions by name; those that the library does not export stay null.
struct Api {
#define X(name, ...) Symbol<__VA_ARGS__> name{#name};
  GB10_CUBLASLT_FUNCTIONS(X)
#undef X
};

inline Api bound(const Library& library) {
  Api api;
#define X(name, ...) library.bind(api.name);
  GB10_CUBLASLT_FUNCTIONS(X)
#undef X
  return api;
}

}  // namespace gb10::cublaslt
