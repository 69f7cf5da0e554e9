#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace gb10 {

/// Bytes of the unit in which the content of a file is known; what is read begins and ends at one.
constexpr std::size_t kStorageBlock = 4096;
constexpr std::size_t kStorageSector = 512;  // bytes of the least that a disk may mix up
constexpr std::size_t kStorageWords = kStorageBlock / sizeof(std::uint64_t);

/// Fills the block of that number with what no drive can compress: its first word tells the number
/// and the seed, its last is a sum of the others.
void fill_block(std::span<std::byte, kStorageBlock> block, std::uint64_t seed,
                std::uint64_t number);

/// A sum that any word changes that is wrong or in another place; kernels/bench_storage.cu has the
/// same.
std::uint64_t block_sum(std::span<const std::byte, kStorageBlock> block);

/// What every block of a file is known to hold.
class BlockMarks {
 public:
  explicit BlockMarks(std::size_t blocks) : marks_(blocks) {}

  std::size_t count() const { return marks_.size(); }
  /// Notes what stands at `offset` and behind it, whole blocks.
  void note(std::uint64_t offset, std::span<const std::byte> bytes);
  std::uint64_t sum(std::size_t block) const { return marks_[block].sum; }

  /// Where the first block begins that was read at `offset` and is not as it was noted. Looks at a
  /// word of each sector of each block, the block's first and last among them, and at all words of
  /// one block in 64, another for each `turn`: so the check takes little of the time in which the
  /// next is read.
  std::optional<std::uint64_t> wrong(std::uint64_t offset, std::span<const std::byte> bytes,
                                     std::uint64_t turn) const;

 private:
  struct Mark {
    std::uint64_t sectors = 0, sum = 0;
  };
  std::vector<Mark> marks_;
};

/// Makes the first and last word wrong of where a read will go: one that does nothing then shows,
/// though the right bytes lay there before. Needs 16 bytes or more.
void spoil_ends(std::span<std::byte> bytes);

/// Bits that depend on every bit of `x`.
std::uint64_t mixed_bits(std::uint64_t x);

}  // namespace gb10
