#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "guard/victim.h"
#include "guard/watch.h"

namespace gb10 {

/// A process and all that it started, and what they hold together.
struct Family {
  std::vector<Target> members;
  std::int64_t holds = 0;  // bytes at most: what several of them share counts for each
  std::string largest;     // the name of the one that holds most
  std::int64_t largest_holds = 0;

  bool has(const ProcessUse& process) const;
};

/// Where a family begins.
struct FamilyTree {
  std::int64_t head = 0;              // the process that was started
  std::int64_t self = 0;              // who started it, and gets orphans (adopt_orphans)
  std::vector<std::int64_t> helpers;  // children of `self` that are none
};

/// Those of `all` that the head started, directly or not, and itself. What lost its parent is found
/// as a child of `self`.
Family family_of(const FamilyTree& tree, std::span<const ProcessUse> all, const GpuBytes& gpu);

/// From now on orphans of what we start become our children, so that nothing leaves the family.
void adopt_orphans();

/// Watches that a family keeps within `budget` bytes and the machine above its floor.
class Budget {
 public:
  enum class Verdict { fine, may_be_over, machine_is_short };

  Budget(double budget, const GuardPolicy& policy)
      : budget_(budget), policy_(policy), watch_(policy) {}

  Verdict judge(const Reading& reading, const Family& family);
  const Outlook& outlook() const { return outlook_; }

 private:
  double budget_;
  GuardPolicy policy_;
  Watch watch_;
  Outlook outlook_;
};

}  // namespace gb10
