#include "cli/silent_gpu.h"

#include <cmath>

namespace gb10 {

SilentGpu::SilentGpu(const GpuNews& news, Error why) : why_(std::move(why)) {
  if (!news.knows_holders) return;
  processes_.emplace();
  for (std::size_t i = 0; i < news.count; ++i) {
    const GpuHolder& holder = news.holders[i];
    GpuProcess process;
    process.pid = holder.pid;
    process.type = "compute";
    if (!std::isnan(holder.bytes)) process.memory = static_cast<std::uint64_t>(holder.bytes);
    processes_->push_back(std::move(process));
  }
}

Result<std::vector<GpuProcess>> SilentGpu::processes() const {
  if (processes_) return *processes_;
  return why_;
}

}  // namespace gb10
