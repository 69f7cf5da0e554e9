#include "bench/memory_room.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "gpu/host_memory.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kMiB = 1ULL << 20U;
constexpr std::uint64_t kTimesOfCaches = 10, kPart = 16;  // of the room, each array
constexpr std::uint64_t kUsual = 512 * kMiB, kLeast = 64 * kMiB, kMost = 1024 * kMiB;

std::optional<std::uint64_t> number_in(const HostView& host, const char* path) {
  const auto text = host.read(path);
  const auto number = text.ok() ? whole_number(trimmed(*text)) : std::nullopt;
  if (!number || *number < 0) return std::nullopt;  // "max": no limit
  return static_cast<std::uint64_t>(*number);
}

std::string text_of(std::uint64_t size) { return to_text(bytes(static_cast<double>(size))); }

}  // namespace

Result<std::uint64_t> memory_room(const HostView& host) {
  const std::string meminfo = TRY(host.read("/proc/meminfo"));
  const HostMemory memory = TRY(host_memory_from(meminfo));
  const auto limit = number_in(host, "/sys/fs/cgroup/memory.max");
  const auto used = number_in(host, "/sys/fs/cgroup/memory.current");
  if (!limit || !used) return memory.available;
  return std::min(memory.available, *limit > *used ? *limit - *used : 0);
}

Result<ArraySize> cpu_array_size(std::uint64_t room, std::optional<std::uint64_t> caches) {
  const std::uint64_t safe = room / kPart / kMiB * kMiB;
  if (safe < kLeast)
    return Error{Error::Kind::busy,
                 fmt::format("a safe part of the {} that are available is too little for arrays of "
                             "{}",
                             text_of(room), text_of(kLeast)),
                 "gb10 memory shows who holds the memory"};
  const std::uint64_t wanted = std::clamp(kTimesOfCaches * caches.value_or(0), kUsual, kMost);
  ArraySize out{std::min(safe, wanted), {}};
  if (!caches)
    out.note = fmt::format("the size of the CPU's caches is not known: each array has {}",
                           text_of(out.bytes));
  else if (out.bytes < kTimesOfCaches * *caches)
    out.note = fmt::format(
        "each array has {}, only {:.1f} times the CPU's last cache of {}: part of what is measured "
        "is that cache",
        text_of(out.bytes), static_cast<double>(out.bytes) / static_cast<double>(*caches),
        text_of(*caches));
  return out;
}

}  // namespace gb10
