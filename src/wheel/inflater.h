#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/blob.h"
#include "base/result.h"

struct libdeflate_decompressor;

namespace gb10 {

/// Where deflated bytes lie in a Blob, and what they unpack to.
struct Deflated {
  std::uint64_t offset = 0, packed = 0;  // bytes
  std::uint64_t size = 0;                // bytes, unpacked
};

/// Memory for one packed and one unpacked member, kept for the next. One for each thread.
class Inflater {
 public:
  Inflater();

  /// Exactly `what.size` bytes, which the packed ones must give without a rest; good until the next
  /// call. Whoever calls has looked at the sizes: so much memory is taken.
  Result<std::span<const std::byte>> inflated(const Blob& blob, const Deflated& what);
  /// The bytes as they lie there; good until the next call.
  Result<std::span<const std::byte>> plain(const Blob& blob, const Deflated& what);

 private:
  struct Free {
    void operator()(libdeflate_decompressor* held) const;
  };
  struct FreeBytes {
    void operator()(std::byte* bytes) const;
  };
  /// Bytes that are not cleared first. Grows by taking new memory after the old was given back.
  struct Room {
    std::unique_ptr<std::byte, FreeBytes> bytes;
    std::size_t size = 0;
    Result<std::span<std::byte>> take(std::size_t count);
  };

  std::unique_ptr<libdeflate_decompressor, Free> decompressor_;
  Room packed_, unpacked_;
};

/// The checksum that zip archives carry.
std::uint32_t zip_checksum(std::span<const std::byte> bytes);

}  // namespace gb10
