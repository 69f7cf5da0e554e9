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
    marks_[first + i] = {word_at(block, 0), word_at(block, kStorageWords - 1), block_sum(block)};
  }
}

std::optional<std::uint64_t> BlockMarks::wrong(std::uint64_t offset,
                                               std::span<const std::byte> bytes) const {
  const std::size_t first = offset / kStorageBlock;
  CHECK(offset % kStorageBlock == 0 && bytes.size() / kStorageBlock <= count() - first);
  for (std::size_t i = 0; i < bytes.size() / kStorageBlock; ++i) {
    const Mark& mark = marks_[first + i];
    const auto block = block_at(bytes, i);
    const bool ends =
        word_at(block, 0) == mark.first && word_at(block, kStorageWords - 1) == mark.last;
    const bool whole = (first + i) % kWholeEvery != 0 || block_sum(block) == mark.sum;
    if (!ends || !whole) return offset + i * kStorageBlock;
  }
  return std::nullopt;
}

}  // namespace gb10
