#include "gpu/load_reference.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace gb10 {
namespace {

std::vector<float> fma_inputs(std::uint64_t seed) {
  std::vector<float> inputs(kFmaInputs);
  for (unsigned i = 0; i < kFmaInputs; ++i) inputs[i] = random_value(seed, i);
  for (unsigned i = 3 * kFmaChains; i < kFmaInputs; ++i) inputs[i] = 0.5F + 0.4F * inputs[i];
  return inputs;
}

/// What the kernel does, in float and with the same roundings.
float fma_in_float(const std::vector<float>& in, unsigned rounds) {
  float sum = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const float t = static_cast<float>(round % 1024) / 1024;
    for (unsigned j = 0; j < kFmaChains; ++j) {
      const float s = in[12 + j];
      float x = std::fmaf(t, in[4 + j], in[j]), y = in[8 + j];
      for (unsigned step = 0; step < kFmaSteps; ++step) {
        x = std::fmaf(-s, y, x);
        y = std::fmaf(s, x, y);
      }
      sum += x + y;
    }
  }
  return sum;
}

TEST(LoadReference, random_values_lie_in_their_interval_and_differ_by_seed) {
  double sum = 0;
  for (std::uint64_t i = 0; i < 10000; ++i) {
    const float value = random_value(7, i);
    ASSERT_GE(value, -1.0F);
    ASSERT_LT(value, 1.0F);
    sum += value;
  }
  EXPECT_LT(std::abs(sum / 10000), 0.05);
  EXPECT_NE(random_value(7, 3), random_value(8, 3));
}

TEST(LoadReference, a_float_run_of_the_chains_is_well_within_the_tolerance) {
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    const std::vector<float> inputs = fma_inputs(seed);
    const Expected expected = expected_fma(inputs, 128);
    const float result = fma_in_float(inputs, 128);
    EXPECT_TRUE(expected.holds(result));
    EXPECT_LT(std::abs(result - expected.value), expected.tolerance / 4);
  }
}

TEST(LoadReference, one_round_left_out_of_512_is_seen) {
  int seen = 0;
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    const std::vector<float> inputs = fma_inputs(seed);
    const Expected all = expected_fma(inputs, 512);
    seen += !all.holds(static_cast<float>(expected_fma(inputs, 511).value));
  }
  EXPECT_GE(seen, 6);
}

TEST(LoadReference, a_float_row_is_within_the_tolerance_and_a_wrong_element_is_not) {
  std::vector<float> vector(kColumns);
  for (unsigned i = 0; i < kColumns; ++i) vector[i] = random_value(3, i);
  for (std::uint64_t row = 0; row < 20; ++row) {
    float sum = 0;
    for (unsigned i = 0; i < kColumns; ++i) {
      sum = std::fmaf(random_value(5, row * kColumns + i), vector[i], sum);
    }
    const Expected expected = expected_row(5, row, vector);
    EXPECT_TRUE(expected.holds(sum)) << row;
    EXPECT_FALSE(expected.holds(sum + 0.01F)) << row;
  }
}

TEST(LoadReference, poison_holds_nowhere) { EXPECT_FALSE((Expected{0, 1e9}.holds(std::nanf("")))); }

TEST(LoadReference, counts_follow_their_formulas) {
  EXPECT_DOUBLE_EQ(fma_flop(1, 1), 4096);
  EXPECT_DOUBLE_EQ(matrix_vector_bytes(2), 2 * 16384 + 8 + 16384);
  EXPECT_DOUBLE_EQ(copy_bytes(1000), 8000);
}

}  // namespace
}  // namespace gb10
