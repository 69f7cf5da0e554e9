#pragma once
// launch/ knows what a program needs on this machine (data/fixes), tells it of one environment (the
// launch plan), and how a variable is written for a shell and its like. It starts no Python, and
// refuses to set anything that rests on a version that is not known.

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/tables.h"
#include "rules/rule.h"

namespace gb10 {

/// One thing that a program may need, as data/fixes has it.
struct LaunchFix {
  enum class Effect { set, hook, warn, never };
  /// Why nothing is to be done where the clauses hold: told instead of a bare "not needed".
  struct Otherwise {
    std::vector<Clause> when;
    std::string reason;
  };
  /// Jobs by memory: they are {launch.jobs}, and why so many {launch.jobs_reason}.
  struct Jobs {
    double memory_each = 0, keep_free = 0;  // bytes
  };
  /// One case of the fix's own test.
  struct Case {
    toml::Node facts, set;  // tables
    std::string does;       // "set", "hook", "warn", or the word of LeftAlone::Why; "nothing"
    bool requested = false;
    int line = 0;
  };

  std::string name, title;
  std::vector<std::string> profiles;
  std::vector<Clause> given;      // where not: not about this machine or environment
  std::vector<Clause> when, any;  // where not: not needed
  std::vector<Clause> known_for;  // where not: not known, nothing is done
  std::vector<Clause> needs;      // where not: refused, with the words of `unmet`
  std::string unmet;
  Effect effect = Effect::never;
  std::vector<std::pair<std::string, std::string>> set;  // variables
  std::string hook, module;
  std::vector<std::pair<std::string, std::string>> settings;  // of the hook
  std::string reason;  // one sentence with the versions of this machine
  std::string why;     // what is behind it
  std::vector<Otherwise> otherwise;
  std::optional<Jobs> jobs;
  bool on_request = false, may_change_results = false;
  std::string evidence_class, source, date, origin;
  std::vector<std::string> catalogue;
  std::vector<Case> examples;
};

/// Reads one file; errors name file and line.
Result<LaunchFix> read_launch_fix(std::string_view text, std::string_view file);

/// The fixes in force on a machine, sorted by name. A fact that nobody collects is an Error.
Result<std::vector<LaunchFix>> launch_fixes(const HostView& host,
                                            const std::vector<std::string>& directories);

/// That each fact it judges or tells exists.
Result<void> check_facts(const LaunchFix& fix);

/// The variables that the clauses of fixes judge.
std::set<std::string> judged_variables(std::span<const LaunchFix> fixes);

const char* word(LaunchFix::Effect effect);

/// The words for profiles: "build", "train", "serve".
std::vector<std::string> launch_profiles();

}  // namespace gb10
