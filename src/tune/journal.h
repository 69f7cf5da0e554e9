#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "host/host.h"
#include "model/tune.h"

namespace gb10 {

/// Apart from the guard's recordings, which are root's alone: everybody may look what is set.
inline constexpr const char* kJournalFolder = "/var/lib/gb10-tune";

/// A file that a run wrote, and what was there before.
struct RunFile {
  std::string path, content;
  std::optional<std::string> before;  // nothing where there was no file
  std::string made = {};              // the first of its folders that was not there
};

/// One apply, from its first write to its undoing.
struct TuneRun {
  enum class State {
    pending,    // it was not finished: originals are in it, some values may be set
    committed,  // all is set
    undoing,    // it is being taken back
    left,       // it was taken back, but for what is still in it: not in force, undo tries again
    undone,
  };
  int number = 0;
  std::string profile, version, boot;  // boot: the kernel's boot_id
  std::string gpu_boot = {};           // of the boot in which a GPU was asked last
  bool persists = true;                // files keep it over a restart
  std::int64_t time = 0;               // seconds since 1970
  State state = State::pending;
  std::vector<PlanStep> steps;  // those with changes; cells hold before, wanted and after
  std::vector<RunFile> files;

  bool is_unfinished() const { return state == State::pending || state == State::undoing; }
  /// A restart has taken back what only the kernel or a driver held.
  bool is_over(const std::string& now) const { return !persists && boot != now; }
};

/// What was done, kept so that it can be taken back: one file for each run, replaced whole by an
/// atomic rename and synced, with a sum over its content; and the first value that gb10 ever found
/// of each cell, which is never replaced.
class Journal {
 public:
  /// Reads all runs. `unfinished` for one that is damaged: nothing may be changed before somebody
  /// has looked at it. A folder that is not there holds no run.
  static Result<Journal> open(const HostView& host, std::string folder = kJournalFolder);

  const std::string& folder() const { return folder_; }
  const std::vector<TuneRun>& runs() const { return runs_; }  // by number
  /// The run that was not finished; null when there is none.
  const TuneRun* unfinished() const;
  /// Steps of the committed runs, the oldest first; those that only a driver or the kernel holds
  /// where they are of this boot.
  std::vector<PlanStep> in_force(const std::string& boot) const;
  /// Of those the ones that files keep, also a GPU's of another boot.
  std::vector<PlanStep> kept() const;
  const std::map<std::string, std::string>& baseline() const { return baseline_; }

  /// A run after the newest, not yet written.
  TuneRun next() const;
  /// Writes the run, durably, in place of the one with its number.
  Result<void> write(Host& host, const TuneRun& run);
  /// Adds cells that the baseline does not have yet.
  Result<void> keep_baseline(Host& host, const std::vector<PlanStep>& steps);

 private:
  std::string folder_;
  std::vector<TuneRun> runs_;
  std::map<std::string, std::string> baseline_;  // path of a cell -> value
};

/// The kernel's name of this boot; empty where it tells none.
std::string boot_id(const HostView& host);

/// The text of a journal file and back; `invalid` when its sum or its form is wrong.
std::string journal_text(const Json& json);
Result<Json> journal_json(std::string_view text);
Json to_json(const TuneRun& run);
Result<TuneRun> run_from(const Json& json);

}  // namespace gb10
