#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "model/finding.h"

namespace gb10 {

/// What a build is expected to take, between two bounds, and who says so. Empty where nobody does.
struct RecipeAmount {
  double low = 0, high = 0;
  std::string kind;    // reported, documented, computed
  std::string source;  // where that stands
};

struct RecipeEvidence {
  std::string source, date, kind, says;
};

/// Where the sources come from: exactly one of git, folder and archive.
struct RecipeSource {
  std::string name;
  std::string git, tag, commit;  // of git: a tag, or a commit, which may be written in a file
  bool submodules = false;
  std::string folder;           // on this machine
  std::string archive, sha256;  // a https address or a file
  std::string note;
};

/// A change of the sources by what it is for: one text in one file becomes another, once.
struct RecipePatch {
  std::string name, file, find, replace, reason;
  /// Sources in which neither text is found need no patch; else they are not those that are meant.
  bool optional = false;
};

/// Something that the build needs of the machine; gb10 installs none of it.
struct RecipeNeed {
  std::string name, why;
};

/// One step of the recipe: programs that run one after the other.
struct RecipeStep {
  std::string name;
  std::vector<std::vector<std::string>> run;  // argv of each
  std::string folder;                         // below the work folder, or a path of its own
  std::vector<std::string> inputs, outputs, after;
};

/// A variable that the steps see. Where a condition does not hold, or cannot be told, it has the
/// other value, or is not set where there is none.
struct RecipeVariable {
  std::string name, value, reason;
  std::string when;  // the condition in words; empty for none
  std::optional<std::string> otherwise;
  std::string otherwise_reason;
};

struct Recipe {
  std::string name, title, version, row, origin;
  std::string why;                     // when building it makes sense
  std::vector<Step> first;             // what to try before: a wheel or an image that does it
  std::vector<std::string> not_first;  // what is reported not to help
  std::vector<RecipeEvidence> evidence;
  std::vector<std::string> catalogue;
  std::string
      arch;      // the one place of the GPU architecture: "12.1", "12.1a"; empty for no GPU code
  int cuda = 0;  // the major version of the toolkit; 0 for none
  std::vector<std::string> needs;  // recipes whose results it takes
  std::vector<RecipeNeed> apt;
  std::vector<std::vector<std::string>> python;  // words behind pip install
  std::vector<RecipeSource> sources;
  std::vector<RecipePatch> patches;
  std::vector<RecipeVariable> variables;
  std::vector<RecipeStep> steps;
  std::string result;      // what the last step leaves, below the work folder; may hold *
  std::string audit_cuda;  // of what CUDA it must be; empty where that is not looked at
  bool audited = true;     // its result is a wheel or a library, and is looked through
  std::optional<RecipeAmount> seconds, memory_per_job, disk;
};

Json to_json(const std::optional<RecipeAmount>& amount);
Json to_json(const Recipe& recipe);

}  // namespace gb10
