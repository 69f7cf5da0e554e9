#include "host/held_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include "host/failure.h"

namespace gb10 {

namespace {

/// Offsets are signed for the kernel; nothing lies beyond.
bool out_of_reach(std::uint64_t offset, std::size_t count) {
  constexpr auto kEnd = static_cast<std::uint64_t>(std::numeric_limits<off_t>::max());
  return offset > kEnd || count > kEnd - offset;
}

}  // namespace

Result<std::size_t> HeldFile::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  if (out_of_reach(offset, into.size())) return std::size_t{0};
  std::size_t done = 0;
  while (done < into.size()) {
    const auto at = static_cast<off_t>(offset + done);
    const ssize_t n = ::pread(file_.get(), into.data() + done, into.size() - done, at);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return failure(errno, fmt::format("cannot read {}", path_));
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  return done;
}

Result<std::size_t> FarFile::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  if (out_of_reach(offset, into.size())) return std::size_t{0};
  const std::lock_guard lock(mutex_);
  std::string bytes;
  const int code = looker_.held(offset, into.size(), bytes);
  if (code != 0) return failure(code, fmt::format("cannot read {}", path_));
  const std::size_t count = std::min(bytes.size(), into.size());
  std::memcpy(into.data(), bytes.data(), count);
  return count;
}

}  // namespace gb10
