#pragma once
// What is seen of settings, and what became of taking them back.

#include <optional>
#include <string>
#include <vector>

#include "model/tune.h"

namespace gb10 {

/// A knob as `tune status` shows it.
struct KnobStatus {
  struct Cell {
    std::string cell, now, unknown;  // why `now` is not known
    std::string wanted;              // by the run in force
    std::string boot, boot_file;     // what files say for the next boot, and which one wins
  };
  std::string knob, title, instance, usual, note;
  KnobAdvice advice = KnobAdvice::offered;
  std::vector<Cell> cells;
};

/// What became of one thing that was to be taken back, or that was looked at again.
struct TuneOutcome {
  enum class State { done, nothing_to_do, conflict, failed, skipped };
  std::string what;  // "vm.swappiness", "/etc/sysctl.d/99-zz-gb10.conf"
  State state = State::done;
  std::string note;  // both values of a conflict, why it failed
};
const char* word(TuneOutcome::State state);

/// What can be shown of one cell without a benchmark, each part for itself.
struct CellProof {
  std::string cell, path;
  std::string requested;              // by the run in force; empty for nothing
  std::string accepted;               // what was read back then; empty where it cannot be
  std::vector<std::string> observed;  // different values that were seen, in their order
  std::string not_observed;           // why nothing was
  std::vector<std::string>
      boot;  // "60 by /etc/sysctl.d/zz-site.conf": who sets it, the winner last
  /// Whether what was seen is what was asked for; nothing where it was not asked, or not seen.
  std::optional<bool> holds;
};

Json to_json(const KnobStatus& status);
Json to_json(const TuneOutcome& outcome);
Json to_json(const CellProof& proof);

}  // namespace gb10
