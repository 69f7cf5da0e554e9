#include "guard/exact_count.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

std::optional<std::int64_t> proportional(std::string_view text) {
  std::int64_t sum = 0;
  // Files that are mapped are page cache, which comes back by itself.
  for (const char* const key : {"Pss_Anon", "Pss_Shmem", "SwapPss"}) {
    const auto value = value_of(text, key);
    if (!value || !value->ends_with(" kB")) return std::nullopt;
    const auto number = whole_number(value->substr(0, value->size() - 3));
    if (!number || *number < 0) return std::nullopt;
    sum += *number * 1024;
  }
  return sum;
}

void ExactCount::begin(std::span<const ProcessUse> members, const GpuBytes& gpu, double seconds) {
  if (waits_) return;
  waits_ = seconds;
  aside_.add([this, all = std::vector<ProcessUse>(members.begin(), members.end()), gpu, seconds] {
    std::int64_t sum = 0, kept = 0;
    for (const ProcessUse& process : all) {
      std::ostringstream text;
      text << std::ifstream(fmt::format("/proc/{}/smaps_rollup", process.pid)).rdbuf();
      const Holding most = holding_of(process, gpu);
      const auto exact = proportional(text.str());
      sum += exact ? *exact + most.gpu : most.all();
      // Files that are kept open and mapped by nobody are in no process's count.
      if (exact) kept = std::max(kept, process.held - process.shared);
    }
    const std::lock_guard lock(mutex_);
    newest_ = Counted{seconds, sum + kept};
  });
}

std::optional<ExactCount::Counted> ExactCount::newest() {
  const std::lock_guard lock(mutex_);
  if (waits_ && newest_ && newest_->begun >= *waits_) waits_.reset();
  return newest_;
}

}  // namespace gb10
