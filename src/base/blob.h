#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/result.h"

namespace gb10 {

/// Bytes of a file, an archive member or an image layer, read by position and never mapped: a file
/// that shrinks while we look must not kill us.
class Blob {
 public:
  virtual ~Blob() = default;
  virtual std::uint64_t size() const = 0;
  /// Fills `into` from `offset`; the count is smaller only at the end.
  virtual Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into) const = 0;
};

/// A Blob over bytes in memory.
class MemoryBlob : public Blob {
 public:
  explicit MemoryBlob(std::string bytes) : bytes_(std::move(bytes)) {}
  std::uint64_t size() const override { return bytes_.size(); }
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into) const override;

 private:
  std::string bytes_;
};

/// A range of another Blob, which outlives it.
class PartOfBlob : public Blob {
 public:
  PartOfBlob(const Blob& whole, std::uint64_t begin, std::uint64_t size)
      : whole_(&whole), begin_(begin), size_(size) {}
  std::uint64_t size() const override { return size_; }
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into) const override;

 private:
  const Blob* whole_;
  std::uint64_t begin_, size_;
};

/// Bytes that somebody else holds as long as it lives.
class BorrowedBlob : public Blob {
 public:
  explicit BorrowedBlob(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::uint64_t size() const override { return bytes_.size(); }
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into) const override;

 private:
  std::span<const std::byte> bytes_;
};

/// Exactly `count` bytes at `offset`, or an Error. Refuses more than `limit`.
Result<std::string> bytes_at(const Blob& blob, std::uint64_t offset, std::uint64_t count,
                             std::uint64_t limit = 64U << 20U);

}  // namespace gb10
