#include "bench/quantise.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gb10 {
namespace {

std::vector<int> codes(const SmallNumbers& numbers, const Element& element, std::size_t count) {
  std::vector<int> out;
  for (std::size_t i = 0; i < count; ++i) {
    const int byte = std::to_integer<int>(numbers.values[element.bytes(i)]);
    out.push_back(element.bits == 8 ? byte : byte >> (i % 2 * 4) & 15);
  }
  return out;
}

const Element& element_of(const char* type) { return *gemm_type(type)->a; }

TEST(SmallNumbersOfFourBits, are_the_nearest_and_of_two_the_even_one) {
  // Between each two neighbours of 0, 0.5, 1, 1.5, 2, 3, 4, 6: the tie, a little more, a little
  // less. One 6 makes the scale 1.
  const std::vector<float> numbers = {0.25F, 0.26F, 0.24F, 0.75F, 0.76F, 0.74F, 1.25F, 1.75F,
                                      2.5F,  3.5F,  5.0F,  5.1F,  -0.6F, -0.1F, 6.0F,  0};
  const std::vector<int> wanted = {0, 1, 0, 2, 2, 1, 2, 4, 4, 6, 6, 7, 9, 8, 7, 0};
  const SmallNumbers found =
      small_numbers(numbers, element_of("nvfp4"), BlockScales::ue4m3_of_16, 1);
  EXPECT_EQ(codes(found, element_of("nvfp4"), numbers.size()), wanted);
  ASSERT_EQ(found.scales.size(), 1U);
  EXPECT_EQ(found.scales[0], std::byte{0x38});  // 1
}

TEST(SmallNumbersOfFourBits, have_a_scale_that_is_itself_rounded) {
  std::vector<float> numbers(32, 0);
  numbers[3] = 10;   // 10 / 6 = 1.667 lies between 1.625 and 1.75, nearer to the first
  numbers[16] = -3;  // 0.5
  const SmallNumbers found =
      small_numbers(numbers, element_of("nvfp4"), BlockScales::ue4m3_of_16, 1);
  ASSERT_EQ(found.scales.size(), 2U);
  EXPECT_EQ(found.scales[0], std::byte{0x3d});  // 1.625
  EXPECT_EQ(found.scales[1], std::byte{0x30});  // 0.5
  const std::vector<int> all = codes(found, element_of("nvfp4"), 32);
  EXPECT_EQ(all[3], 7);
  EXPECT_EQ(all[16], 15);
}

TEST(SmallNumbersOfEightBits, have_a_power_of_two_for_32) {
  std::vector<float> numbers(32, 0.5F);
  numbers[0] = 300;  // 2^8 and something: the scale is 1
  const SmallNumbers found =
      small_numbers(numbers, element_of("mxfp8"), BlockScales::ue8m0_of_32, 1);
  ASSERT_EQ(found.scales.size(), 1U);
  EXPECT_EQ(found.scales[0], std::byte{127});
  EXPECT_EQ(decoded(element_of("mxfp8"), found.values.data(), 0), 288);  // of 288 and 320
  EXPECT_EQ(decoded(element_of("mxfp8"), found.values.data(), 1), 0.5);
  numbers[0] = 500;  // more than the largest
  const SmallNumbers cut = small_numbers(numbers, element_of("mxfp8"), BlockScales::ue8m0_of_32, 1);
  EXPECT_EQ(decoded(element_of("mxfp8"), cut.values.data(), 0), 448);
}

TEST(SmallNumbersOfEightBits, have_one_scale_for_all) {
  const std::vector<float> numbers = {1, -1.06F, 1000, 0.001F};
  const SmallNumbers found = small_numbers(numbers, element_of("fp8-e4m3"), BlockScales::none, 0.5);
  const Element& element = element_of("fp8-e4m3");
  EXPECT_EQ(decoded(element, found.values.data(), 0), 2);
  EXPECT_EQ(decoded(element, found.values.data(), 1), -2);  // 2.12 lies nearer to 2 than to 2.25
  EXPECT_EQ(decoded(element, found.values.data(), 2), 448);
  EXPECT_EQ(decoded(element, found.values.data(), 3), std::ldexp(1, -9));  // 0.002
  EXPECT_TRUE(found.scales.empty());
}

TEST(SmallNumbersOfEightBits, of_a_block_of_zeros_are_zeros) {
  const SmallNumbers found =
      small_numbers(std::vector<float>(32, 0), element_of("mxfp8"), BlockScales::ue8m0_of_32, 1);
  for (const std::byte each : found.values) EXPECT_EQ(each, std::byte{0});
  EXPECT_EQ(found.scales[0], std::byte{0});
}

}  // namespace
}  // namespace gb10
