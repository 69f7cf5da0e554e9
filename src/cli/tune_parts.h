#pragma once
// What the commands of gb10 tune have in common.

#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/machine.h"
#include "report/report.h"
#include "rules/rule.h"
#include "tune/journal.h"
#include "tune/knobs.h"
#include "tune/plan.h"

namespace gb10::tune_words {

inline constexpr const char* kLock = "/run/gb10/tune.lock";
inline constexpr const char* kNoPersist = "--no-persist";
inline constexpr const char* kAnyHardware = "--any-hardware";
inline constexpr const char* kExperimental = "--experimental";
inline constexpr const char* kWatch = "--watch";
inline constexpr const char* kFormat = "--format";
inline constexpr const char* kDryRun = "--dry-run";
inline constexpr const char* kForget = "--forget";
inline constexpr const char* kBlocks = "--blocks";
inline constexpr const char* kScore = "--score";
inline constexpr const char* kWork = "--work";

/// "apply" and "cool" of "apply cool"; empty where nothing was typed.
std::string typed(const Arguments& arguments, std::size_t at);

Dress dress_of(const Arguments& arguments, const Io& io);
Result<KnobTable> table_in_force(const Arguments& arguments, const Io& io);
/// The profile that was named; "fix:RULE" is what clears a finding of the doctor.
Result<Profile> profile_of(const Arguments& arguments, const Io& io, const KnobTable& table);

/// What was typed of a plan, and what earlier runs left. Errors: `invalid` for words that make no
/// sense.
Result<PlanOptions> plan_options(const Arguments& arguments, const Journal& journal,
                                 const HostView& host);
/// The GPUs whose settings may be changed, and why not.
void add_gpus(const HostView& host, const GpuView& gpu, PlanOptions& options);

/// What was typed of the options of apply, to be typed again.
std::string options_of(const Arguments& arguments);
Error unfinished(const TuneRun& run);
void print(const Plan& plan, const Arguments& arguments, const Io& io);
/// `done` is what those are called that went well.
void print(const std::vector<TuneOutcome>& outcomes, const char* done, const Arguments& arguments,
           const Io& io);
int code_of(const std::vector<TuneOutcome>& outcomes);

/// The profile of one rule: what `gb10 tune apply fix:RULE` does. Its name is empty where no knob
/// clears it.
Profile fix_of(const Rule& rule);

/// What only looks: status, profiles, plan, verify, prove, export.
Result<int> status(const Arguments& arguments, const Io& io);
Result<int> profiles(const Arguments& arguments, const Io& io);
Result<int> plan(const Arguments& arguments, const Io& io);
Result<int> verify(const Arguments& arguments, const Io& io);
Result<int> prove(const Arguments& arguments, const Io& io);
Result<int> export_profile(const Arguments& arguments, const Io& io);

/// What changes the machine.
Result<int> apply_profile(const Arguments& arguments, const Io& io);
Result<int> enforce(const Arguments& arguments, const Io& io);
/// `prove PROFILE -- COMMAND`: what a profile gains and costs with a job of the user's own.
Result<int> prove_job(const Arguments& arguments, const Io& io);
Result<int> undo_runs(const Arguments& arguments, const Io& io);
Result<int> recover(const Arguments& arguments, const Io& io);
Result<int> reapply(const Arguments& arguments, const Io& io);

}  // namespace gb10::tune_words
