#include "elf/window.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace gb10 {

namespace {
constexpr std::uint64_t kMost = 16U << 20U;
}  // namespace

Result<std::span<const std::byte>> Window::at(std::uint64_t offset, std::uint64_t count) {
  if (offset > size_ || count > size_ - offset || count > kMost) {
    return Error{Error::Kind::invalid,
                 fmt::format("{} bytes at {} lie outside the file", count, offset)};
  }
  if (offset < begin_ || offset + count > begin_ + held_.size()) {
    held_.resize(std::min(std::max(count, step_), size_ - offset));
    begin_ = offset;
    const std::size_t got = TRY(blob_.read_at(offset, held_));
    held_.resize(got);
    if (got < count) {
      return Error{Error::Kind::invalid, fmt::format("ends before {} bytes at {}", count, offset)};
    }
  }
  return std::span<const std::byte>(held_).subspan(offset - begin_, count);
}

Result<std::string> Window::text(std::uint64_t offset, std::uint64_t limit) {
  if (offset >= size_) return Error{Error::Kind::invalid, "a name lies outside the file"};
  std::uint64_t length = std::min<std::uint64_t>({limit, 64, size_ - offset});
  for (;;) {
    const auto bytes = TRY(at(offset, length));
    const auto end = std::find(bytes.begin(), bytes.end(), std::byte{0});
    if (end != bytes.end()) {
      return std::string(reinterpret_cast<const char*>(bytes.data()),
                         static_cast<std::size_t>(end - bytes.begin()));
    }
    const std::uint64_t longer = std::min<std::uint64_t>({limit, length * 8, size_ - offset});
    if (longer == length) return Error{Error::Kind::invalid, "a name has no end"};
    length = longer;
  }
}

}  // namespace gb10
