#pragma once

#include <string>
#include <vector>

#include "host/host.h"
#include "model/tune_look.h"
#include "tune/journal.h"

namespace gb10 {

/// Whether what the runs in force set is still so, and their files are as they were written.
std::vector<TuneOutcome> verified(const Journal& journal, const HostView& host);

/// A knob of one instance as all runs in force together want it: of each cell what the last of them
/// wants, nothing of a twin that a later one sets to 0. The instance has the name that it has now.
struct SetKnob {
  PlanStep step;
  bool is_gone = false;          // its disk is not there
  bool is_of_this_boot = false;  // it was set since the machine started
  bool was_asked = false;        // a driver was, since then
};
std::vector<SetKnob> knobs_in_force(const Journal& journal, const HostView& host);

/// "mtu enp1s0f0np0": how a cell of an instance is called.
std::string name_of(const PlanStep& step, const CellChange& cell);

}  // namespace gb10
