#include "guard/budget.h"

#include <sys/prctl.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"

namespace gb10 {

Family family_of(const FamilyTree& tree, std::span<const ProcessUse> all, const GpuBytes& gpu) {
  std::multimap<std::int64_t, const ProcessUse*> children;
  std::vector<const ProcessUse*> next;
  for (const ProcessUse& process : all) {
    children.emplace(process.parent, &process);
    // Of our own children the others were orphans, but for those that we started ourselves.
    const bool is_orphan =
        process.parent == tree.self &&
        std::find(tree.helpers.begin(), tree.helpers.end(), process.pid) == tree.helpers.end();
    if (process.pid == tree.head || is_orphan) next.push_back(&process);
  }
  Family out;
  std::set<std::int64_t> seen;
  while (!next.empty()) {
    const ProcessUse* const process = next.back();
    next.pop_back();
    if (!seen.insert(process->pid).second) continue;
    const Holding holding = holding_of(*process, gpu);
    out.members.push_back({process->pid, process->started});
    out.holds += holding.all();
    if (holding.all() >= out.largest_holds) {
      out.largest_holds = holding.all();
      out.largest = printable(process->name());
    }
    const auto [begin, end] = children.equal_range(process->pid);
    for (auto child = begin; child != end; ++child) next.push_back(child->second);
  }
  return out;
}

bool Family::has(const ProcessUse& process) const {
  return std::find(members.begin(), members.end(), Target{process.pid, process.started}) !=
         members.end();
}

void adopt_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

Budget::Verdict Budget::judge(const Reading& reading, const Family& family) {
  outlook_ = watch_.judge(reading);
  // One that holds little is not to blame, and its end would not help.
  if (outlook_.alarm >= Alarm::stop && static_cast<double>(family.holds) >= policy_.recovered)
    return Verdict::machine_is_short;
  return static_cast<double>(family.holds) > budget_ ? Verdict::may_be_over : Verdict::fine;
}

}  // namespace gb10
