#include "base/blob.h"

#include <algorithm>

#include <fmt/format.h>

namespace gb10 {

Result<std::size_t> MemoryBlob::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  return BorrowedBlob(std::as_bytes(std::span(bytes_))).read_at(offset, into);
}

Result<std::size_t> PartOfBlob::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  if (offset >= size_) return std::size_t{0};
  const std::size_t count = std::min<std::uint64_t>(into.size(), size_ - offset);
  return whole_->read_at(begin_ + offset, into.first(count));
}

Result<std::size_t> BorrowedBlob::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  if (offset >= bytes_.size()) return std::size_t{0};
  const std::size_t count = std::min<std::size_t>(into.size(), bytes_.size() - offset);
  std::copy_n(bytes_.data() + offset, count, into.data());
  return count;
}

Result<std::string> bytes_at(const Blob& blob, std::uint64_t offset, std::uint64_t count,
                             std::uint64_t limit) {
  if (count > limit) {
    return Error{Error::Kind::invalid, fmt::format("{} bytes at {} are too many", count, offset)};
  }
  std::string out(count, '\0');
  const std::size_t got = TRY(blob.read_at(offset, std::as_writable_bytes(std::span(out))));
  if (got != count) {
    return Error{Error::Kind::invalid, fmt::format("ends before {} bytes at {}", count, offset)};
  }
  return out;
}

}  // namespace gb10
