#pragma once

#include <span>
#include <string>
#include <vector>

#include "rules/rule.h"

namespace gb10 {

/// What became of one rule over all its instances.
enum class Outcome { passed, fired, not_checked, not_applicable };

struct Checked {
  const Rule* rule = nullptr;
  Outcome outcome = Outcome::passed;
};

struct Judgement {
  std::vector<Finding> findings;        // the worst first
  std::vector<NotChecked> not_checked;  // in the order of the rules
  std::vector<Checked> checked;         // every rule

  int count(Outcome outcome) const;
};

/// Judges every rule. A fact that is not known silences the rules that need it; they are listed as
/// not checked.
Judgement judge(const RuleSet& rules, const Facts& facts, std::span<const GpuSeries> series);

}  // namespace gb10
