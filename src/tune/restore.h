#pragma once

#include <string>
#include <vector>

#include "model/tune_look.h"
#include "tune/journal.h"
#include "tune/settings.h"

namespace gb10 {

/// Takes back what a run did, newest first: its files, then its values, each only where it is still
/// ours or as it was. What could not be told to systemd, GRUB or the initial RAM disk comes last.
std::vector<TuneOutcome> restored(const TuneRun& run, Settings& settings);

/// Leaves in the run only what is still there to be taken back; outcomes as restored() gave them.
void keep_unsettled(TuneRun& run, const std::vector<TuneOutcome>& outcomes);

/// Removes what a killed gb10 has left beside the files of a run and of the journal: halves of
/// files that never took their place. One that cannot be removed harms nothing.
void remove_leftovers(Settings& settings, const TuneRun& run, const Journal& journal);

std::vector<std::string> paths_of(const TuneRun& run);
/// Whether what a step sets is of the kind that nothing reads back.
bool cannot_be_read(const PlanStep& step);

}  // namespace gb10
