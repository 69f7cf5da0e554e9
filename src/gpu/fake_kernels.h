#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "gpu/cuda_api.h"
#include "gpu/load_reference.h"

namespace gb10 {

/// A GPU for tests: its memory is the host's, and the CPU does kernels/doctor_load.cu in float.
namespace fake {

/// How the device misbehaves.
enum class Fault {
  none,
  leaves_out_the_kernels,
  forgets_a_round,
  forgets_the_last_element,
  works_for_the_trial,
};

struct Gpu {
  Fault fault = Fault::none;
  std::size_t free = std::size_t{64} << 30U, total = std::size_t{80} << 30U;
  int launches = 0;
  bool unpoisoned = false;  // a first launch found numbers where its result belongs
  bool fresh = true;        // nothing but `fill` was launched
  bool tried = false;       // the output was poisoned again after a launch
};
inline Gpu& gpu() {
  static Gpu gpu;
  return gpu;
}

template <class T>
T argument(void** all, int which) {
  T value;
  std::memcpy(&value, all[which], sizeof value);
  return value;
}

inline float* floats(cuda::Address address) { return reinterpret_cast<float*>(address); }

inline float chains(const float* in, unsigned rounds) {
  float sum = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    float x[4], y[4];
    for (int j = 0; j < 4; ++j) {
      x[j] = static_cast<float>(round % 1024) / 1024 * in[4 + j] + in[j];
      y[j] = in[8 + j];
    }
    for (unsigned step = 0; step < kFmaSteps; ++step) {
      for (int j = 0; j < 4; ++j) x[j] -= in[12 + j] * y[j];
      for (int j = 0; j < 4; ++j) y[j] += in[12 + j] * x[j];
    }
    for (int j = 0; j < 4; ++j) sum += x[j] + y[j];
  }
  return sum;
}

/// Does the arithmetic once for the same input: later launches cost next to nothing.
inline float known_chains(const float* in, unsigned rounds) {
  static std::map<std::vector<float>, float> known;
  std::vector<float> key(in, in + kFmaInputs);
  key.push_back(static_cast<float>(rounds));
  const auto at = known.find(key);
  return at != known.end() ? at->second : known[key] = chains(in, rounds);
}

inline void run_fma(unsigned threads, void** with) {
  const auto sets = argument<unsigned>(with, 1);
  const unsigned less = gpu().fault == Fault::forgets_a_round ? 1 : 0;
  std::vector<float> results;
  for (unsigned set = 0; set < sets; ++set) {
    results.push_back(known_chains(floats(argument<cuda::Address>(with, 0)) + set * kFmaInputs,
                                   argument<unsigned>(with, 2) - less));
  }
  float* const out = floats(argument<cuda::Address>(with, 3));
  for (unsigned thread = 0; thread < threads; ++thread) out[thread] = results[thread % sets];
}

inline void run_matrix_vector(void** with) {
  const float* const matrix = floats(argument<cuda::Address>(with, 0));
  const float* const vector = floats(argument<cuda::Address>(with, 1));
  float* const out = floats(argument<cuda::Address>(with, 2));
  const unsigned less = gpu().fault == Fault::forgets_the_last_element ? 1 : 0;
  for (unsigned row = 0; row < argument<unsigned>(with, 3); ++row) {
    float sums[64] = {};
    for (unsigned i = 0; i + less < kColumns; ++i) {
      sums[i % 64] += matrix[std::size_t{row} * kColumns + i] * vector[i];
    }
    out[row] = 0;
    for (const float sum : sums) out[row] += sum;
  }
}

inline void run_copy(void** with) {
  const auto count = argument<unsigned long long>(with, 2) * 4;
  const unsigned less = gpu().fault == Fault::forgets_the_last_element ? 1 : 0;
  std::copy_n(floats(argument<cuda::Address>(with, 1)), count - less,
              floats(argument<cuda::Address>(with, 0)));
}

inline void run_fill(void** with) {
  float* const out = floats(argument<cuda::Address>(with, 0));
  const auto seed = argument<unsigned long long>(with, 2);
  for (unsigned long long i = 0; i < argument<unsigned long long>(with, 1); ++i) {
    out[i] = random_value(seed, i);
  }
}

inline void look_for_poison(std::string_view kernel, void** with) {
  const int out = kernel == "fma_chains" ? 3 : kernel == "matrix_vector" ? 2 : 0;
  const float first = *floats(argument<cuda::Address>(with, out));
  if (std::exchange(gpu().fresh, false) && !std::isnan(first)) gpu().unpoisoned = true;
}

inline void run(std::string_view kernel, unsigned threads, void** with) {
  ++gpu().launches;
  if (kernel == "fill") return run_fill(with);
  look_for_poison(kernel, with);
  if (gpu().fault == Fault::leaves_out_the_kernels) return;
  if (gpu().fault == Fault::works_for_the_trial && gpu().tried) return;
  if (kernel == "fma_chains") run_fma(threads, with);
  if (kernel == "matrix_vector") run_matrix_vector(with);
  if (kernel == "copy") run_copy(with);
}

}  // namespace fake

}  // namespace gb10
