#pragma once

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "gpu/fake_cuda.h"

/// A GPU for tests whose memory is the host's, with the kernels of kernels/bench_memory.cu done by
/// the CPU.
namespace gb10::memory_fakes {

/// How it misbehaves, and what it can do.
struct FakeMemoryGpu {
  std::string_view forgets = {};  // the kernel, or "copy_driver", that leaves out a result
  bool at_end = true;             // the last; else one in the midst
  bool maps_host = true, has_managed = true, reads_pageable = true;
  bool has_pinned = true;
};
inline FakeMemoryGpu& state() {
  static FakeMemoryGpu gpu;
  return gpu;
}

using fake::argument;

inline bool forgets(std::string_view what) {
  return !state().forgets.empty() && what.starts_with(state().forgets);
}

/// Of so many the one that is left out.
inline std::size_t left_out(std::size_t count) { return state().at_end ? count - 1 : count / 3; }
/// A copy that leaves out a word of 8 bytes where this is what the GPU forgets.
inline void copied(std::string_view what, void* to, const void* from, std::size_t size) {
  const std::size_t hole = forgets(what) ? left_out(size / 8) * 8 : size;
  std::memcpy(to, from, hole);
  if (hole == size) return;
  std::memcpy(static_cast<char*>(to) + hole + 8, static_cast<const char*>(from) + hole + 8,
              size - hole - 8);
}

template <class T>
T* at(void** with, int which) {
  return reinterpret_cast<T*>(argument<cuda::Address>(with, which));
}

inline std::uint64_t word_at(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return ((z ^ (z >> 31U)) & 0x807f807f807f807fULL) | 0x3f003f003f003f00ULL;
}

inline void read(std::string_view kernel, unsigned blocks, void** with) {
  const auto* const in = at<const std::uint32_t>(with, 0);
  const auto words = argument<unsigned long long>(with, 1) * 4;
  auto* const sums = at<std::uint32_t>(with, 2);
  std::fill_n(sums, blocks, 0U);
  for (unsigned long long i = 0; i < words; ++i) sums[0] += in[i];
  if (forgets(kernel)) sums[0] -= in[left_out(words)];
}

inline void write(std::string_view kernel, void** with) {
  auto* const out = at<std::uint32_t>(with, 0);
  const auto count = argument<unsigned long long>(with, 1);
  const auto value = argument<unsigned>(with, 2);
  for (unsigned long long i = 0; i < count; ++i) {
    if (forgets(kernel) && i == left_out(count)) continue;
    const unsigned low = value + static_cast<unsigned>(i);
    const unsigned words[] = {low, value, ~low, ~value};
    std::memcpy(out + 4 * i, words, sizeof words);
  }
}

inline void rows(std::string_view kernel, void** with) {
  const auto* const matrix = at<const std::uint16_t>(with, 0);
  const auto* const vector = at<const float>(with, 1);
  auto* const out = at<float>(with, 2);
  const unsigned less = forgets(kernel) ? 1 : 0;
  for (unsigned row = 0; row < argument<unsigned>(with, 3); ++row) {
    float sums[64] = {};
    for (unsigned i = 0; i + less < 4096; ++i) {
      const std::uint32_t bits = std::uint32_t{matrix[std::size_t{row} * 4096 + i]} << 16U;
      float number = 0;
      std::memcpy(&number, &bits, sizeof number);
      sums[i % 64] += number * vector[i];
    }
    out[row] = 0;
    for (const float sum : sums) out[row] += sum;
  }
}

inline void run(std::string_view kernel, unsigned blocks, void** with) {
  if (kernel == "fill") {
    auto* const out = at<std::uint64_t>(with, 0);
    for (unsigned long long i = 0; i < argument<unsigned long long>(with, 1); ++i)
      out[i] = word_at(argument<unsigned long long>(with, 2), i);
  } else if (kernel.starts_with("read")) {
    read(kernel, blocks, with);
  } else if (kernel.starts_with("write")) {
    write(kernel, with);
  } else if (kernel.starts_with("copy")) {
    copied(kernel, at<char>(with, 0), at<char>(with, 1),
           argument<unsigned long long>(with, 2) * 16);
  } else if (kernel == "matrix_vector") {
    rows(kernel, with);
  } else if (kernel == "link") {
    auto* const nodes = at<std::uint32_t>(with, 0);
    for (unsigned i = 0; i < argument<unsigned>(with, 2); ++i)
      nodes[std::size_t{i} * 32] = at<const std::uint32_t>(with, 1)[i] * 32;
  } else if (kernel == "chase") {
    auto where = argument<unsigned>(with, 1);
    const unsigned steps = argument<unsigned>(with, 2) - (forgets(kernel) ? 1 : 0);
    for (unsigned i = 0; i < steps; ++i) where = at<const std::uint32_t>(with, 0)[where];
    *at<std::uint32_t>(with, 3) = where;
  }
}

inline void add_copies(cuda::Api& api) {
  using namespace cuda;
  api.cuMemcpyDtoDAsync_v2.function = [](Address to, Address from, std::size_t size, StreamHandle) {
    copied("driver", reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), size);
    return kSuccess;
  };
  api.cuMemcpyHtoDAsync_v2.function = [](Address to, const void* from, std::size_t size,
                                         StreamHandle) {
    copied("h2d", reinterpret_cast<void*>(to), from, size);
    return kSuccess;
  };
  api.cuMemcpyDtoHAsync_v2.function = [](void* to, Address from, std::size_t size, StreamHandle) {
    copied("d2h", to, reinterpret_cast<const void*>(from), size);
    return kSuccess;
  };
  api.cuMemsetD8_v2.function = [](Address to, unsigned char value, std::size_t size) {
    auto* const bytes = reinterpret_cast<unsigned char*>(to);
    const std::size_t hole = forgets("memset") ? left_out(size) : size;
    std::memset(bytes, value, hole);
    if (hole == size) return kSuccess;
    bytes[hole] = 0;  // as fresh memory has it, not what a test before this one left
    std::memset(bytes + hole + 1, value, size - hole - 1);
    return kSuccess;
  };
}

inline cuda::Api memory_cuda() {
  using namespace cuda;
  Api api = fake_cuda();
  add_copies(api);
  api.cuMemAllocManaged.function = [](Address* address, std::size_t size, unsigned) {
    *address = reinterpret_cast<Address>(std::malloc(size));
    return *address != 0 ? kSuccess : kOutOfMemory;
  };
  api.cuMemHostAlloc.function = [](void** memory, std::size_t size, unsigned) {
    if (!state().has_pinned) return kNotPermitted;
    *memory = std::malloc(size);
    return *memory ? kSuccess : kOutOfMemory;
  };
  api.cuMemFreeHost.function = [](void* memory) { return std::free(memory), kSuccess; };
  api.cuMemHostGetDevicePointer_v2.function = [](Address* address, void* memory, unsigned) {
    return *address = reinterpret_cast<Address>(memory), kSuccess;
  };
  api.cuDeviceGetAttribute.function = [](int* value, int which, Device) {
    *value = which == kMultiprocessors || (which == kMapsHostMemory && state().maps_host) ||
             (which == kManagedMemory && state().has_managed) ||
             (which == kReadsPageable && state().reads_pageable);
    return kSuccess;
  };
  api.cuLaunchKernel.function = [](FunctionHandle function, unsigned blocks, unsigned, unsigned,
                                   unsigned, unsigned, unsigned, unsigned, StreamHandle,
                                   void** with, void**) {
    run(reinterpret_cast<const char*>(function), blocks, with);
    return kSuccess;
  };
  return api;
}

}  // namespace gb10::memory_fakes
