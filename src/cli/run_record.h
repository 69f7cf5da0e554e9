#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/run_parts.h"
#include "host/kept_words.h"
#include "launch/readback.h"
#include "model/run_record.h"

namespace gb10::run_words {

/// A plan whose hooks lie ready.
struct PreparedLaunch {
  LaunchPlan plan;
  std::optional<HookFolder> folder;  // nothing where the plan wants none

  ProgramVariables environment(ProgramVariables given) const {
    return gb10::launched(plan, folder ? &*folder : nullptr, std::move(given));
  }
  /// What was written down until now.
  ReadBack read_back() const {
    return gb10::read_back(folder ? folder->text("seen.jsonl") : std::string());
  }
};

Result<PreparedLaunch> prepared(LaunchPlan plan, const Io& io);

/// Says what is not as it was planned; where the `whole` is asked for, also that all is.
void tell(const LaunchPlan& plan, const ReadBack& found, const std::vector<LaunchMismatch>& wrong,
          bool whole, const Io& io);

/// A run that has ended.
struct EndedLaunch {
  const LaunchPlan& plan;
  const ReadBack& found;
  const std::vector<LaunchMismatch>& wrong;
  const std::vector<std::string>& command;
  std::int64_t begun;  // nanoseconds since 1970
  int code;
};

/// What was set and hooked, as a record has it: "profile", "variable.NAME", "hook.NAME".
void add_plan(RunRecord& record, const LaunchPlan& plan, const ReadBack& found,
              const KeptWords& kept);

/// Keeps a record of it; only where that fails something is said.
void keep_launch(const EndedLaunch& ended, const Io& io);

}  // namespace gb10::run_words
