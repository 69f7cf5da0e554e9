// What only a machine with an NVIDIA GPU can show: that the kernel keeps the two largest of four.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>

#include "bench/prune.h"
#include "bench/real_gpu.h"

namespace gb10 {
namespace {

/// Bits of so many numbers; of each format all sizes, none that is no number.
std::vector<std::byte> drawn(const Element& element, std::size_t count) {
  std::vector<std::byte> out(element.bytes(count));
  std::mt19937_64 random(7);
  for (std::size_t i = 0; i < count; ++i) {
    // Few different ones among the first, so that many are as large.
    const std::uint64_t most = i < count / 2 ? 6 : element.bits == 16 ? 0x7c00 : 0x7f;
    const std::uint64_t sign = random() % 2 << (element.bits - 1);
    const auto bits = static_cast<std::uint16_t>(random() % most | sign);
    std::memcpy(&out[element.bytes(i)], &bits, element.bytes(1));
  }
  return out;
}

/// The CPU's own way: by the numbers' values, in the order of their sizes.
void keep_two(const Element& element, std::byte* four) {
  std::array<std::size_t, 4> order = {0, 1, 2, 3};
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(decoded(element, four, a)) > std::abs(decoded(element, four, b));
  });
  for (const std::size_t gone : {order[2], order[3]})
    std::memset(four + element.bytes(gone), 0, element.bytes(1));
}

void expect_two_largest(const GemmPlace& place, const Element& element) {
  constexpr std::size_t kCount = 1 << 20;
  std::vector<std::byte> wanted = drawn(element, kCount), found(wanted.size());
  auto matrix = DeviceBuffer<std::byte>::make(place.cuda, wanted.size());
  ASSERT_TRUE(matrix.ok());
  ASSERT_TRUE(matrix->upload(wanted).ok());
  const auto done = prune(place, element, *matrix);
  ASSERT_TRUE(done.ok()) << done.error().what;
  ASSERT_TRUE(matrix->download(0, found).ok());
  for (std::size_t i = 0; i < kCount; i += 4) keep_two(element, &wanted[element.bytes(i)]);
  EXPECT_TRUE(found == wanted) << element.name;
}

TEST(PruneOnGpu, keeps_the_two_largest_of_four_and_the_first_of_equal_ones) {
  const auto gpu = real_gpu();
  if (!gpu) GTEST_SKIP() << "no NVIDIA GPU on this machine, or no device code";
  for (const char* const type : {"fp16", "bf16", "fp8-e4m3", "int8"})
    expect_two_largest(gpu->place(), *gemm_type(type)->a);
}

}  // namespace
}  // namespace gb10
