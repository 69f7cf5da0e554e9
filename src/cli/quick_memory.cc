#include "cli/quick_memory.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/silent_gpu.h"
#include "facts/storage.h"
#include "facts/topics.h"

namespace gb10 {

namespace {

Error not_asked() { return {Error::Kind::unsupported, "not asked for here"}; }

}  // namespace

Result<Output> QuickMemory::FilesOnly::query(const Command&) const { return not_asked(); }

std::vector<Result<Output>> QuickMemory::FilesOnly::query_all(
    std::span<const Command> commands) const {
  return {commands.size(), not_asked()};
}

QuickMemory::QuickMemory(const HostView& host) : host_(host) {
  CollectOptions options;
  options.topics = {"identity", "os"};
  fixed_ = collect({host_, SilentGpu(not_asked())}, options);
}

Facts QuickMemory::facts(const GpuNews& news, std::span<const ProcessUse> processes) const {
  Facts facts = fixed_;
  memory_topic().collect({host_, SilentGpu(news, not_asked())}, {}, facts);
  storage::collect_zfs(host_, facts);
  for (std::size_t i = 0; i < news.count; ++i) {
    const GpuHolder& holder = news.holders[i];
    const std::string instance = fmt::format("{}", holder.pid);
    if (!std::isnan(holder.bytes))
      facts.set(key("gpu_process", instance, "memory"), bytes(holder.bytes), "NVML");
    facts.set(key("gpu_process", instance, "name"), name_of(holder.pid, processes), "/proc");
  }
  return facts;
}

std::string name_of(std::int64_t pid, std::span<const ProcessUse> processes) {
  const auto at = std::find_if(processes.begin(), processes.end(),
                               [&](const ProcessUse& each) { return each.pid == pid; });
  return at == processes.end() ? "a program that is not seen here" : printable(at->name());
}

}  // namespace gb10
