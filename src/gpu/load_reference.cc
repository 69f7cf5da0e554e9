#include "gpu/load_reference.h"

#include <array>
#include <cmath>

#include "base/check.h"

namespace gb10 {

namespace {

// Each chain gathers the roundings of 512 FMAs a round, and where its angle is nearly a fraction of
// a turn they all push the same way. In 2000 runs of 512 rounds in float, on a CPU, the error was
// 6e-8 of the magnitudes added up in the median and 5.5e-6 at most. One round left out is 6e-4 in
// the median; of eight sets of inputs hardly ever all hide it.
constexpr double kFmaTolerance = 5e-5;

// The longest path of a row: 32 FMAs, 2 adds of the four sums, 5 of the warp.
constexpr double kRowTolerance = 64.0 / (1 << 24);

}  // namespace

float random_value(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  z ^= z >> 31U;
  return static_cast<float>(z >> 40U) * 0x1p-23F - 1.0F;
}

bool Expected::holds(float result) const { return std::abs(result - value) <= tolerance; }

Expected expected_fma(std::span<const float> inputs, unsigned rounds) {
  CHECK(inputs.size() == kFmaInputs);
  double sum = 0, magnitude = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const double t = (round % 1024) / 1024.0;
    for (unsigned j = 0; j < kFmaChains; ++j) {
      const double s = inputs[3 * kFmaChains + j];
      double x = t * inputs[kFmaChains + j] + inputs[j];
      double y = inputs[2 * kFmaChains + j];
      for (unsigned step = 0; step < kFmaSteps; ++step) {
        x -= s * y;
        y += s * x;
      }
      sum += x + y;
      magnitude += std::abs(x) + std::abs(y);
    }
  }
  return {sum, kFmaTolerance * magnitude};
}

Expected expected_row(std::uint64_t seed, std::uint64_t row, std::span<const float> vector) {
  CHECK(vector.size() == kColumns);
  double sum = 0, magnitude = 0;
  for (std::uint64_t column = 0; column < kColumns; ++column) {
    const double product = double{random_value(seed, row * kColumns + column)} * vector[column];
    sum += product;
    magnitude += std::abs(product);
  }
  return {sum, kRowTolerance * magnitude};
}

double fma_flop(std::uint64_t threads, unsigned rounds) {
  constexpr double kFmaOfRound = 2.0 * kFmaChains * kFmaSteps;
  return 2.0 * kFmaOfRound * rounds * static_cast<double>(threads);
}

double matrix_vector_bytes(std::uint64_t rows) {
  return 4.0 * (static_cast<double>(rows) * (kColumns + 1) + kColumns);
}

double copy_bytes(std::uint64_t floats) { return 2.0 * 4.0 * static_cast<double>(floats); }

}  // namespace gb10
