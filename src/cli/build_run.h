#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "cli/command.h"
#include "host/host.h"
#include "model/build_plan.h"

namespace gb10 {

/// Of gb10 run.
inline constexpr const char* kBuildOption = "--build";

/// The machine's memory now, bytes.
struct MachineMemory {
  double total = 0, available = 0;
  double mapped = 0;  // of it from files
};

/// `unsupported`: the kernel does not tell what is available.
Result<MachineMemory> machine_memory(const HostView& host);

/// How many compilers may run side by side on `host` now, when each takes `memory_each` bytes;
/// where that is not known, as much as one of CUDA's is reported to take.
JobLimit build_limit(const HostView& host, std::optional<double> memory_each);

/// Of `gb10 run --build`: the caller's variables, with those by which builds know how many
/// compilers may run. One that the caller has set is left as it is. What was set is said.
std::map<std::string, std::string, std::less<>> with_build_jobs(
    std::map<std::string, std::string, std::less<>> environment, const HostView& host,
    const Io& io);

/// What was typed, with a budget where --build stands without one. Refuses what --build does not go
/// with.
Result<Arguments> build_arguments(const Arguments& arguments, const Io& io);

/// A budget for a build that leaves some of the memory to others, bytes. `unsupported`: that is too
/// little.
Result<double> build_budget(const MachineMemory& memory);

/// What stands behind --budget of gb10 run.
std::string budget_word(double budget);

/// Refuses a budget that is not available, both in bytes.
Result<void> check_budget(double budget, double available);

/// What a compiler takes whose memory nobody has told, bytes: as much as owners report of one of
/// CUDA's (cicc), 7 to 9 GiB.
inline constexpr double kOneCompiler = 9.0 * 1024 * 1024 * 1024;

}  // namespace gb10
