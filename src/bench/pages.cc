#include "bench/pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "base/text.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

Error no_pages(std::size_t size) {
  return {Error::Kind::busy,
          fmt::format("{} of memory: {}", to_text(bytes(static_cast<double>(size))),
                      std::strerror(errno))};
}

/// Begin and end of "7f00a000-7f00c000 rw-p …"; nothing for another line.
std::optional<std::pair<std::uint64_t, std::uint64_t>> mapping(std::string_view line) {
  const std::string text(line.substr(0, 40));
  char* after = nullptr;
  const std::uint64_t begin = std::strtoull(text.c_str(), &after, 16);
  if (after == text.c_str() || *after != '-') return std::nullopt;
  const char* const second = after + 1;
  const std::uint64_t end = std::strtoull(second, &after, 16);
  if (after == second || *after != ' ') return std::nullopt;
  return std::pair(begin, end);
}

}  // namespace

Result<Pages> Pages::make(std::size_t bytes, PageKind kind) {
  void* const begin =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (begin == MAP_FAILED) return no_pages(bytes);
  Pages out(begin, bytes);
  // A kernel that has no huge pages refuses; whether they came is asked afterwards.
  static_cast<void>(
      ::madvise(begin, bytes, kind == PageKind::huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE));
  return out;
}

Result<Pages> Pages::of_file(int descriptor, std::size_t bytes) {
  void* const begin = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, descriptor, 0);
  if (begin == MAP_FAILED) return no_pages(bytes);
  return Pages(begin, bytes);
}

Pages::~Pages() {
  if (begin_) ::munmap(begin_, size_);
}

Result<std::uint64_t> Pages::in_huge_pages() const {
  std::ifstream file("/proc/self/smaps");
  if (!file) return Error{Error::Kind::unsupported, "/proc/self/smaps cannot be read"};
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto begin = reinterpret_cast<std::uint64_t>(begin_);
  return huge_bytes(text, begin, begin + size_);
}

std::uint64_t huge_bytes(std::string_view smaps, std::uint64_t begin, std::uint64_t end) {
  std::uint64_t out = 0;
  bool is_ours = false;
  for (const std::string_view line : lines(smaps)) {
    // A neighbour of the same kind may be one mapping with ours.
    if (const auto at = mapping(line)) is_ours = at->first < end && at->second > begin;
    if (!is_ours || !line.starts_with("AnonHugePages:")) continue;
    const std::vector<std::string_view> parts = words(line);
    const auto count = parts.size() > 1 ? whole_number(parts[1]) : std::nullopt;
    if (count && *count > 0) out += static_cast<std::uint64_t>(*count) * 1024;
  }
  return out;
}

std::size_t base_page() {
  const long size = ::sysconf(_SC_PAGESIZE);
  return size > 0 ? static_cast<std::size_t>(size) : 4096;
}

}  // namespace gb10
