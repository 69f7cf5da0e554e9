#pragma once

#include <string_view>

#include "bench/mma_fake_sums.h"
#include "gpu/fake_cuda.h"

namespace gb10 {

/// The kernels of bench_mma.cu and bench_wgmma.cu on the CPU, by the layouts that the PTX ISA
/// draws; numbers are read by the decoder of `bench gemm`, not by what made them.
namespace fake_mma {

struct Work {
  cuda::Address operands, out, chains, spent;
  unsigned sets, rounds, steps;
};

inline const MmaKernel* kernel(std::string_view function) {
  for (const MmaKernel& each : mma_kernels()) {
    if (function == each.function) return &each;
  }
  return nullptr;
}

inline void run(const MmaKernel& kernel, unsigned blocks, unsigned threads, void** with) {
  Work work{};
  std::memcpy(&work, with[0], sizeof work);
  const Fault fault = state().fault;
  const double steps = work.steps - (fault == Fault::forgets_a_step ? 1.0 : 0.0);
  const auto* const operands = reinterpret_cast<const std::byte*>(work.operands);
  auto* const chains = reinterpret_cast<std::uint32_t*>(work.chains);
  auto* const out = reinterpret_cast<std::byte*>(work.out);
  const std::size_t bytes = kernel.type->sum == MmaSum::fp64 ? 8 : 4;
  const unsigned of_set = kernel.is_wgmma() ? 256 : 32, all = blocks * threads;
  Fragment any{kernel, operands};
  const std::size_t set_bytes = kernel.is_wgmma() ? 384 * 128
                                                  : 32 * any.width() *
                                                        (kernel.rows() / 16 * any.words(true) +
                                                         kernel.columns() / 8 * any.words(false) +
                                                         (kernel.type->sparse ? 1 : 0));
  for (unsigned first = 0; first < all; first += of_set) {
    const int set = static_cast<int>(first / of_set % work.sets);
    const std::byte* const from = operands + set * set_bytes;
    const Sums sums =
        kernel.is_wgmma() ? of_block(kernel, from, set, steps) : of_warp(kernel, from, steps);
    for (unsigned thread = 0; thread < of_set; ++thread) {
      const auto words = registers(kernel, sums, static_cast<int>(thread));
      std::uint32_t part[4] = {};
      for (std::size_t i = 0; i < words.size(); ++i) {
        std::memcpy(out + (i * all + first + thread) * bytes, &words[i], bytes);
        const auto upper = static_cast<std::uint32_t>(words[i] >> 32U);
        part[i % 4] = part[i % 4] * 0x01000193U + (static_cast<std::uint32_t>(words[i]) ^ upper);
      }
      const std::uint32_t digest =
          ((part[0] * 0x01000193U + part[1]) * 0x01000193U + part[2]) * 0x01000193U + part[3];
      for (unsigned round = fault == Fault::forgets_a_round ? 1 : 0; round < work.rounds; ++round)
        chains[first + thread] = chains[first + thread] * 0x01000193U + digest;
    }
  }
  auto* const spent = reinterpret_cast<unsigned long long*>(work.spent);
  spent[0] += 1000ULL * work.rounds * work.steps * blocks;  // a step takes 1000 cycles
  spent[1] += blocks - (fault == Fault::loses_a_block ? 1 : 0);
}

inline cuda::Api api() {
  cuda::Api api = fake_cuda();
  api.cuModuleGetFunction.function = [](cuda::FunctionHandle* function, cuda::ModuleHandle,
                                        const char* name) {
    if (state().has_no_kernels) return 500;
    *function = reinterpret_cast<cuda::FunctionHandle>(const_cast<char*>(name));
    return cuda::kSuccess;
  };
  api.cuLaunchKernel.function = [](cuda::FunctionHandle function, unsigned blocks, unsigned,
                                   unsigned, unsigned threads, unsigned, unsigned, unsigned,
                                   cuda::StreamHandle, void** with, void**) {
    run(*kernel(reinterpret_cast<const char*>(function)), blocks, threads, with);
    return cuda::kSuccess;
  };
  return api;
}

}  // namespace fake_mma

}  // namespace gb10
