#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace gb10 {

/// What a line of a requirements file leads to on the machine that it is judged for; the worst
/// first.
enum class LineVerdict {
  breaks,          // what it installs cannot work there, or cannot be installed at all
  not_here,        // it does not belong on this machine: there is no build, or nothing is gained
  cpu_build,       // it installs a build without CUDA
  replaces_torch,  // it brings a torch from PyPI, which is a CPU build there
  second_cuda,     // it brings libraries of another CUDA than torch's for this machine
  may_break,       // it lets versions in that break; the newest one works
  needs_build,     // there is no build for it: installing it compiles it
  cpu_only,        // its build for that machine computes on the CPU, and there is no other
  works_with,      // it works where a condition is met, which `why` names
  unknown,         // the compatibility matrix does not know it
  elsewhere,       // its marker says that it is for other machines
  fine,
};
const char* word(LineVerdict verdict);
/// Whether the environment will not work with it: exit code 1.
bool is_breaking(LineVerdict verdict);

/// One line, or one entry of a list, and what becomes of it.
struct LineFinding {
  std::string file;
  int line = 0;         // 0 where it has no place
  std::string scope;    // "dependency-groups.dev"; empty in files of pip
  std::string written;  // "flash-attn>=2.8.3"
  std::string package;  // normalised; empty where the line is none
  LineVerdict verdict = LineVerdict::fine;
  std::string why;
  std::vector<std::string> instead;  // what to write in its place; empty for nothing
  std::string by_hand;  // what to do about it that no line says, or why nothing can be edited
  std::string row;      // of the compatibility matrix; or empty
  /// The package that has to come from an index which is not named yet; or empty.
  std::string wants_index;
};

/// Lines to add beside those that are judged.
struct LinesToAdd {
  std::string file;
  int replaces = 0;   // the line in whose place they stand; 0 for none
  std::string place;  // "at the top", "[tool.uv.sources]", "at the end"
  std::vector<std::string> lines;
  std::string why;
};

/// Something that could not be read.
struct UnreadPart {
  std::string file;
  int line = 0;
  std::string what;
};

struct RequirementAudit {
  std::string subject;                // the file
  std::string target;                 // "a GB10 (aarch64, CUDA 13.0), Python 3.12"
  std::vector<LineFinding> findings;  // in the order of the files
  std::vector<LinesToAdd> to_add;
  std::vector<UnreadPart> unread;

  bool breaks() const;
};

Json to_json(const LineFinding& finding);
Json to_json(const RequirementAudit& audit);

}  // namespace gb10
