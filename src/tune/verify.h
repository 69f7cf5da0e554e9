#pragma once

#include <vector>

#include "host/host.h"
#include "model/tune_look.h"
#include "tune/journal.h"

namespace gb10 {

/// Whether what the runs in force set is still so, and their files are as they were written.
std::vector<TuneOutcome> verified(const Journal& journal, const HostView& host);

/// A cell that runs in force set and that holds something else now.
struct Drift {
  CellChange cell;
  std::string now;
};
std::vector<Drift> drifted(const Journal& journal, const HostView& host);

}  // namespace gb10
