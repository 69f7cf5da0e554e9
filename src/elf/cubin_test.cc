#include "elf/cubin.h"

#include <zstd.h>

#include <gtest/gtest.h>

#include "elf/artifact.h"
#include "elf/fake_fatbin.h"

namespace gb10 {
namespace {

std::optional<GpuImage> cubin(const std::string& bytes, Range rest) {
  const MemoryBlob blob(bytes);
  Window window(blob);
  return cubin_at(window, rest);
}

std::optional<GpuImage> cubin(const std::string& bytes) { return cubin(bytes, {0, bytes.size()}); }

std::string with(std::string bytes, std::size_t at, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.at(at + i) = static_cast<char>(value >> (8 * i));
  return bytes;
}

TEST(Cubin, tells_its_architecture_in_both_forms) {
  for (const std::uint32_t arch : {75U, 87U, 90U, 100U, 121U}) {
    for (const int abi : {7, 8}) {
      for (const bool only : {false, true}) {
        const std::string bytes = bytes_of(FakeCubin{arch, only, abi});
        const auto image = cubin(bytes);
        ASSERT_TRUE(image) << arch;
        EXPECT_EQ(arch_name(*image), std::to_string(arch) + (only ? "a" : "")) << abi;
        EXPECT_EQ(version_name(*image), "abi" + std::to_string(abi));
        EXPECT_EQ(image->stored, bytes.size());
        EXPECT_TRUE(image->loose);
      }
    }
  }
}

TEST(Cubin, the_old_mark_for_one_gpu_means_nothing_in_the_new_form) {
  // sm_121 is 0x7900 there, which has the bit 0x800.
  EXPECT_EQ(cubin(bytes_of(FakeCubin{121}))->suffix, 0);
}

TEST(Cubin, is_found_anywhere_and_nowhere_past_the_end) {
  const std::string bytes = "abc" + bytes_of(FakeCubin{90});
  EXPECT_EQ(cubin(bytes, {3, bytes.size() - 3})->offset, 3U);
  EXPECT_FALSE(cubin(bytes, {3, bytes.size() - 4}));
  EXPECT_FALSE(cubin(bytes, {0, bytes.size()}));
  EXPECT_FALSE(cubin(bytes.substr(0, 60), {3, 57}));
}

TEST(Cubin, is_none_of_another_machine_or_class_or_with_tables_outside) {
  const std::string good = bytes_of(FakeCubin{});
  ASSERT_TRUE(cubin(good));
  for (const std::string& bad :
       {with(good, 4, 1, 1), with(good, 18, 62, 2), with(good, 40, ~0ULL, 8),
        with(good, 40, good.size() - 255, 8), with(good, 60, 0xffff, 2), with(good, 56, 0xffff, 2),
        with(good, 32, good.size() + 1, 8)})
    EXPECT_FALSE(cubin(bad));
}

TEST(Cubin, survives_every_truncation_and_every_changed_byte) {
  const std::string good = bytes_of(FakeCubin{.this_gpu_only = true});
  for (std::size_t i = 0; i < good.size(); ++i) {
    EXPECT_FALSE(cubin(good.substr(0, i)));
    for (const std::uint64_t value : {0x00U, 0x04U, 0x7fU, 0xffU}) {
      const auto image = cubin(with(good, i, value, 1));
      EXPECT_TRUE(!image || image->stored <= good.size());
    }
  }
}

TEST(Cubin, records_with_a_length_of_their_own_are_stepped_over) {
  std::string bytes = bytes_of(FakeCubin{.this_gpu_only = true});
  const std::size_t records = bytes.find(std::string("\2\2\1\0\2\x09", 6));
  ASSERT_NE(records, std::string::npos);
  // A long record whose data look like the mark.
  bytes.replace(records, 8, std::string("\4\2\4\0\2\x09\1\0", 8));
  EXPECT_EQ(cubin(bytes)->suffix, 0);
}

GpuImage image_of(const std::string& payload, std::uint64_t unpacked, GpuImage::Packing packing) {
  GpuImage out;
  out.kind = GpuImage::Kind::elf;
  out.packing = packing;
  out.stored = payload.size();
  out.unpacked = unpacked;
  return out;
}

bool holds(const std::string& payload, std::uint64_t unpacked,
           GpuImage::Packing packing = GpuImage::Packing::none) {
  return holds_code(MemoryBlob(payload), image_of(payload, unpacked, packing));
}

std::string packed(const std::string& bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

TEST(Cubin, a_stub_is_told_by_its_size_or_else_by_its_sections) {
  const std::string code = std::string(3000, ' ') + ".text.kernel";
  const std::string none(3000, ' ');
  EXPECT_FALSE(holds(code, 2600));
  EXPECT_TRUE(holds(code, 2601));
  EXPECT_FALSE(holds(none, 2601));
  EXPECT_TRUE(holds(none, 6000));
  EXPECT_TRUE(holds(packed(code), code.size(), GpuImage::Packing::zstd));
  EXPECT_FALSE(holds(packed(none), none.size(), GpuImage::Packing::zstd));
  // What cannot be told counts as code.
  EXPECT_TRUE(holds(none, none.size(), GpuImage::Packing::zstd));
  EXPECT_TRUE(holds(none, none.size(), GpuImage::Packing::lz4));
  GpuImage lost = image_of(none, 3000, GpuImage::Packing::none);
  lost.offset = 1U << 20U;
  EXPECT_TRUE(holds_code(MemoryBlob(none), lost));
}

/// Says how much of it is read.
class Counted : public Blob {
 public:
  std::uint64_t size() const override { return 60U << 20U; }
  Result<std::size_t> read_at(std::uint64_t, std::span<std::byte> into) const override {
    read_ += into.size();
    return into.size();
  }
  mutable std::size_t read_ = 0;
};

TEST(Cubin, an_image_that_lies_about_its_size_is_not_read_whole) {
  const Counted blob;
  GpuImage image = image_of("", 3000, GpuImage::Packing::zstd);
  image.stored = 50U << 20U;
  EXPECT_TRUE(holds_code(blob, image));
  EXPECT_LT(blob.read_, 10'000U);
}

}  // namespace
}  // namespace gb10
