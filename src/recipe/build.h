#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "host/foreground.h"
#include "host/host.h"
#include "host/lock.h"
#include "model/build_plan.h"

namespace gb10 {

/// The work folder of a build, held by one process at a time.
class Workplace {
 public:
  /// Makes it where it is missing. `conflict`: the folder is there and is not one of ours; `busy`:
  /// another build runs in it.
  static Result<Workplace> open(Host& host, const std::string& folder);

  const std::string& folder() const { return folder_; }

 private:
  Workplace(std::string folder, FileLock lock)
      : folder_(std::move(folder)), lock_(std::move(lock)) {}

  std::string folder_;
  FileLock lock_;
};

/// What happens during a build.
struct BuildNews {
  enum class Kind { begins, goes_on, ends } kind = Kind::begins;
  std::size_t number = 0, count = 0;  // 1 is the first step
  std::string step, says;
  double seconds = 0;
  std::optional<double> peak;  // bytes
};

/// What a program that starts now may take of the machine.
struct ProgramRoom {
  std::vector<std::string> before;  // words in front of it, which hold it within `budget`
  int jobs = 1;                     // side by side
  std::optional<double> budget;     // bytes
};

/// All of its functions must be set.
struct BuildHow {
  std::map<std::string, std::string, std::less<>> environment;  // the caller's
  std::function<Result<ProgramRoom>()> room;                    // asked for before each program
  std::function<void(const BuildNews&)> tell;
  std::function<void(std::string_view)> say;
};

/// Why a build ended before its end.
struct BuildStop {
  std::string step, what, log;
  int code = 0;            // of the program that failed
  int jobs = 0;            // that it might have had side by side
  int signal = 0;          // that we got
  bool disk_full = false;  // there is no room left
  std::string hint;        // what to do, where that is known here
  bool is_ours = false;    // gb10 itself refused; no program failed
};

struct BuildEnd {
  BuildRecord record;
  std::optional<BuildStop> stop;
  int ran = 0, kept = 0;
  double seconds = 0;
};

/// The caller's variables that steps get, and for a step of the recipe's own (not for a source)
/// those of the plan, with so many jobs side by side: NAME=value.
std::vector<std::string> step_environment(const BuildPlan& plan, std::string_view kind,
                                          const BuildHow& how, int jobs);

/// The log of a step, by its place in the plan.
std::string step_log(const BuildPlan& plan, std::size_t index);

/// Runs what is to do, one step after the other; after each the record is written. Errors are of
/// the work folder; a step that fails is told in `stop`.
Result<BuildEnd> build(BuildPlan& plan, Workplace& place, Host& host, TakenSignals& signals,
                       const BuildHow& how);

/// Writes down whether the result, which was looked at, is as it should be.
Result<void> keep_verdict(Host& host, const BuildPlan& plan, BuildRecord& record, bool is_whole);

/// Replaces the one place of `find` in a file by `replace`. True when it did, false where that was
/// done already (or, when `optional`, neither is there); an Error where it is not there or is there
/// more than once.
Result<bool> patch_file(Host& host, const std::string& path, const std::string& find,
                        const std::string& replace, bool optional);

}  // namespace gb10
