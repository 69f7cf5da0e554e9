#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

/// What kinds of cores a machine has, by what the cores say of themselves. Neither the number of a
/// CPU nor its clock nor its capacity tells: on a GB10 both classes lie in two runs each and the
/// capacities differ inside one class.
namespace gb10 {

/// Cores of one kind.
struct CpuKind {
  std::string name;       // "Cortex-X925"
  std::vector<int> cpus;  // sorted
};

inline constexpr std::string_view kX925 = "Cortex-X925";
inline constexpr std::string_view kA725 = "Cortex-A725";

/// The kinds in the text of /proc/cpuinfo, in the order of their first CPU.
std::vector<CpuKind> cpu_kinds(std::string_view cpuinfo);

/// "Cortex-X925" for implementer 0x41 and part 0xd85; "ARM part 0xd99" for one that is not in the
/// table.
std::string core_name(unsigned implementer, unsigned part);

/// Adds one CPU to its kind.
void add_cpu(std::vector<CpuKind>& kinds, const std::string& name, int cpu);

/// The CPUs of that kind; empty when there are none.
std::vector<int> cpus_of(const std::vector<CpuKind>& kinds, std::string_view name);

/// "5-9,15-19" of sorted numbers, and back.
std::string cpu_list(const std::vector<int>& cpus);
Result<std::vector<int>> parse_cpu_list(std::string_view text);

}  // namespace gb10
