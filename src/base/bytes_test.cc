#include "base/bytes.h"

#include <gtest/gtest.h>

#include "base/blob.h"

namespace gb10 {
namespace {

TEST(Bytes, little_endian_reads_within_bounds_only) {
  const std::byte bytes[] = {std::byte{0x7f}, std::byte{0x45}, std::byte{0x4c}, std::byte{0x46}};
  EXPECT_EQ(little_endian<std::uint32_t>(bytes, 0), 0x464c457fU);
  EXPECT_EQ(little_endian<std::uint8_t>(bytes, 3), 0x46U);
  EXPECT_FALSE(little_endian<std::uint16_t>(bytes, 3));
  EXPECT_FALSE(little_endian<std::uint16_t>(bytes, UINT64_MAX));
}

TEST(Blob, bytes_at_refuses_short_and_huge_reads) {
  const MemoryBlob blob("abcdef");
  EXPECT_EQ(*bytes_at(blob, 2, 3), "cde");
  EXPECT_FALSE(bytes_at(blob, 4, 3).ok());
  EXPECT_FALSE(bytes_at(blob, 0, 1ULL << 40).ok());
}

}  // namespace
}  // namespace gb10
