#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/requirement_audit.h"
#include "wheel/pep440.h"

namespace gb10 {

/// What becomes of some versions of a package on a GB10.
struct AdvisedRange {
  enum class Outcome { usable, conditional, cpu_only, needs_build, broken, no_build, unknown };
  Specifiers versions;
  Outcome outcome = Outcome::unknown;
  std::string why;
};

/// What the compatibility matrix knows of a package, as far as a line that asks for it is
/// concerned.
struct InstallAdvice {
  std::string row;
  std::vector<AdvisedRange> ranges;  // the first that holds a version tells
  std::string requirement;           // what to ask for on a GB10; or empty
  std::string index, index_name;     // the index that has the build for a GB10; or empty
  std::string marker;                // where it does belong: "platform_machine != 'aarch64'"
  /// Versions of which PyPI has a build without CUDA for aarch64.
  std::optional<Specifiers> cpu_only_on_aarch64;
  bool replaces_torch = false, x86_only = false;
  std::vector<std::string> former_names;  // under which what `requirement` names does not exist
  std::string note;
};

/// Advice by normalised name; null for a package that is not known. A name that ends in ".git" is
/// that of a repository, where it is called otherwise than its package.
using Advisor = std::function<const InstallAdvice*(std::string_view package)>;

}  // namespace gb10
