#pragma once

#include <cstddef>
#include <span>

namespace gb10 {

/// The device code of kernels/doctor_load.cu as a fatbin; empty where the program was built without
/// nvcc. Defined by what the build generates.
std::span<const std::byte> doctor_load_fatbin();
/// The same of kernels/bench_gemm.cu.
std::span<const std::byte> bench_gemm_fatbin();
/// The same of kernels/bench_memory.cu.
std::span<const std::byte> bench_memory_fatbin();
/// The same of kernels/bench_storage.cu.
std::span<const std::byte> bench_storage_fatbin();
/// kernels/bench_mma.cu for every GPU, for the family of sm_120, and for sm_121 alone.
std::span<const std::byte> bench_mma_fatbin();
std::span<const std::byte> bench_mma_120f_fatbin();
std::span<const std::byte> bench_mma_121a_fatbin();
/// kernels/bench_wgmma.cu, for sm_90a.
std::span<const std::byte> bench_wgmma_fatbin();

}  // namespace gb10
