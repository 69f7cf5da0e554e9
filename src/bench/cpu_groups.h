#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/host.h"

namespace gb10 {

/// CPUs that work together.
struct CpuGroup {
  std::string name;       // "all", "cortex-x925"
  std::vector<int> cpus;  // sorted
};

/// CPUs that this process may use. Error `failed` where the kernel does not tell.
Result<std::vector<int>> allowed_cpus();

/// All of `allowed`, and where they are of several kinds those of each kind.
std::vector<CpuGroup> cpu_groups(const HostView& host, const std::vector<int>& allowed);

/// The caches that lie before the memory, all those of the last level together, bytes; nothing
/// where the kernel does not tell. What stands behind them, such as a system cache, is not in it.
std::optional<std::uint64_t> last_level_caches(const HostView& host,
                                               const std::vector<int>& allowed);

/// Lets this thread run on one CPU only.
Result<void> run_on(int cpu);

}  // namespace gb10
