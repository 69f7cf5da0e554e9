#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "host/host.h"

namespace gb10 {

/// Bytes that are available to this process: of the machine, and no more than what its control
/// group leaves it. Error where the machine's is not known.
Result<std::uint64_t> memory_room(const HostView& host);

/// Bytes of an array that the CPUs work on.
struct ArraySize {
  std::uint64_t bytes = 0;
  /// Why it is not ten times the caches; empty where it is.
  std::string note = {};
};
/// Each of three arrays: ten times `caches`, those of the CPU's last level together, from 512 MiB
/// to 1 GiB, and a safe part of the room. Error `busy` where less than 64 MiB each are safe.
Result<ArraySize> cpu_array_size(std::uint64_t room, std::optional<std::uint64_t> caches);

}  // namespace gb10
