#include "bench/block_scales.h"

#include <cmath>

namespace gb10 {

namespace {

constexpr std::uint64_t kTileRows = 128, kTileBlocks = 4, kTileBytes = 512;

std::uint64_t tiles(std::uint64_t count, std::uint64_t of) { return (count + of - 1) / of; }

}  // namespace

std::uint64_t block_length(BlockScales scales) {
  if (scales == BlockScales::ue4m3_of_16) return 16;
  return scales == BlockScales::ue8m0_of_32 ? 32 : 0;
}

double decoded_scale(BlockScales scales, std::byte byte) {
  const int code = std::to_integer<int>(byte);
  if (scales == BlockScales::ue8m0_of_32) return code == 255 ? NAN : std::ldexp(1, code - 127);
  const int exponent = code >> 3 & 15, mantissa = code & 7;
  if (exponent == 15 && mantissa == 7) return NAN;
  return exponent == 0 ? std::ldexp(mantissa, -9) : std::ldexp(8 + mantissa, exponent - 10);
}

std::size_t scale_bytes(std::uint64_t rows, std::uint64_t blocks) {
  return tiles(rows, kTileRows) * tiles(blocks, kTileBlocks) * kTileBytes;
}

std::size_t scale_place(std::uint64_t row, std::uint64_t block, std::uint64_t blocks) {
  const std::uint64_t tile = row / kTileRows * tiles(blocks, kTileBlocks) + block / kTileBlocks;
  const std::uint64_t within = row % kTileRows;
  return tile * kTileBytes + within % 32 * 16 + within / 32 * 4 + block % kTileBlocks;
}

}  // namespace gb10
