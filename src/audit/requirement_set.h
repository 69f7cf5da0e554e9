#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/requirement_audit.h"
#include "wheel/requirement.h"
#include "wheel/tags.h"

namespace gb10 {

/// The wheel at the end of a path or an address, whatever "%2B" stands in it; nothing when there is
/// none.
std::optional<WheelName> wheel_at(std::string_view path_or_url);

/// Which of the files that name dependencies one is.
enum class RequirementKind { requirements, constraints, pyproject, uv_lock };

/// The kind that the name of a file tells, without looking into it: any *.txt or *.in is one of
/// requirements; nothing for other files.
std::optional<RequirementKind> requirement_kind(std::string_view path);

/// One requirement and where it stands.
struct RequirementLine {
  std::string file;
  int line = 0, last_line = 0;  // physical lines, from 1
  std::string scope;            // "project.dependencies"; empty in files of pip
  std::string written;          // the requirement as it stands there
  Requirement wanted;           // without a name where a bare address tells none
  bool is_constraint = false;   // installs nothing by itself
  bool binds_others = false;    // its clauses hold for every line about the package
  bool has_hashes = false;
  bool is_editable = false;  // "-e": `written` begins with that option
};

/// An index of packages, or a folder of wheels, that a file names.
struct PackageIndex {
  std::string url, name;
  bool is_explicit = false;  // only for the packages that say so
  bool is_default = false;   // stands in place of PyPI
  std::string file;
  int line = 0;
};

/// Where uv is told to take a package from: [tool.uv.sources].
struct PackageSource {
  std::string package;  // normalised
  std::string index;    // the name of an index; empty where it is an address, a folder, …
  std::optional<Marker> condition;
  std::string condition_text;
  int line = 0;
  bool is_listed = false;    // one of several in a list
  bool is_optional = false;  // it counts only where an extra or a group is asked for
};

/// A package of a uv.lock.
struct LockedPackage {
  struct Need {
    std::string name, version;
    std::vector<std::string> extras;
    std::optional<Marker> condition;
  };
  std::string name, version, registry;
  bool is_root = false;  // what the lock is for
  bool has_sdist = false;
  std::vector<Marker> forks;        // on which machines this version is taken; empty for all
  std::vector<std::string> wheels;  // names of files
  std::vector<Need> needs;
  std::map<std::string, std::vector<Need>, std::less<>> needs_of_extra;
  int line = 0;
};

/// All that a file and those that it includes ask for.
struct RequirementSet {
  RequirementKind kind = RequirementKind::requirements;
  std::string path;
  std::map<std::string, std::string> texts;  // of each file read, byte for byte
  std::vector<RequirementLine> lines;
  std::vector<PackageIndex> indexes;
  std::vector<PackageSource> sources;
  std::vector<LockedPackage> locked;
  std::vector<UnreadPart> unread;
  /// Files that are not UTF-8, and so are never edited.
  std::vector<std::string> converted;

  void add_unread(std::string_view file, int line, std::string what);
};

/// Reads a file by its path, and knows which paths are of one file.
struct TextReader {
  std::function<Result<std::string>(const std::string& path)> text;
  std::function<std::string(const std::string& path)> without_links;

  Result<std::string> operator()(const std::string& path) const { return text(path); }
};

/// Reads `path` and what it includes. What makes no sense is named in `unread`, and the rest read;
/// an error only where the file itself cannot be read at all.
Result<RequirementSet> read_requirements(const TextReader& read, const std::string& path,
                                         RequirementKind kind);

/// The parts of it, one for each kind of file; `text` is UTF-8 without a mark at its beginning.
void read_pip_file(const TextReader& read, const std::string& path, RequirementSet& out);
Result<void> read_pyproject(std::string_view text, const std::string& path, RequirementSet& out);
Result<void> read_uv_lock(std::string_view text, const std::string& path, RequirementSet& out);

/// `bytes` as UTF-8: marks of byte order go, UTF-16 is converted (and `converted` set).
std::string plain_text(std::string_view bytes, bool& converted);
/// Whether all of `text` is UTF-8 without NUL.
bool is_plain(std::string_view text);

}  // namespace gb10
