#include "guard/budget.h"

#include <sys/prctl.h>

#include <algorithm>
#include <map>
#include <set>

namespace gb10 {

Family family_of(std::int64_t head, std::int64_t self, std::span<const ProcessUse> all,
                 const GpuBytes& gpu) {
  std::multimap<std::int64_t, const ProcessUse*> children;
  std::vector<const ProcessUse*> next;
  for (const ProcessUse& process : all) {
    children.emplace(process.parent, &process);
    // Of our own children the others were orphans, but for the one that asks the driver.
    // That one was started from /proc/self/exe.
    const bool asks = process.name() == "exe" || process.name() == "gb10";
    const bool is_orphan = process.parent == self && !asks;
    if (process.pid == head || is_orphan) next.push_back(&process);
  }
  Family out;
  std::set<std::int64_t> seen;
  while (!next.empty()) {
    const ProcessUse* const process = next.back();
    next.pop_back();
    if (!seen.insert(process->pid).second) continue;
    const std::int64_t holds = held_by(*process, gpu);
    out.members.push_back({process->pid, process->started});
    out.holds += holds;
    if (holds >= out.largest_holds) {
      out.largest_holds = holds;
      out.largest = process->name();
    }
    const auto [begin, end] = children.equal_range(process->pid);
    for (auto child = begin; child != end; ++child) next.push_back(child->second);
  }
  return out;
}

void adopt_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

Budget::Verdict Budget::judge(const Reading& reading, const Family& family) {
  outlook_ = watch_.judge(reading);
  if (static_cast<double>(family.holds) > budget_) return Verdict::over_budget;
  return outlook_.alarm >= Alarm::stop ? Verdict::machine_is_short : Verdict::fine;
}

}  // namespace gb10
