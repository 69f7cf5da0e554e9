#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace gb10 {

/// How the text of a kernel file is read and compared.
enum class CellForm {
  integer,  // "60"
  word,     // "always [madvise] never": the word in brackets, or the only one
  numbers,  // "4096 131072 6291456", whatever blanks stand between
  latency,  // "100" or "n/a"
};

/// One thing that a knob is made of: a file of the kernel, or what tune/settings.h names.
struct KnobCell {
  std::string name;  // "vm.swappiness", "read_ahead_kb"
  std::string path;  // "/proc/sys/vm/swappiness"; "{}" stands for the instance
  CellForm form = CellForm::integer;
  /// What gb10 lets be asked for; the kernel takes nonsense, too.
  std::optional<std::int64_t> lowest, highest;
  std::vector<std::string> words;  // of `word`
  std::int64_t count = 0;          // of `numbers`: how many, none below the one before it
  std::string twin;                // the cell that becomes 0 when this one is written
  std::string reset_by;            // the cell whose change gives this one its first value back
  std::string content;             // of a file of ours, below its head
};

/// What we say to setting it at all.
enum class KnobAdvice { offered, leave, refused, experimental };
const char* word(KnobAdvice advice);
std::optional<KnobAdvice> knob_advice(std::string_view word);

/// Where knowledge of a knob comes from.
struct KnobEvidence {
  std::string source, date, kind, says;
};

/// What the old scripts did with it, and what we found.
struct SeedClaim {
  std::string items;    // "S4-15, S4-16"
  std::string sets;     // "40 and 10"
  std::string verdict;  // "risky"
  std::string says;
};

struct Knob {
  std::string name, title, kind, why, origin;
  KnobAdvice advice = KnobAdvice::offered;
  std::string risk;      // "none", "low", "caution"
  std::string persists;  // "sysctl.d", "udev", … of tune/persist.h, or "no"
  std::string usual;     // the value that a stock machine has, in words
  std::string counts;    // when what is set counts: empty for at once
  std::string needs;     // what must be there for it to apply
  std::string folder;    // where its instances are listed; empty for a knob without instances
  std::string match;     // which names there are instances: "policy*"
  std::string driver;    // of what driver they must be
  bool names_instance = false;  // a profile must say which: never all of them
  std::string least_of;         // the file of an instance that must hold `least` at least
  std::int64_t least = 0;
  std::vector<KnobCell> cells;
  std::vector<SeedClaim> seed;
  std::vector<KnobEvidence> evidence;

  const KnobCell* cell(std::string_view name) const;
};

/// What a profile wants of one cell.
struct Setting {
  std::string cell, value;
  friend bool operator==(const Setting&, const Setting&) = default;
};

struct Profile {
  std::string name, title, price, origin;
  struct Want {
    std::string knob, why;
    std::vector<Setting> values;
    std::string instance = {};  // a pattern; empty for all
  };
  std::vector<Want> wants;
};

/// A cell as it is and as it is wanted. `wanted` is empty where nothing is asked of it.
struct CellChange {
  std::string cell, path;
  CellForm form = CellForm::integer;
  std::string twin;
  std::string before, wanted;  // canonical
  std::string after;           // what was read back; empty before it was written
  std::string reset_by = {};   // path of the cell whose change resets it
  std::string content = {};    // of a file of ours, below its head
  friend bool operator==(const CellChange&, const CellChange&) = default;
};

/// One knob of one instance in a plan.
struct PlanStep {
  enum class State {
    change,   // it is another value
    same,     // it is what is wanted
    skipped,  // it does not apply here; why is in `note`
    refused,  // it may not be set so; why is in `note`
  };
  std::string knob, instance, note;
  std::string match = {};     // how udev tells the instance from others, where it does
  std::string persists = {};  // as its knob says; empty where an older gb10 wrote it down
  State state = State::same;
  std::vector<CellChange> cells;  // all of the knob, in the order in which they are written

  bool has_change() const { return state == State::change; }
};
const char* word(PlanStep::State state);

/// A file that keeps settings over a restart.
struct PlannedFile {
  std::string path, content;
  std::optional<std::string> before;  // what is there now; nothing where there is no file
  std::string unknown = {};           // why that is not known; then it must not be written
  bool differs() const { return before != content; }
};

struct Plan {
  std::string profile, title, price;
  bool persists = true;  // files are to keep it over a restart
  std::vector<PlanStep> steps;
  std::vector<PlannedFile> files;
  std::vector<std::string> warnings;  // what would be lost at the next boot, and by which file
  std::string options = {};           // of gb10 tune apply, for the same: " --any-hardware"
  std::string foreign = {};           // that this is no GB10, where any hardware was allowed
  std::string blocked = {};           // why apply would refuse it, besides
  std::string not_kept = {};          // why its files must not be written: apply refuses

  bool changes() const;
  bool refuses() const;
};

Json to_json(const Plan& plan);
Json to_json(const Knob& knob);
Json to_json(const Profile& profile);

}  // namespace gb10
