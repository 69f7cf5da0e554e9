#include <gtest/gtest.h>

#include <cmath>

#include "bench/block_scales.h"
#include "bench/gemm.h"
#include "bench/gemm_fakes.h"

namespace gb10 {
namespace {

using namespace gemm_fakes;

TEST(BlockScales, lie_as_memory_counts_them) {
  // Another way to the same layout: byte after byte, told where each belongs.
  const std::uint64_t rows = 300, blocks = 10;
  std::size_t place = 0;
  for (std::uint64_t tile_row = 0; tile_row < 3; ++tile_row) {
    for (std::uint64_t tile_block = 0; tile_block < 3; ++tile_block) {
      for (std::uint64_t line = 0; line < 32; ++line) {
        for (std::uint64_t group = 0; group < 4; ++group) {
          for (std::uint64_t block = 0; block < 4; ++block)
            EXPECT_EQ(
                scale_place(tile_row * 128 + group * 32 + line, tile_block * 4 + block, blocks),
                place++);
        }
      }
    }
  }
  EXPECT_EQ(scale_bytes(rows, blocks), place);
}

TEST(BlockScales, are_decoded_as_their_formats_say) {
  const auto of_16 = [](int code) {
    return decoded_scale(BlockScales::ue4m3_of_16, static_cast<std::byte>(code));
  };
  const auto of_32 = [](int code) {
    return decoded_scale(BlockScales::ue8m0_of_32, static_cast<std::byte>(code));
  };
  EXPECT_EQ(of_16(0x38), 1);
  EXPECT_EQ(of_16(0x3c), 1.5);
  EXPECT_EQ(of_16(0x7e), 448);
  EXPECT_EQ(of_16(0x01), std::ldexp(1, -9));
  EXPECT_TRUE(std::isnan(of_16(0x7f)));
  EXPECT_EQ(of_32(127), 1);
  EXPECT_EQ(of_32(0), std::ldexp(1, -127));
  EXPECT_EQ(of_32(254), std::ldexp(1, 127));
  EXPECT_TRUE(std::isnan(of_32(255)));
}

TEST(ScaleTables, of_floats_lie_as_the_library_reads_them) {
  const auto filled = [](const ScaleTable& table) {
    std::vector<std::byte> out(table.bytes());
    for (std::size_t i = 0; i < out.size() / sizeof(float); ++i) {
      const auto number = static_cast<float>(i);
      std::memcpy(&out[i * sizeof number], &number, sizeof number);
    }
    return out;
  };
  const ScaleTable line{BlockScales::f32_of_line, 5, 700};
  EXPECT_EQ(line.bytes(), 20U);
  EXPECT_EQ(line.at(filled(line).data(), 3, 699), 3);
  // Blocks of 128 along K: all lines of the first, then all of the second.
  const ScaleTable along{BlockScales::f32_of_128, 20, 700};
  EXPECT_EQ(along.bytes(), 4U * 20 * 6);
  EXPECT_EQ(along.at(filled(along).data(), 7, 127), 7);
  EXPECT_EQ(along.at(filled(along).data(), 7, 128), 27);
  // Tiles: six along K, filled up to eight.
  const ScaleTable tile{BlockScales::f32_of_tile, 300, 700};
  EXPECT_EQ(tile.bytes(), 4U * 3 * 8);
  EXPECT_EQ(tile.at(filled(tile).data(), 127, 640), 5);
  EXPECT_EQ(tile.at(filled(tile).data(), 128, 0), 8);
  EXPECT_EQ(tile.at(filled(tile).data(), 299, 699), 21);
  const ScaleTable none{BlockScales::none, 3, 3};
  EXPECT_EQ(none.at(nullptr, 1, 1), 1);
}

constexpr double kOfE2m1[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};

TEST(Elements, of_four_bits_are_two_in_a_byte) {
  const Element& element = *gemm_type("nvfp4")->a;
  EXPECT_EQ(element.bytes(10), 5U);
  for (int code = 0; code < 16; ++code) {
    const std::byte both = static_cast<std::byte>(code << 4 | 3);
    const double wanted = code < 8 ? kOfE2m1[code] : -kOfE2m1[code - 8];
    EXPECT_EQ(decoded(element, &both, 1), wanted) << code;
    EXPECT_EQ(decoded(element, &both, 0), 1.5);
  }
}

/// What the fake gets wrong.
enum class Fault { none, forgets_factor, lines_of_scales };
Fault fault = Fault::none;

/// An NVFP4 product that shares no code with what checks it.
void four_bit_product(const FakeLayout& a, const FakeLayout& b, const void* left, const void* right,
                      void* out) {
  const std::uint64_t blocks = a.rows / 16, tiles = (blocks + 3) / 4;
  const auto value = [&](const void* matrix, std::uint64_t line, std::uint64_t k) {
    const std::uint64_t at = line * a.rows + k;
    const int code = static_cast<const unsigned char*>(matrix)[at / 2] >> (at % 2 ? 4 : 0) & 15;
    return code < 8 ? kOfE2m1[code] : -kOfE2m1[code & 7];
  };
  const auto scale = [&](int which, std::uint64_t line, std::uint64_t k) {
    const auto* const all = reinterpret_cast<const unsigned char*>(light().attributes[which]);
    const std::uint64_t block = k / 16;
    const std::uint64_t place = fault == Fault::lines_of_scales
                                    ? line * blocks + block
                                    : (line / 128 * tiles + block / 4) * 512 + line % 32 * 16 +
                                          line / 32 % 4 * 4 + block % 4;
    return std::ldexp(8 + (all[place] & 7), (all[place] >> 3) - 10);
  };
  for (std::uint64_t n = 0; n < b.columns; ++n) {
    for (std::uint64_t m = 0; m < a.columns; ++m) {
      double sum = 0;
      for (std::uint64_t k = 0; k < a.rows; ++k)
        sum += value(left, m, k) * scale(kScaleOfA, m, k) * value(right, n, k) *
               scale(kScaleOfB, n, k);
      const auto rounded = static_cast<float>(fault == Fault::forgets_factor ? sum : 0.75 * sum);
      std::uint32_t bits = 0;
      std::memcpy(&bits, &rounded, sizeof bits);
      static_cast<std::uint16_t*>(out)[n * a.columns + m] = static_cast<std::uint16_t>(bits >> 16);
    }
  }
}

GemmCheck checked_with(Fault with) {
  fault = with;
  light() = {};
  light().computes = four_bit_product;
  fake::gpu().total = fake::gpu().free = std::size_t{8} << 30U;
  const Cuda cuda(gemm_cuda());
  const Module module(cuda.api(), nullptr);
  const Stream stream = *cuda.stream();
  const CublasLt library = *CublasLt::make(fake_light());
  GemmWish wish{gemm_type("nvfp4"), 160, 144, 96, GemmData::random, 7};
  const auto gemm = Gemm::make({cuda, 0, module, stream, library}, wish);
  EXPECT_TRUE(gemm.ok());
  EXPECT_EQ(light().attributes[kScaleModeOfA], std::uint64_t{kVec16Ue4m3});
  return *(*gemm)->checked({});
}

TEST(BlockScaledProducts, are_checked_with_a_scale_for_each_block) {
  EXPECT_TRUE(checked_with(Fault::none).passed());
}

TEST(BlockScaledProducts, that_forget_the_factor_are_wrong) {
  EXPECT_GT(checked_with(Fault::forgets_factor).wrong, 3000);
}

TEST(BlockScaledProducts, with_scales_in_another_order_are_wrong) {
  EXPECT_GT(checked_with(Fault::lines_of_scales).wrong, 1000);
}

}  // namespace
}  // namespace gb10
