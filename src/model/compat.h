#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "model/finding.h"

namespace gb10 {

/// What becomes of a tool on a GB10 when it is installed as its makers publish it.
enum class CompatStatus {
  works,        // as it comes
  works_with,   // when the condition that `why` names is met
  jit,          // only after its code was compiled at the first start
  cpu_only,     // what is published for this CPU has no code for a GPU
  needs_build,  // only when built from source
  broken,       // it is there for this CPU, and it fails
  no_build,     // nothing is published for this CPU, or nothing of it is made for this GPU
  unknown,      // no source says; `why` tells what would settle it
};
const char* word(CompatStatus status);
std::optional<CompatStatus> compat_status(std::string_view word);
/// The sentence behind the word, for people.
const char* meaning(CompatStatus status);
/// Whether one can use it on the GPU without building anything.
bool is_usable(CompatStatus status);

/// What a row is about.
enum class CompatKind { tool, library, image, system };
const char* word(CompatKind kind);
std::optional<CompatKind> compat_kind(std::string_view word);

/// How a source knows it: somebody saw it, its maker says so, it follows from rules and numbers, or
/// it was tried for this table on a machine without a GB10 (a wheel was read, say).
enum class CompatProof { reported, documented, computed, tested };
const char* word(CompatProof proof);
std::optional<CompatProof> compat_proof(std::string_view word);

/// The status of some versions.
struct CompatRange {
  std::string versions;  // ">=0.27.1,<0.28"; empty for all
  CompatStatus status = CompatStatus::unknown;
  std::string why;
};

/// One source of a row.
struct CompatEvidence {
  std::string source;
  std::string date;  // "2026-10"
  CompatProof proof = CompatProof::reported;
  std::string says;  // in one sentence
};

/// What to write into a requirements file for this machine.
struct CompatInstall {
  std::string requirement;          // "vllm>=0.27.1"
  std::string index;                // address of the index that has the build
  std::string index_name;           // "pytorch-cu130"
  std::string marker;               // where the line must not be installed here
  std::string cpu_only_on_aarch64;  // versions whose default wheel is a CPU build; "*" for all
  bool replaces_torch = false;      // it names a bare torch: a CUDA build can be replaced by it
  bool x86_only = false;            // there is no wheel for this CPU
  std::vector<std::string> former_names;  // under which the versions to use do not exist
  std::string note;
};

/// One row of the compatibility matrix: what is known of one tool on a GB10.
struct CompatRow {
  std::string name, title;
  CompatKind kind = CompatKind::library;
  std::vector<std::string> packages;  // names on PyPI, normalised; "*" stands for any run
  std::vector<std::string> imports;
  std::vector<std::string> repositories;  // what those of its source are called, where not so
  CompatRange main;                       // the versions to use, and what becomes of them
  std::vector<CompatRange> ranges;        // others; the first that holds a version tells its status
  std::vector<std::string> depends, not_remedy;
  std::vector<Step> remedy;
  std::vector<CompatEvidence> evidence;  // first the one that the status rests on
  std::string expires;                   // "2027-04": shown as stale after this month
  std::optional<CompatInstall> install;
  std::string origin;  // "built in" or the file it was read from
};

/// True when the month in which the row expires has passed at `now` (seconds since 1970): what it
/// says was true once.
bool stale(const CompatRow& row, std::int64_t now);

/// What this machine says to a row that can be tested.
enum class CompatAnswer {
  disagrees,    // what the row asks for is not so here
  unknown,      // a fact that decides is not known
  agrees,       // what the row asks for is so here
  not_present,  // what the row is about is not on this machine
};
const char* word(CompatAnswer answer);

struct CompatCheck {
  std::string row, instance;
  CompatAnswer answer = CompatAnswer::unknown;
  std::vector<std::string> evidence;  // the facts that decided, each with its source
  std::string reason;                 // why it is not known
  std::string breaks;                 // what does not work where it disagrees; empty for nothing
};

/// A package that is installed on a GB10, and what the matrix knows of its version.
struct CompatInstalled {
  std::string package, version, environment;
  std::string row;
  CompatStatus status = CompatStatus::unknown;  // unknown: no source speaks of this version
};

/// All that `gb10 compat check` says.
struct CompatReport {
  std::vector<CompatCheck> checks;         // the worst first
  std::vector<CompatInstalled> installed;  // what cannot be used as it comes first
  std::vector<std::string> untested;       // rows that no fact of a machine can test
  std::string nothing_tested;              // why nothing was; empty where something was

  /// Whether something here will not work.
  bool breaks() const;
};

/// A row as it is shown: whether it is out of date, and what it says of a version that was asked
/// for.
struct DatedRow {
  CompatRow row;
  bool is_stale = false;
  std::string version = {};                    // empty when none was asked for
  std::optional<CompatRange> of_version = {};  // nothing when no source speaks of it

  /// What becomes of the version that was asked for, or of those to use.
  CompatStatus status() const;
};

Json to_json(const CompatRow& row);
Json to_json(const DatedRow& dated);
Json to_json(const CompatReport& report);

}  // namespace gb10
