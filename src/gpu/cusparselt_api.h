#pragma once
// The small part of cuSPARSELt that we call, declared by ourselves and checked against the real
// cusparseLt.h in cusparselt_abi_test.cc, where that is installed. Its versions below 1.0 differ:
// cusparselt.cc has a table of those that are known.

#include <cstddef>
#include <cstdint>

#include "gpu/cuda_api.h"
#include "gpu/library.h"

namespace gb10::cusparselt {

using Status = int;  // cusparseStatus_t

/// What the caller keeps for the library, whose content is the library's alone: cusparseLtHandle_t
/// and its like. There is room for more than any known version asks for; it must not move.
template <int which>
struct alignas(16) Kept {
  std::byte data[4096];
};
using Handle = Kept<0>;
using MatrixForm = Kept<1>;   // cusparseLtMatDescriptor_t
using ProductForm = Kept<2>;  // cusparseLtMatmulDescriptor_t
using Selection = Kept<3>;    // cusparseLtMatmulAlgSelection_t
using Plan = Kept<4>;         // cusparseLtMatmulPlan_t

// cusparse.h 13.0: cusparseStatus_t, cusparseOrder_t, cusparseOperation_t.
constexpr Status kSuccess = 0, kInvalidValue = 3, kArchitectureMismatch = 4, kTypeNotSupported = 8,
                 kNotSupported = 10;
constexpr int kByColumns = 1;
constexpr int kAsItIs = 0, kTransposed = 1;

// library_types.h 13.0: libraryPropertyType.
constexpr int kMajor = 0, kMinor = 1, kPatch = 2;

// cusparseLt.h 0.7 to 0.10: cusparseLtSparsity_t, cusparseComputeType, cusparseLtMatmulAlg_t,
// cusparseLtMatmulAlgAttribute_t.
constexpr int kHalf = 0;
constexpr int kCompute32I = 0, kCompute32F = 2;
constexpr int kDefault = 0;
constexpr int kConfiguration = 0, kConfigurations = 1, kSplitK = 3, kSplitKMode = 4;

#define GB10_CUSPARSELT_FUNCTIONS(X)                                                               \
  X(cusparseLtGetProperty, Status(int, int*))                                                      \
  X(cusparseLtInit, Status(Handle*))                                                               \
  X(cusparseLtDestroy, Status(const Handle*))                                                      \
  X(cusparseLtDenseDescriptorInit, Status(const Handle*, MatrixForm*, std::int64_t, std::int64_t,  \
                                          std::int64_t, std::uint32_t, int, int))                  \
  X(cusparseLtStructuredDescriptorInit,                                                            \
    Status(const Handle*, MatrixForm*, std::int64_t, std::int64_t, std::int64_t, std::uint32_t,    \
           int, int, int))                                                                         \
  X(cusparseLtMatDescriptorDestroy, Status(const MatrixForm*))                                     \
  X(cusparseLtMatmulDescriptorInit,                                                                \
    Status(const Handle*, ProductForm*, int, int, const MatrixForm*, const MatrixForm*,            \
           const MatrixForm*, const MatrixForm*, int))                                             \
  X(cusparseLtMatmulAlgSelectionInit, Status(const Handle*, Selection*, const ProductForm*, int))  \
  X(cusparseLtMatmulAlgSetAttribute,                                                               \
    Status(const Handle*, Selection*, int, const void*, std::size_t))                              \
  X(cusparseLtMatmulAlgGetAttribute,                                                               \
    Status(const Handle*, const Selection*, int, void*, std::size_t))                              \
  X(cusparseLtMatmulPlanInit, Status(const Handle*, Plan*, const ProductForm*, const Selection*))  \
  X(cusparseLtMatmulPlanDestroy, Status(const Plan*))                                              \
  X(cusparseLtMatmulGetWorkspace, Status(const Handle*, const Plan*, std::size_t*))                \
  X(cusparseLtMatmul,                                                                              \
    Status(const Handle*, const Plan*, const void*, const void*, const void*, const void*,         \
           const void*, void*, void*, cuda::StreamHandle*, std::int32_t))                          \
  X(cusparseLtMatmulSearch,                                                                        \
    Status(const Handle*, Plan*, const void*, const void*, const void*, const void*, const void*,  \
           void*, void*, cuda::StreamHandle*, std::int32_t))                                       \
  X(cusparseLtSpMMAPruneCheck,                                                                     \
    Status(const Handle*, const ProductForm*, const void*, int*, cuda::StreamHandle))              \
  X(cusparseLtSpMMACompressedSize, Status(const Handle*, const Plan*, std::size_t*, std::size_t*)) \
  X(cusparseLtSpMMACompress,                                                                       \
    Status(const Handle*, const Plan*, const void*, void*, void*, cuda::StreamHandle))

// Not in all versions.
#define GB10_CUSPARSELT_NEWER_FUNCTIONS(X)       \
  X(cusparseLtGetErrorName, const char*(Status)) \
  X(cusparseLtMatmulAlgSelectionDestroy, Status(const Selection*))

/// The functions by name; those that the library does not export stay null.
struct Api {
#define X(name, ...) Symbol<__VA_ARGS__> name{#name};
  GB10_CUSPARSELT_FUNCTIONS(X)
  GB10_CUSPARSELT_NEWER_FUNCTIONS(X)
#undef X
};

inline Api bound(const Library& library) {
  Api api;
#define X(name, ...) library.bind(api.name);
  GB10_CUSPARSELT_FUNCTIONS(X)
  GB10_CUSPARSELT_NEWER_FUNCTIONS(X)
#undef X
  return api;
}

}  // namespace gb10::cusparselt
