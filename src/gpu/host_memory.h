#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"

namespace gb10 {

/// What /proc/meminfo says of the whole machine, bytes.
struct HostMemory {
  std::uint64_t total = 0, available = 0;
};

/// Out of the text of /proc/meminfo.
Result<HostMemory> host_memory_from(std::string_view meminfo);

/// Of this machine, now. For the helper process, which has no HostView.
Result<HostMemory> host_memory();

/// `busy` when the machine has less than `least` bytes left for us.
Result<void> enough_host_memory(std::uint64_t least);

}  // namespace gb10
