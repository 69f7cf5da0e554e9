#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "bench/gemm_fakes.h"
#include "gpu/cusparselt_api.h"

/// A cuSPARSELt that is made of the CPU, for products of INT8, and a GPU that prunes.
namespace gb10::sparse_fakes {

namespace sparse = cusparselt;

enum class SparseFault {
  none,
  ignores_metadata,
  refuses,
  finds_it_unpruned,
  cannot_search,
  finds_a_wrong_one
};

/// What the fake library is told to do, and what it was asked for.
struct FakeSparse {
  SparseFault fault = SparseFault::none;
  int minor = 8;
  int held = 0;  // what was made and not given back
  int searches = 0, products = 0, chosen = 0;
};
inline FakeSparse& library() {
  static FakeSparse fake;
  return fake;
}

/// What the fake keeps in the caller's memory.
struct KeptMatrix {
  std::int64_t rows, columns;
};
struct KeptForm {
  const sparse::MatrixForm *a, *b;
};
struct KeptPlan {
  const sparse::ProductForm* form;
};
template <class T, class Kept>
T& in(Kept* kept) {
  return *reinterpret_cast<T*>(const_cast<std::byte*>(kept->data));
}
template <class Kept>
sparse::Status given_back(const Kept*) {
  return --library().held, sparse::kSuccess;
}

constexpr std::size_t kGroup = 3;  // bytes of a compressed group: two numbers, and where they were

inline const KeptMatrix& matrix_a(const sparse::Plan* plan) {
  return in<KeptMatrix>(in<KeptForm>(in<KeptPlan>(plan).form).a);
}
inline const KeptMatrix& matrix_b(const sparse::Plan* plan) {
  return in<KeptMatrix>(in<KeptForm>(in<KeptPlan>(plan).form).b);
}

inline void compress_group(const signed char* from, signed char* into) {
  int found = 0, places[2] = {2, 3};
  for (int i = 0; i < 4 && found < 2; ++i) {
    if (from[i] != 0) places[found++] = i;
  }
  // One alone: its fellow is a zero from elsewhere.
  if (found == 1) places[1] = places[0] == 3 ? 2 : 3;
  into[0] = from[places[0]];
  into[1] = from[places[1]];
  into[2] = static_cast<signed char>(places[0] | places[1] << 2);
}

/// D = factor·A·B of the compressed A.
inline void multiply(const sparse::Plan* plan, float factor, const signed char* a,
                     const signed char* b, std::int32_t* d) {
  const auto length = static_cast<std::size_t>(matrix_a(plan).rows);
  const auto rows = static_cast<std::size_t>(matrix_a(plan).columns);
  const auto columns = static_cast<std::size_t>(matrix_b(plan).columns);
  // Wrong until another configuration is asked for.
  const bool is_bad = library().fault == SparseFault::finds_a_wrong_one && library().chosen == 0;
  const bool is_blind = library().fault == SparseFault::ignores_metadata || is_bad;
  for (std::size_t n = 0; n < columns; ++n) {
    for (std::size_t m = 0; m < rows; ++m) {
      std::int32_t sum = 0;
      for (std::size_t group = 0; group < length / 4; ++group) {
        const signed char* const at = a + (m * length / 4 + group) * kGroup;
        const signed char* const other = b + n * length + group * 4;
        sum += at[0] * other[is_blind ? 0 : at[2] & 3];
        sum += at[1] * other[is_blind ? 1 : at[2] >> 2];
      }
      d[n * rows + m] = static_cast<std::int32_t>(factor * static_cast<float>(sum));
    }
  }
}

inline void add_forms(sparse::Api& api) {
  using namespace sparse;
  api.cusparseLtGetProperty.function = [](int which, int* value) {
    return *value = which == kMinor ? library().minor : 0, kSuccess;
  };
  api.cusparseLtGetErrorName.function = [](Status) { return "not supported here"; };
  api.cusparseLtInit.function = [](Handle*) { return ++library().held, kSuccess; };
  api.cusparseLtDestroy.function = &given_back<Handle>;
  api.cusparseLtDenseDescriptorInit.function = [](const Handle*, MatrixForm* form,
                                                  std::int64_t rows, std::int64_t columns,
                                                  std::int64_t, std::uint32_t, int, int) {
    in<KeptMatrix>(form) = {rows, columns};
    return ++library().held, kSuccess;
  };
  api.cusparseLtStructuredDescriptorInit.function = [](const Handle*, MatrixForm* form,
                                                       std::int64_t rows, std::int64_t columns,
                                                       std::int64_t, std::uint32_t, int, int, int) {
    in<KeptMatrix>(form) = {rows, columns};
    return ++library().held, kSuccess;
  };
  api.cusparseLtMatDescriptorDestroy.function = &given_back<MatrixForm>;
  api.cusparseLtMatmulDescriptorInit.function = [](const Handle*, ProductForm* form, int, int,
                                                   const MatrixForm* a, const MatrixForm* b,
                                                   const MatrixForm*, const MatrixForm*, int) {
    in<KeptForm>(form) = {a, b};
    return library().fault == SparseFault::refuses ? kNotSupported : kSuccess;
  };
  api.cusparseLtMatmulAlgSelectionInit.function = [](const Handle*, Selection*, const ProductForm*,
                                                     int) { return ++library().held, kSuccess; };
  api.cusparseLtMatmulAlgSelectionDestroy.function = &given_back<Selection>;
  api.cusparseLtMatmulAlgGetAttribute.function = [](const Handle*, const Selection*, int which,
                                                    void* value, std::size_t size) {
    const int number = which == kConfigurations ? 3 : which == kSplitK ? 1 : 0;
    std::memcpy(value, &number, size);
    return kSuccess;
  };
  api.cusparseLtMatmulAlgSetAttribute.function = [](const Handle*, Selection*, int, const void*,
                                                    std::size_t) {
    return ++library().chosen, kSuccess;
  };
  api.cusparseLtMatmulPlanInit.function = [](const Handle*, Plan* plan, const ProductForm* form,
                                             const Selection*) {
    in<KeptPlan>(plan) = {form};
    return ++library().held, kSuccess;
  };
  api.cusparseLtMatmulPlanDestroy.function = &given_back<Plan>;
}

inline sparse::Api fake_sparse() {
  using namespace sparse;
  Api api;
  add_forms(api);
  api.cusparseLtMatmulGetWorkspace.function = [](const Handle*, const Plan*, std::size_t* bytes) {
    return *bytes = 16, kSuccess;
  };
  api.cusparseLtSpMMAPruneCheck.function = [](const Handle*, const ProductForm* form,
                                              const void* numbers, int* answer,
                                              cuda::StreamHandle) {
    const KeptMatrix& a = in<KeptMatrix>(in<KeptForm>(form).a);
    const auto* const at = static_cast<const signed char*>(numbers);
    // As the real one does, it writes only where something is wrong.
    if (library().fault == SparseFault::finds_it_unpruned) *answer = 1;
    for (std::int64_t i = 0; i < a.rows * a.columns; i += 4)
      if (std::count(at + i, at + i + 4, 0) < 2) *answer = 1;
    return kSuccess;
  };
  api.cusparseLtSpMMACompressedSize.function = [](const Handle*, const Plan* plan,
                                                  std::size_t* bytes, std::size_t* scratch) {
    const KeptMatrix& a = matrix_a(plan);
    *bytes = static_cast<std::size_t>(a.rows * a.columns) / 4 * kGroup;
    return *scratch = 0, kSuccess;
  };
  api.cusparseLtSpMMACompress.function = [](const Handle*, const Plan* plan, const void* from,
                                            void* into, void*, cuda::StreamHandle) {
    const KeptMatrix& a = matrix_a(plan);
    for (std::int64_t group = 0; group < a.rows * a.columns / 4; ++group)
      compress_group(static_cast<const signed char*>(from) + group * 4,
                     static_cast<signed char*>(into) + group * std::int64_t{kGroup});
    return kSuccess;
  };
  api.cusparseLtMatmul.function = [](const Handle*, const Plan* plan, const void* alpha,
                                     const void* a, const void* b, const void*, const void*,
                                     void* d, void*, cuda::StreamHandle*, std::int32_t) {
    ++library().products;
    multiply(plan, *static_cast<const float*>(alpha), static_cast<const signed char*>(a),
             static_cast<const signed char*>(b), static_cast<std::int32_t*>(d));
    return kSuccess;
  };
  api.cusparseLtMatmulSearch.function = [](const Handle*, Plan*, const void*, const void*,
                                           const void*, const void*, const void*, void*, void*,
                                           cuda::StreamHandle*, std::int32_t) {
    constexpr Status kInternalError = 7;
    ++library().searches;
    return library().fault == SparseFault::cannot_search ? kInternalError : kSuccess;
  };
  return api;
}

/// D = A·B of bytes, for the fake cuBLASLt.
inline void multiply_bytes(const gemm_fakes::FakeLayout& a, const gemm_fakes::FakeLayout& b,
                           const void* left, const void* right, void* out) {
  for (std::uint64_t n = 0; n < b.columns; ++n) {
    for (std::uint64_t m = 0; m < a.columns; ++m) {
      std::int32_t sum = 0;
      for (std::uint64_t k = 0; k < a.rows; ++k)
        sum += static_cast<const signed char*>(left)[m * a.rows + k] *
               static_cast<const signed char*>(right)[n * a.rows + k];
      static_cast<std::int32_t*>(out)[n * a.columns + m] = sum;
    }
  }
}

inline void prune_bytes(signed char* numbers, unsigned long long count) {
  for (unsigned long long at = 0; at < count; at += 4) {
    signed char* const four = numbers + at;
    for (int gone = 0; gone < 2; ++gone) {
      // Of those that are as small the last, which is not yet 0.
      int least = -1;
      for (int i = 0; i < 4; ++i) {
        if (four[i] != 0 && (least < 0 || std::abs(four[i]) <= std::abs(four[least]))) least = i;
      }
      if (least >= 0) four[least] = 0;
    }
  }
}

/// CUDA whose kernels fill bytes and prune them.
inline cuda::Api sparse_cuda() {
  cuda::Api api = gemm_fakes::gemm_cuda();
  api.cuLaunchKernel.function = [](cuda::FunctionHandle function, unsigned, unsigned, unsigned,
                                   unsigned, unsigned, unsigned, unsigned, cuda::StreamHandle,
                                   void** with, void**) {
    auto* const numbers = reinterpret_cast<signed char*>(*static_cast<cuda::Address*>(with[0]));
    const auto count = *static_cast<unsigned long long*>(with[1]);
    const std::string_view name = reinterpret_cast<const char*>(function);
    if (name == "prune_two_of_four") return prune_bytes(numbers, count), cuda::kSuccess;
    std::mt19937_64 random(*static_cast<unsigned long long*>(with[3]));
    for (unsigned long long i = 0; i < count; ++i)
      numbers[i] = static_cast<signed char>(random() % 255) - 127;
    return cuda::kSuccess;
  };
  return api;
}

}  // namespace gb10::sparse_fakes
