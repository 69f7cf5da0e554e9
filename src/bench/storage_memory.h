#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "base/result.h"

namespace gb10 {

/// Memory of whole pages, as reads past the page cache want it.
class StorageMemory {
 public:
  /// Error `failed` where there is no such memory.
  static Result<StorageMemory> make(std::size_t size);
  StorageMemory(StorageMemory&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  StorageMemory& operator=(StorageMemory&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~StorageMemory();

  std::span<std::byte> bytes() const { return bytes_; }

 private:
  explicit StorageMemory(std::span<std::byte> bytes) : bytes_(bytes) {}

  std::span<std::byte> bytes_;
};

}  // namespace gb10
