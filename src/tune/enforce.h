#pragma once

#include <string>
#include <vector>

#include "model/tune_look.h"
#include "tune/journal.h"
#include "tune/settings.h"

namespace gb10 {

/// Sets again what somebody else has changed since, and gives what verified() would have said: done
/// for what was set again. A cell that had to be set again three times within an hour is left alone
/// and stays a conflict, with the files that name it. Fights are counted beside the journal.
/// Errors: `denied` without root, `unfinished`, those of writing the count. The caller holds the
/// lock.
Result<std::vector<TuneOutcome>> enforced(const Journal& journal, Settings& settings);

/// Files of this machine that name a cell and are not gb10's: who may write it.
std::vector<std::string> likely_writers(const CellChange& cell, const HostView& host);

}  // namespace gb10
