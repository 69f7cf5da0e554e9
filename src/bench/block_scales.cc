#include "bench/block_scales.h"

#include <cmath>
#include <cstring>

#include "gpu/cublaslt_api.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kTileRows = 128, kTileBlocks = 4, kTileBytes = 512;
constexpr std::uint64_t kOfFloats = 128;  // numbers, or lines, of a float

std::uint64_t tiles(std::uint64_t count, std::uint64_t of) { return (count + of - 1) / of; }

bool is_float(BlockScales scales) {
  return scales == BlockScales::f32_of_line || scales == BlockScales::f32_of_128 ||
         scales == BlockScales::f32_of_tile;
}

/// Blocks of a tile's line, with what lies beyond the matrix.
std::uint64_t padded_blocks(const ScaleTable& table) {
  return tiles(tiles(table.length, kOfFloats), kTileBlocks) * kTileBlocks;
}

/// How many floats there are.
std::uint64_t places(const ScaleTable& table) {
  if (table.kind == BlockScales::f32_of_line) return table.lines;
  if (table.kind == BlockScales::f32_of_128) return table.lines * tiles(table.length, kOfFloats);
  return tiles(table.lines, kOfFloats) * padded_blocks(table);
}

/// Which of them is that of a line's block: blocks of 128 lie line beside line, tiles block beside
/// block.
std::uint64_t float_place(const ScaleTable& table, std::uint64_t line, std::uint64_t block) {
  if (table.kind == BlockScales::f32_of_line) return line;
  if (table.kind == BlockScales::f32_of_128) return block * table.lines + line;
  return line / kOfFloats * padded_blocks(table) + block;
}

}  // namespace

std::uint64_t block_length(BlockScales scales) {
  switch (scales) {
    case BlockScales::ue4m3_of_16:
      return 16;
    case BlockScales::ue8m0_of_32:
      return 32;
    case BlockScales::f32_of_128:
    case BlockScales::f32_of_tile:
      return kOfFloats;
    default:
      return 0;
  }
}

std::size_t ScaleTable::bytes() const {
  const std::uint64_t across = block_length(kind) ? tiles(length, block_length(kind)) : 1;
  if (is_float(kind)) return sizeof(float) * places(*this);
  return scale_bytes(lines, across);
}

double ScaleTable::at(const std::byte* from, std::uint64_t line, std::uint64_t k) const {
  if (kind == BlockScales::none) return 1;
  const std::uint64_t across = block_length(kind) ? block_length(kind) : length;
  const std::uint64_t block = k / across;
  if (!is_float(kind))
    return decoded_scale(kind, from[scale_place(line, block, tiles(length, across))]);
  float out = 0;
  std::memcpy(&out, from + sizeof(float) * float_place(*this, line, block), sizeof out);
  return out;
}

int scale_mode(BlockScales scales) {
  using namespace cublaslt;
  constexpr int kModes[] = {0,          kVec16Ue4m3,     kVec32Ue8m0, kOuterVec32F,
                            kVec128F32, kBlock128x128F32};
  return kModes[static_cast<int>(scales)];
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
