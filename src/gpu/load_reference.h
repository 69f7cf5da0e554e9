#pragma once
// What kernels/doctor_load.cu computes, on the CPU in double, and how far a right result may be
// from it.

#include <cstdint>
#include <span>

namespace gb10 {

constexpr unsigned kFmaSteps = 256;  // of one chain in a round
constexpr unsigned kFmaChains = 4;   // of a thread
constexpr unsigned kFmaInputs = 16;  // floats: ax, bx, ay, s for each chain
constexpr unsigned kColumns = 4096;  // of the matrix

/// A number in [-1, 1) out of a seed and a position: `fill` of the device code.
float random_value(std::uint64_t seed, std::uint64_t index);

/// A value and how far a float result may be from it.
struct Expected {
  double value = 0;
  double tolerance = 0;

  /// False for what is no number.
  bool holds(float result) const;
};

/// The result of a thread of `fma_chains` with these kFmaInputs floats.
Expected expected_fma(std::span<const float> inputs, unsigned rounds);

/// The result of `row` of `matrix_vector`, whose matrix was filled from `seed`.
Expected expected_row(std::uint64_t seed, std::uint64_t row, std::span<const float> vector);

/// FLOP of one launch of `fma_chains`.
double fma_flop(std::uint64_t threads, unsigned rounds);
/// Bytes of one launch of `matrix_vector` and of `copy`.
double matrix_vector_bytes(std::uint64_t rows);
double copy_bytes(std::uint64_t floats);

}  // namespace gb10
