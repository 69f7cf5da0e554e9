#include "bench/cpu_groups.h"

#include <sched.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/cpuinfo.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

constexpr int kMostCpus = 8192;

/// A set of CPUs of any size.
class CpuSet {
 public:
  CpuSet() : set_(CPU_ALLOC(kMostCpus)) { CPU_ZERO_S(size(), set_); }
  ~CpuSet() { CPU_FREE(set_); }
  CpuSet(const CpuSet&) = delete;
  CpuSet& operator=(const CpuSet&) = delete;
  static std::size_t size() { return CPU_ALLOC_SIZE(kMostCpus); }
  cpu_set_t* get() const { return set_; }

 private:
  cpu_set_t* set_;
};

/// "cortex-x925" of "Cortex-X925": fit for the name of a metric.
std::string short_name(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0)
      out += static_cast<char>(std::tolower(byte));
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out;
}

std::vector<int> both(const std::vector<int>& a, const std::vector<int>& b) {
  std::vector<int> out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

struct Cache {
  std::int64_t level = 0;
  std::string shared;
  std::uint64_t size = 0;
};

std::optional<Cache> cache_at(const HostView& host, const std::string& folder) {
  const auto level = host.read(folder + "/level"), size = host.read(folder + "/size"),
             shared = host.read(folder + "/shared_cpu_list");
  if (!level.ok() || !size.ok() || !shared.ok()) return std::nullopt;
  const auto number = whole_number(trimmed(*level));
  std::string text(trimmed(*size));  // "24576K"
  if (!number || text.empty()) return std::nullopt;
  const auto count = whole_number(text.substr(0, text.size() - 1));
  if (text.back() != 'K' || !count || *count <= 0) return std::nullopt;
  return Cache{*number, std::string(trimmed(*shared)), static_cast<std::uint64_t>(*count) * 1024};
}

}  // namespace

Result<std::vector<int>> allowed_cpus() {
  const CpuSet set;
  if (::sched_getaffinity(0, CpuSet::size(), set.get()) != 0)
    return Error{Error::Kind::failed,
                 fmt::format("which CPUs may be used is not told: {}", std::strerror(errno))};
  std::vector<int> out;
  for (int cpu = 0; cpu < kMostCpus; ++cpu) {
    if (CPU_ISSET_S(static_cast<std::size_t>(cpu), CpuSet::size(), set.get())) out.push_back(cpu);
  }
  return out;
}

std::vector<CpuGroup> cpu_groups(const HostView& host, const std::vector<int>& allowed) {
  std::vector<CpuGroup> out = {{"all", allowed}};
  const auto text = host.read("/proc/cpuinfo");
  if (!text.ok()) return out;
  for (const CpuKind& kind : cpu_kinds(*text)) {
    std::vector<int> cpus = both(kind.cpus, allowed);
    if (!cpus.empty()) out.push_back({short_name(kind.name), std::move(cpus)});
  }
  if (out.size() == 2) out.pop_back();  // all are of one kind
  return out;
}

std::optional<std::uint64_t> last_level_caches(const HostView& host,
                                               const std::vector<int>& allowed) {
  std::map<std::string, Cache> found;  // by who shares it
  std::int64_t last = 0;
  for (const int cpu : allowed) {
    for (int index = 0; index < 8; ++index) {
      const auto cache =
          cache_at(host, fmt::format("/sys/devices/system/cpu/cpu{}/cache/index{}", cpu, index));
      if (!cache) break;
      last = std::max(last, cache->level);
      Cache& known = found[fmt::format("{} {}", cache->level, cache->shared)];
      known = *cache;
    }
  }
  std::uint64_t out = 0;
  for (const auto& [name, cache] : found) out += cache.level == last ? cache.size : 0;
  if (out == 0) return std::nullopt;
  return out;
}

Result<void> run_on(int cpu) {
  const CpuSet set;
  CPU_SET_S(static_cast<std::size_t>(cpu), CpuSet::size(), set.get());
  if (::sched_setaffinity(0, CpuSet::size(), set.get()) == 0) return {};
  return Error{Error::Kind::failed,
               fmt::format("no thread can be held on CPU {}: {}", cpu, std::strerror(errno))};
}

}  // namespace gb10
