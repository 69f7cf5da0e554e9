#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/launch.h"

namespace gb10 {

/// What the Python processes of a run wrote down of what took effect.
struct ReadBack {
  struct Hook {
    std::string name, module, why;
    bool done = false;
    double process = 0;  // its number; 0 where it is not told
  };
  /// At the end of a process, or where `at_start` at its begin.
  struct Variable {
    std::string name;
    std::optional<std::string> value;  // nothing where it was not set
    std::string seen;                  // what the library made of it; empty where not known
    std::optional<bool> agrees;        // with what was planned; nothing where not known
    bool at_start = false;
    double process = 0;
  };

  int processes = 0;
  std::vector<Hook> hooks;
  std::vector<Variable> variables;
  std::vector<std::string> troubles;
  int unreadable = 0;  // lines
};

/// Reads lines of JSON. What is none of ours is counted, and otherwise passed over.
ReadBack read_back(std::string_view lines);

/// Something that is not as it was planned.
struct LaunchMismatch {
  std::string text;
  bool is_said = false;  // by the process itself, when it happened

  friend bool operator==(const LaunchMismatch&, const LaunchMismatch&) = default;
};

/// Each once, however many processes say it, and not more of them than a person reads.
std::vector<LaunchMismatch> mismatches(const LaunchPlan& plan, const ReadBack& found);

/// "done in 3 processes", "left alone: …", "its module was not imported": of each hook of the plan.
std::vector<std::pair<std::string, std::string>> hook_states(const LaunchPlan& plan,
                                                             const ReadBack& found);

}  // namespace gb10
