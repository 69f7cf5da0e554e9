#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/json.h"

namespace gb10 {

/// A variable that is set for a program, and why.
struct LaunchVariable {
  std::string name, value;
  std::string fix;     // the fix that asks for it: "triton.ptxas-for-blackwell"
  std::string reason;  // one sentence, with the versions that it rests on
  bool may_change_results = false;
};

/// A change inside the Python processes of a program, made right after `module` was imported.
struct LaunchHook {
  std::string name;    // of its file: "liger-outside-graph"
  std::string module;  // "liger_kernel.transformers"
  std::string fix, reason;
  bool may_change_results = false;
  std::vector<std::pair<std::string, std::string>> settings;  // what its code is given
};

/// A fix that changes nothing here, and why.
struct LeftAlone {
  enum class Why { not_needed, not_known, users_own, on_request, refused };
  std::string fix;
  Why why = Why::not_needed;
  std::string reason;
};

/// What a profile means for one environment on one machine. Nothing of it has been done.
struct LaunchPlan {
  std::string profile;      // "build", "train", "serve"
  std::string environment;  // its folder; empty where the program is of none
  std::vector<LaunchVariable> variables;
  std::vector<LaunchHook> hooks;
  std::vector<LeftAlone> left;
  std::vector<std::string> warnings;  // what was found and is harmful, with what to do
};

/// "not-needed", "users-own".
const char* word(LeftAlone::Why why);

Json to_json(const LaunchPlan& plan);

}  // namespace gb10
