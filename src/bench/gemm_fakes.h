#pragma once

#include <algorithm>
#include <cstring>
#include <ctime>
#include <map>
#include <random>

#include "gpu/cublaslt_api.h"
#include "gpu/fake_cuda.h"

/// A library of products and a GPU that are made of the CPU, for tests.
namespace gb10::gemm_fakes {

using namespace cublaslt;

struct FakeLayout {
  std::uint64_t rows, columns;
};

/// What the fake library is told to do.
struct FakeLight {
  int proposals = 3;
  int wrong = -1;  // the rank whose products are wrong
  bool refuses = false;
  /// Computes in place of the product of floats; for other formats.
  void (*computes)(const FakeLayout& a, const FakeLayout& b, const void* left, const void* right,
                   void* out) = nullptr;
  std::map<int, std::uint64_t> attributes = {};  // the last that were set, of whole numbers
  int products = 0;
};
inline FakeLight& light() {
  static FakeLight fake;
  return fake;
}

/// D = op(A) op(B) of floats, by what was set of the factors.
inline void multiply(const FakeLayout& a, const FakeLayout& b, const float* left,
                     const float* right, float* out) {
  const bool along_a = light().attributes[kTransposeA] != 0;
  const bool along_b = light().attributes[kTransposeB] == 0;
  const std::uint64_t rows = along_a ? a.columns : a.rows, length = along_a ? a.rows : a.columns;
  const std::uint64_t columns = along_b ? b.columns : b.rows;
  for (std::uint64_t n = 0; n < columns; ++n) {
    for (std::uint64_t m = 0; m < rows; ++m) {
      double sum = 0;
      for (std::uint64_t k = 0; k < length; ++k)
        sum += double{left[along_a ? m * length + k : k * rows + m]} *
               right[along_b ? n * length + k : k * columns + n];
      out[n * rows + m] = static_cast<float>(sum);
    }
  }
}

inline void add_products(Api& api) {
  api.cublasLtMatmulAlgoGetHeuristic.function = [](Handle, MatmulHandle, LayoutHandle, LayoutHandle,
                                                   LayoutHandle, LayoutHandle, PreferenceHandle,
                                                   int most, Proposal* out, int* found) {
    *found = std::min(most, light().proposals);
    for (int i = 0; i < *found; ++i) out[i] = {{{static_cast<std::uint64_t>(i)}}, 0, 0, 0, {}};
    return kSuccess;
  };
  api.cublasLtMatmul.function =
      [](Handle, MatmulHandle, const void*, const void* a, LayoutHandle la, const void* b,
         LayoutHandle lb, const void*, const void*, LayoutHandle, void* d, LayoutHandle,
         const Algorithm* algorithm, void*, std::size_t, cuda::StreamHandle) {
        if (light().refuses) return kNotSupported;
        ++light().products;
        if (light().computes) {
          light().computes(*reinterpret_cast<FakeLayout*>(la), *reinterpret_cast<FakeLayout*>(lb),
                           a, b, d);
          return kSuccess;
        }
        auto* const out = static_cast<float*>(d);
        multiply(*reinterpret_cast<FakeLayout*>(la), *reinterpret_cast<FakeLayout*>(lb),
                 static_cast<const float*>(a), static_cast<const float*>(b), out);
        if (static_cast<int>(algorithm->data[0]) == light().wrong) out[0] += 100;
        return kSuccess;
      };
}

inline Api fake_light() {
  Api api;
  api.cublasLtGetVersion.function = [] { return std::size_t{130100}; };
  api.cublasLtGetStatusString.function = [](Status) { return "not supported here"; };
  api.cublasLtCreate.function = [](Handle*) { return kSuccess; };
  api.cublasLtDestroy.function = [](Handle) { return kSuccess; };
  api.cublasLtMatmulDescCreate.function = [](MatmulHandle*, int, int) { return kSuccess; };
  api.cublasLtMatmulDescDestroy.function = [](MatmulHandle) { return kSuccess; };
  api.cublasLtMatmulDescSetAttribute.function = [](MatmulHandle, int which, const void* value,
                                                   std::size_t size) {
    std::uint64_t number = 0;
    std::memcpy(&number, value, size);
    light().attributes[which] = number;
    return kSuccess;
  };
  api.cublasLtMatrixLayoutCreate.function = [](LayoutHandle* out, int, std::uint64_t rows,
                                               std::uint64_t columns, std::int64_t) {
    *out = reinterpret_cast<LayoutHandle>(new FakeLayout{rows, columns});
    return kSuccess;
  };
  api.cublasLtMatrixLayoutDestroy.function = [](LayoutHandle layout) {
    delete reinterpret_cast<FakeLayout*>(layout);
    return kSuccess;
  };
  api.cublasLtMatmulPreferenceCreate.function = [](PreferenceHandle*) { return kSuccess; };
  api.cublasLtMatmulPreferenceDestroy.function = [](PreferenceHandle) { return kSuccess; };
  api.cublasLtMatmulPreferenceSetAttribute.function = [](PreferenceHandle, int, const void*,
                                                         std::size_t) { return kSuccess; };
  add_products(api);
  return api;
}

/// CUDA that fills matrices with normal numbers and starts graphs that last a millisecond.
inline cuda::Api gemm_cuda() {
  cuda::Api api = fake_cuda();
  api.cuStreamBeginCapture_v2.function = [](cuda::StreamHandle, int) { return cuda::kSuccess; };
  api.cuStreamEndCapture.function = [](cuda::StreamHandle, cuda::GraphHandle*) {
    return cuda::kSuccess;
  };
  api.cuGraphInstantiateWithFlags.function = [](cuda::GraphRunHandle*, cuda::GraphHandle,
                                                unsigned long long) { return cuda::kSuccess; };
  api.cuGraphLaunch.function = [](cuda::GraphRunHandle, cuda::StreamHandle) {
    const timespec time{0, 1'000'000};
    nanosleep(&time, nullptr);
    return cuda::kSuccess;
  };
  api.cuGraphDestroy.function = [](cuda::GraphHandle) { return cuda::kSuccess; };
  api.cuGraphExecDestroy.function = [](cuda::GraphRunHandle) { return cuda::kSuccess; };
  api.cuLaunchKernel.function = [](cuda::FunctionHandle, unsigned, unsigned, unsigned, unsigned,
                                   unsigned, unsigned, unsigned, cuda::StreamHandle, void** with,
                                   void**) {
    const cuda::Address address = *static_cast<cuda::Address*>(with[0]);
    if (*static_cast<int*>(with[2]) != 1) {  // no floats: any bits that are numbers
      auto* const bytes = reinterpret_cast<unsigned char*>(address);
      const unsigned long long count = *static_cast<unsigned long long*>(with[1]) / 2;
      std::mt19937_64 random(*static_cast<unsigned long long*>(with[3]));
      for (unsigned long long i = 0; i < count; ++i)
        bytes[i] = static_cast<unsigned char>(random());
      return cuda::kSuccess;
    }
    auto* const out = reinterpret_cast<float*>(address);
    std::mt19937_64 random(*static_cast<unsigned long long*>(with[3]));
    std::normal_distribution<float> normal;
    for (unsigned long long i = 0; i < *static_cast<unsigned long long*>(with[1]); ++i)
      out[i] = normal(random);
    return cuda::kSuccess;
  };
  return api;
}

}  // namespace gb10::gemm_fakes
