#pragma once

#include <cstddef>
#include <cstdint>

namespace gb10 {

/// How the numbers of a factor, which lie in lines along K, are scaled in blocks.
enum class BlockScales {
  none,
  ue4m3_of_16,  // NVFP4: an unsigned E4M3 for 16 numbers
  ue8m0_of_32,  // MXFP8: a power of two for 32
  f32_of_line,  // FP8: a float for each line
  f32_of_128,   // FP8: a float for 128 numbers of a line
  f32_of_tile,  // FP8: a float for 128 lines by 128 numbers
};

/// Numbers along K that share a scale; 0 for none and for a whole line.
std::uint64_t block_length(BlockScales scales);

/// The scales of one factor of `lines` lines of `length` numbers, as they lie in memory.
struct ScaleTable {
  BlockScales kind = BlockScales::none;
  std::uint64_t lines = 0, length = 0;

  std::size_t bytes() const;
  /// The scale of the number `k` of a line. `from` are all bytes.
  double at(const std::byte* from, std::uint64_t line, std::uint64_t k) const;
};

/// cublasLtMatmulMatrixScale_t; 0 is one scale for the whole matrix.
int scale_mode(BlockScales scales);

/// What a scale's byte stands for.
double decoded_scale(BlockScales scales, std::byte byte);

/// Bytes of the scales of `rows` lines of `blocks` blocks: in tiles of 128 lines by 4 blocks, with
/// what lies beyond the matrix.
std::size_t scale_bytes(std::uint64_t rows, std::uint64_t blocks);

/// Where the scale of a line's block lies: cuBLASLt's layout. Tiles of 512 bytes follow each other
/// along K first; in a tile the 32 lines that are 32, 64 and 96 apart stand side by side.
std::size_t scale_place(std::uint64_t row, std::uint64_t block, std::uint64_t blocks);

}  // namespace gb10
