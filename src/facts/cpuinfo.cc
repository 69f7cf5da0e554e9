#include "facts/cpuinfo.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr unsigned kArm = 0x41;

struct Part {
  unsigned part;
  std::string_view name;
};

/// Part numbers as Arm's manuals of the cores give them. The two of a GB10 are confirmed by
/// owners' /proc/cpuinfo.
constexpr Part kParts[] = {
    {0xd03, "Cortex-A53"},  {0xd05, "Cortex-A55"},    {0xd08, "Cortex-A72"},
    {0xd0b, "Cortex-A76"},  {0xd0c, "Neoverse-N1"},   {0xd40, "Neoverse-V1"},
    {0xd41, "Cortex-A78"},  {0xd42, "Cortex-A78AE"},  {0xd49, "Neoverse-N2"},
    {0xd4f, "Neoverse-V2"}, {0xd80, "Cortex-A520"},   {0xd81, "Cortex-A720"},
    {0xd82, "Cortex-X4"},   {0xd83, "Neoverse-V3AE"}, {0xd84, "Neoverse-V3"},
    {0xd85, kX925},         {0xd87, kA725},           {0xd8e, "Neoverse-N3"},
};

/// What one block of /proc/cpuinfo says.
struct Block {
  std::optional<std::int64_t> cpu, implementer, part;
  std::string model;
};

void add_block(std::vector<CpuKind>& kinds, const Block& block) {
  if (!block.cpu) return;
  const int cpu = static_cast<int>(*block.cpu);
  if (block.implementer && block.part) {
    add_cpu(
        kinds,
        core_name(static_cast<unsigned>(*block.implementer), static_cast<unsigned>(*block.part)),
        cpu);
  } else if (!block.model.empty()) {
    add_cpu(kinds, block.model, cpu);
  }
}

constexpr std::int64_t kMostCpus = 1 << 16;

/// A CPU number that can be one; nothing for garbage.
std::optional<std::int64_t> cpu_number(std::string_view text) {
  const auto number = whole_number(text);
  return number && *number >= 0 && *number < kMostCpus ? number : std::nullopt;
}

void take_line(Block& block, std::string_view key, std::string_view value) {
  if (key == "processor") block.cpu = cpu_number(value);
  if (key == "CPU implementer") block.implementer = whole_number(value, 16);
  if (key == "CPU part") block.part = whole_number(value, 16);
  if (key == "model name") block.model = printable(value);
}

}  // namespace

std::string core_name(unsigned implementer, unsigned part) {
  if (implementer != kArm) return fmt::format("implementer {:#x} part {:#x}", implementer, part);
  for (const Part& known : kParts) {
    if (known.part == part) return std::string(known.name);
  }
  return fmt::format("ARM part {:#x}", part);
}

void add_cpu(std::vector<CpuKind>& kinds, const std::string& name, int cpu) {
  auto kind = std::find_if(kinds.begin(), kinds.end(),
                           [&](const CpuKind& other) { return other.name == name; });
  if (kind == kinds.end()) kind = kinds.insert(kinds.end(), CpuKind{name, {}});
  const auto at = std::lower_bound(kind->cpus.begin(), kind->cpus.end(), cpu);
  if (at == kind->cpus.end() || *at != cpu) kind->cpus.insert(at, cpu);
}

std::vector<CpuKind> cpu_kinds(std::string_view cpuinfo) {
  std::vector<CpuKind> kinds;
  Block block;
  for (const std::string_view line : lines(cpuinfo)) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view key = trimmed(line.substr(0, colon));
    if (key == "processor") {
      add_block(kinds, block);
      block = {};
    }
    take_line(block, key, trimmed(line.substr(colon + 1)));
  }
  add_block(kinds, block);
  return kinds;
}

std::vector<int> cpus_of(const std::vector<CpuKind>& kinds, std::string_view name) {
  for (const CpuKind& kind : kinds) {
    if (kind.name == name) return kind.cpus;
  }
  return {};
}

std::string cpu_list(const std::vector<int>& cpus) {
  std::string list;
  for (std::size_t i = 0; i < cpus.size();) {
    std::size_t last = i;
    while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) ++last;
    if (!list.empty()) list += ',';
    list += last == i ? fmt::format("{}", cpus[i]) : fmt::format("{}-{}", cpus[i], cpus[last]);
    i = last + 1;
  }
  return list;
}

Result<std::vector<int>> parse_cpu_list(std::string_view text) {
  std::vector<int> cpus;
  if (trimmed(text).empty()) return cpus;
  for (const std::string_view range : split(trimmed(text), ',')) {
    const std::size_t dash = range.find('-');
    const auto first = cpu_number(range.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : cpu_number(range.substr(dash + 1));
    if (!first || !last || *last < *first || cpus.size() > kMostCpus) {
      return Error{Error::Kind::failed,
                   fmt::format("\"{}\" is no list of CPUs", printable(trimmed(text), 60))};
    }
    for (auto cpu = *first; cpu <= *last; ++cpu) cpus.push_back(static_cast<int>(cpu));
  }
  std::sort(cpus.begin(), cpus.end());
  cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
  return cpus;
}

}  // namespace gb10
