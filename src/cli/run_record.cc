#include "cli/run_record.h"

#include <fmt/format.h>

#include "cli/run_store.h"

namespace gb10::run_words {

void add_plan(RunRecord& record, const LaunchPlan& plan, const ReadBack& found,
              const KeptWords& kept) {
  record.params["profile"] = plan.profile;
  for (const LaunchVariable& each : plan.variables) {
    record.params["variable." + each.name] = kept.path(each.value);
    if (each.may_change_results)
      record.notes.push_back(fmt::format("{} may change results: {}", each.fix, each.reason));
  }
  for (const LaunchHook& each : plan.hooks) {
    if (each.may_change_results)
      record.notes.push_back(fmt::format("{} may change results: {}", each.fix, each.reason));
  }
  for (const auto& [hook, state] : hook_states(plan, found))
    record.params["hook." + hook] = kept.path(state);
}

void keep_launch(const EndedLaunch& ended, const Io& io) {
  const KeptWords kept = kept_words(io);
  RunRecord record;
  record.begun = ended.begun;
  record.id = run_id(ended.begun);
  record.command = kept.words(ended.command);
  record.version = GB10_VERSION;
  add_plan(record, ended.plan, ended.found, kept);
  record.results.push_back(
      {"run.exit", Unit::none, static_cast<double>(ended.code), "measured", ""});
  for (const LaunchMismatch& each : ended.wrong) record.notes.push_back(kept.path(each.text));
  const Result<RunStore> store = open_run_store(io);
  const Result<void> saved = store.ok() ? store->save(record) : Result<void>(store.error());
  if (!saved.ok()) io.say(fmt::format("gb10: the run is not kept: {}\n", saved.error().what));
}

}  // namespace gb10::run_words
