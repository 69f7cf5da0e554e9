#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/blob.h"
#include "base/result.h"

namespace gb10 {

/// Reads a Blob through one small window, so that neighbouring reads cost one.
class Window {
 public:
  /// Reads at least `step` bytes at a time.
  explicit Window(const Blob& blob, std::uint64_t step = 1024)
      : blob_(blob), size_(blob.size()), step_(step) {}

  std::uint64_t size() const { return size_; }
  /// `count` bytes at `offset`, good until the next call. Error `invalid` past the end.
  Result<std::span<const std::byte>> at(std::uint64_t offset, std::uint64_t count);
  /// The text at `offset` up to its end mark, which must come within `limit` bytes.
  Result<std::string> text(std::uint64_t offset, std::uint64_t limit);

 private:
  const Blob& blob_;
  std::uint64_t size_, step_;
  std::uint64_t begin_ = 0;
  std::vector<std::byte> held_;
};

}  // namespace gb10
