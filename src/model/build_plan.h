#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/recipe.h"

namespace gb10 {

/// What an action does.
enum class BuildActionKind { run, patch, check_sha256 };

/// One thing that a step does. Of a patch argv holds file, old and new text; of a check the file
/// and its sum.
struct BuildAction {
  BuildActionKind kind = BuildActionKind::run;
  std::vector<std::string> argv;
  std::string folder;  // absolute
  bool optional = false;
};

enum class BuildStepState { todo, done };

/// A step with all names filled in. "{jobs}" and "{text:FILE}" are left: they are known when it
/// starts.
struct BuildStep {
  std::string name;
  std::string kind;  // "source", "patch", "python", "step"
  std::string says;  // one line for people
  std::vector<BuildAction> actions;
  std::vector<std::string> inputs, outputs;  // absolute; outputs may hold *
  std::vector<std::string> after;            // names of steps
  std::string checkout;                      // of a git source: its folder
  BuildStepState state = BuildStepState::todo;
  std::string reason;  // why it is to do
};

struct BuildVariable {
  std::string name, value, reason;
};

/// One of the things that must be there, as far as it can be told.
struct BuildNeed {
  enum class State { there, missing, not_known };
  std::string kind;  // "apt", "toolkit", "recipe"
  std::string name, why, note;
  State state = State::not_known;
};
const char* word(BuildNeed::State state);

/// How many compilers may run side by side, and why so many.
struct JobLimit {
  int jobs = 1;
  std::string why;
};

struct BuildPlan {
  std::string recipe, title, version, folder;
  std::vector<BuildStep> steps;  // in the order in which they run
  std::vector<BuildVariable> variables;
  std::vector<BuildNeed> needs;
  std::vector<std::string> order;  // recipes that are built before it, the first first
  JobLimit jobs;
  std::optional<RecipeAmount> seconds, memory_per_job, disk;  // s, bytes, bytes
  std::optional<double> disk_free;                            // bytes
  std::string result;                                         // what it makes
  std::string needs_sum;                                      // of the results that it takes
  std::string python, toolkit;  // the interpreter, and the CUDA toolkit or nothing
  bool audited = true;          // the result is looked through, for this GPU and this CUDA
  std::string arch, audit_cuda;
  std::vector<Step> first;  // what to try before building
  std::string machine;      // what is to be said of the machine; empty on a GB10
  std::vector<std::string> not_judged;

  int done() const;
  /// It is not begun, and the disk has not the room that it is known to take.
  bool is_short_of_room() const;
  std::vector<std::string> missing(std::string_view kind) const;
};

/// A text of the plan for people: what is filled in when a step starts is named or filled in.
std::string shown_text(std::string_view text, const BuildPlan& plan);

/// What became of a step that has ended well.
struct StepStamp {
  std::string name, hash, resolved;            // resolved: the commit that a tag turned out to be
  std::map<std::string, std::string> outputs;  // by path: what they hold
  double seconds = 0;
  std::optional<double> peak;  // bytes
};

/// What is kept in the work folder.
struct BuildRecord {
  std::string recipe;
  bool is_whole = false;  // its last step ended, and the result was looked at
  std::vector<StepStamp> steps;

  const StepStamp* find(std::string_view name) const;
};

Json to_json(const BuildPlan& plan);
Json to_json(const BuildRecord& record);
Result<BuildRecord> build_record_from(const Json& json);

}  // namespace gb10
