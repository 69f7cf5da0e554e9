#pragma once

#include <string>
#include <vector>

#include "model/tune_look.h"
#include "tune/journal.h"
#include "tune/settings.h"

namespace gb10 {

/// Error `unsupported` for a plan with a refused step, or whose files must not be written;
/// `conflict` where a file of ours is another's.
Result<void> check_allowed(const Plan& plan);

/// Which cells of a step are written, in this order.
std::vector<std::size_t> cells_to_write(const PlanStep& step);
/// Writes them and reads all back, also those that the kernel changed with them.
Result<void> set_step(PlanStep& step, Settings& settings);

/// Carries a plan out: all originals are in the journal before the first write, each value is read
/// back, and a failure takes back what was written. Errors: `denied` without root, `unsupported`
/// for a plan with refused steps, `unfinished` where an earlier run is, `conflict` where a file of
/// ours was changed by somebody else, all of them before any write; `rolled_back` after a failure.
/// The caller holds the lock.
Result<TuneRun> apply(const Plan& plan, const std::string& version, Settings settings,
                      Journal& journal);

/// Takes a run back: what is ours becomes what it was; what somebody else has changed since is a
/// conflict, named and left alone: the run is `left` with those alone. After a failure it is
/// unfinished; what fails a second time is left as well.
Result<std::vector<TuneOutcome>> undo(TuneRun run, Settings settings, Journal& journal);

/// Asks the driver again for what committed runs asked of it last, and makes them runs of this
/// boot. How many cells; the first that is refused is the Error.
Result<std::int64_t> reapplied_gpu(Journal& journal, Settings settings);

}  // namespace gb10
