#include "gpu/host_memory.h"

#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "base/text.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

Result<std::uint64_t> kibibytes_of(std::string_view meminfo, std::string_view key) {
  const std::optional<std::string_view> text = value_of(meminfo, key);
  const std::vector<std::string_view> parts = words(text.value_or(""));
  const auto count = parts.empty() ? std::nullopt : whole_number(parts[0]);
  if (!count || *count < 0) {
    return Error{Error::Kind::invalid, fmt::format("/proc/meminfo has no {}", key)};
  }
  return static_cast<std::uint64_t>(*count) * 1024;
}

}  // namespace

Result<HostMemory> host_memory_from(std::string_view meminfo) {
  HostMemory memory;
  memory.total = TRY(kibibytes_of(meminfo, "MemTotal"));
  memory.available = TRY(kibibytes_of(meminfo, "MemAvailable"));
  return memory;
}

Result<HostMemory> host_memory() {
  std::ifstream file("/proc/meminfo");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return host_memory_from(text);
}

Result<void> enough_host_memory(std::uint64_t least) {
  const HostMemory memory = TRY(host_memory());
  if (memory.available >= least) return {};
  return Error{Error::Kind::busy,
               fmt::format("only {} of memory are available, {} are needed",
                           to_text(bytes(static_cast<double>(memory.available))),
                           to_text(bytes(static_cast<double>(least)))),
               "gb10 memory shows who holds the memory"};
}

}  // namespace gb10
