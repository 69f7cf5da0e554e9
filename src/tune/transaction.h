#pragma once

#include <string>
#include <vector>

#include "model/tune_look.h"
#include "tune/journal.h"
#include "tune/settings.h"

namespace gb10 {

/// Error `unsupported` for a plan with a refused step.
Result<void> check_allowed(const Plan& plan);

/// Carries a plan out: all originals are in the journal before the first write, each value is read
/// back, and a failure takes back what was written. Errors: `denied` without root, `unsupported`
/// for a plan with refused steps, `unfinished` where an earlier run is, `conflict` where a file of
/// ours was changed by somebody else, all of them before any write; `rolled_back` after a failure.
/// The caller holds the lock.
Result<TuneRun> apply(const Plan& plan, const std::string& version, Settings settings,
                      Journal& journal);

/// Takes a run back: what is ours becomes what it was; what somebody else has changed since is a
/// conflict, named and left alone. With conflicts the run stays committed with those
/// alone, unless it was unfinished.
Result<std::vector<TuneOutcome>> undo(TuneRun run, Settings settings, Journal& journal);

/// Asks the driver again for what committed runs asked of it last, and makes them runs of this
/// boot. How many cells; the first that is refused is the Error.
Result<std::int64_t> reapplied_gpu(Journal& journal, Settings settings);

}  // namespace gb10
