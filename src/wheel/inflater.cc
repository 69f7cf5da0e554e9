#include "wheel/inflater.h"

#include <libdeflate.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace gb10 {

namespace {

/// From here on memory is asked for in pages of this size: a third of the time that a large member
/// takes goes into its first touch otherwise.
constexpr std::size_t kLargePage = 2U << 20U;
constexpr std::size_t kLarge = 32U << 20U;

Error invalid(std::string what) { return {Error::Kind::invalid, std::move(what)}; }

Result<void> fill(const Blob& blob, std::uint64_t offset, std::span<std::byte> into) {
  const std::size_t got = TRY(blob.read_at(offset, into));
  if (got != into.size()) return invalid("the file ends inside of it");
  return {};
}

}  // namespace

void Inflater::Free::operator()(libdeflate_decompressor* held) const {
  libdeflate_free_decompressor(held);
}

void Inflater::FreeBytes::operator()(std::byte* bytes) const { std::free(bytes); }

Result<std::span<std::byte>> Inflater::Room::take(std::size_t count) {
  if (count <= size && bytes) return std::span<std::byte>(bytes.get(), count);
  const std::size_t wanted = std::max(count, std::min(2 * size, kLarge / 2));
  const std::size_t page = wanted < kLarge ? 64 : kLargePage;
  const std::size_t rounded = (wanted / page + 1) * page;
  bytes.reset();
  size = 0;
  bytes.reset(static_cast<std::byte*>(std::aligned_alloc(page, rounded)));
  if (!bytes) return Error{Error::Kind::failed, fmt::format("no memory for {} bytes", count)};
  // Only advice: without it the same memory comes in small pages.
  if (page == kLargePage) ::madvise(bytes.get(), rounded, MADV_HUGEPAGE);
  size = rounded;
  return std::span<std::byte>(bytes.get(), count);
}

Inflater::Inflater() : decompressor_(libdeflate_alloc_decompressor()) {
  CHECK(decompressor_ != nullptr);
}

Result<std::span<const std::byte>> Inflater::inflated(const Blob& blob, const Deflated& what) {
  const std::span<std::byte> in = TRY(packed_.take(what.packed));
  TRY(fill(blob, what.offset, in));
  const std::span<std::byte> out = TRY(unpacked_.take(what.size));
  std::size_t used = 0, made = 0;
  const libdeflate_result code = libdeflate_deflate_decompress_ex(
      decompressor_.get(), in.data(), in.size(), out.data(), out.size(), &used, &made);
  if (code == LIBDEFLATE_INSUFFICIENT_SPACE) return invalid("it unpacks to more than it says");
  if (code != LIBDEFLATE_SUCCESS) return invalid("its packed bytes make no sense");
  if (made != out.size()) {
    return invalid(fmt::format("it unpacks to {} bytes and says {}", made, out.size()));
  }
  if (used != in.size()) return invalid("bytes are left over behind its packed ones");
  return std::span<const std::byte>(out);
}

Result<std::span<const std::byte>> Inflater::plain(const Blob& blob, const Deflated& what) {
  const std::span<std::byte> out = TRY(unpacked_.take(what.size));
  TRY(fill(blob, what.offset, out));
  return std::span<const std::byte>(out);
}

std::uint32_t zip_checksum(std::span<const std::byte> bytes) {
  return libdeflate_crc32(0, bytes.data(), bytes.size());
}

}  // namespace gb10
