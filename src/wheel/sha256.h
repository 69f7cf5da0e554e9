#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/blob.h"
#include "base/result.h"

namespace gb10 {

using Sha256Digest = std::array<std::byte, 32>;

/// SHA-256 of bytes that come in pieces.
class Sha256 {
 public:
  Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  ~Sha256();

  void add(std::span<const std::byte> bytes);
  /// Of all that was added; ends the use of this object.
  Sha256Digest digest();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// SHA-256 of a whole Blob, read in pieces through `room`, which must not be empty.
Result<Sha256Digest> sha256(const Blob& blob, std::span<std::byte> room);

/// As RECORD has it: base64 for addresses, without "=" at its end.
std::string base64_text(const Sha256Digest& digest);
/// As image layouts have it.
std::string hex_text(const Sha256Digest& digest);

}  // namespace gb10
