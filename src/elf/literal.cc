#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "elf/elf.h"

namespace gb10 {

namespace {
constexpr std::uint64_t kPiece = 64U << 10U;
constexpr std::uint64_t kMost = 64U << 20U;
}  // namespace

Result<std::optional<std::uint64_t>> find_literal(const Blob& blob, Range range,
                                                  std::string_view literal) {
  if (literal.empty() || literal.size() >= kPiece) {
    return Error{Error::Kind::invalid, fmt::format("cannot search {} bytes", literal.size())};
  }
  if (range.offset > blob.size() || range.size > blob.size() - range.offset) {
    return Error{Error::Kind::invalid, "the range to search reaches past the end"};
  }
  const std::uint64_t end = range.offset + std::min(range.size, kMost);
  std::uint64_t at = range.offset;
  while (end - at >= literal.size()) {
    const std::uint64_t count = std::min(kPiece, end - at);
    const std::string piece = TRY(bytes_at(blob, at, count));
    const std::size_t hit = piece.find(literal);
    if (hit != std::string::npos) return std::optional<std::uint64_t>(at + hit);
    // The next piece begins where a literal that this one cuts off would.
    at += count - (literal.size() - 1);
  }
  return std::optional<std::uint64_t>();
}

}  // namespace gb10
