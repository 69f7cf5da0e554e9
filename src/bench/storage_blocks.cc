#include "bench/storage_blocks.h"

#include <cstring>

#include "base/check.h"

namespace gb10 {

namespace {

constexpr std::size_t kWholeEvery = 64;  // blocks of which one is summed up

std::uint64_t word_at(std::span<const std::byte> block, std::size_t index) {
  std::uint64_t word = 0;
  std::memcpy(&word, block.data() + index * sizeof word, sizeof word);
  return word;
}

std::span<const std::byte, kStorageBlock> block_at(std::span<const std::byte> bytes,
                                                   std::size_t index) {
  return bytes.subspan(index * kStorageBlock).first<kStorageBlock>();
}

/// Of one word of each sector: the first of the first, the last of the others. A word that is wrong
/// changes it, whichever.
std::uint64_t sectors_sum(std::span<const std::byte, kStorageBlock> block) {
  constexpr std::size_t kWords = kStorageSector / sizeof(std::uint64_t);
  std::uint64_t sum = word_at(block, 0);
  for (std::size_t i = 1; i < kStorageBlock / kStorageSector; ++i)
    sum += word_at(block, i * kWords + kWords - 1) * (2 * i + 1);
  return sum;
}

void turn_round(std::span<std::byte, sizeof(std::uint64_t)> word) {
  for (std::byte& each : word) each = ~each;
}

}  // namespace

std::uint64_t mixed_bits(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31U);
}

void fill_block(std::span<std::byte, kStorageBlock> block, std::uint64_t seed,
                std::uint64_t number) {
  std::uint64_t words[kStorageWords];
  const std::uint64_t begin = mixed_bits(seed ^ mixed_bits(number));
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i + 1 < kStorageWords; ++i) {
    words[i] = i == 0 ? begin : mixed_bits(begin + i);
    sum += words[i] * (2 * i + 1);
  }
  words[kStorageWords - 1] = sum;
  std::memcpy(block.data(), words, sizeof words);
}

std::uint64_t block_sum(std::span<const std::byte, kStorageBlock> block) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kStorageWords; ++i) sum += word_at(block, i) * (2 * i + 1);
  return sum;
}

void BlockMarks::note(std::uint64_t offset, std::span<const std::byte> bytes) {
  const std::size_t first = offset / kStorageBlock;
  CHECK(offset % kStorageBlock == 0 && bytes.size() / kStorageBlock <= count() - first);
  for (std::size_t i = 0; i < bytes.size() / kStorageBlock; ++i) {
    const auto block = block_at(bytes, i);
    marks_[first + i] = {sectors_sum(block), block_sum(block)};
  }
}

std::optional<std::uint64_t> BlockMarks::wrong(std::uint64_t offset,
                                               std::span<const std::byte> bytes,
                                               std::uint64_t turn) const {
  const std::size_t first = offset / kStorageBlock;
  CHECK(offset % kStorageBlock == 0 && bytes.size() / kStorageBlock <= count() - first);
  // Mixed: turns that count like the blocks would come to the same blocks again and again.
  const std::uint64_t shift = mixed_bits(turn);
  for (std::size_t i = 0; i < bytes.size() / kStorageBlock; ++i) {
    const Mark& mark = marks_[first + i];
    const auto block = block_at(bytes, i);
    const bool whole = (first + i + shift) % kWholeEvery == 0;
    if (sectors_sum(block) != mark.sectors || (whole && block_sum(block) != mark.sum))
      return offset + i * kStorageBlock;
  }
  return std::nullopt;
}

void spoil_ends(std::span<std::byte> bytes) {
  CHECK(bytes.size() >= 2 * sizeof(std::uint64_t));
  turn_round(bytes.first<sizeof(std::uint64_t)>());
  turn_round(bytes.last<sizeof(std::uint64_t)>());
}

}  // namespace gb10
