#pragma once
// explain/ knows failures by what they print (data/signatures), finds them in a log, and tells
// causes from what follows from them. It refuses to guess: what no signature knows stays unknown.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/toml.h"
#include "host/tables.h"
#include "model/finding.h"

namespace gb10 {

constexpr std::size_t kShortestAnchor = 6;  // bytes

enum class Role { cause, consequence, harmless, context };
std::optional<Role> role(std::string_view word);
const char* word(Role role);

/// `mhz < 1400`: a number that the pattern captured against another or a constant.
struct Comparison {
  std::string left, right;  // names of groups, or numbers
  enum class Op { lt, le, gt, ge, eq, ne } op = Op::lt;
};

/// What one line of a log looks like.
struct LinePattern {
  std::string anchor;  // a literal that every match contains, at least 6 bytes
  std::string line;    // a pattern in RE2's syntax
  std::vector<Comparison> where;
  std::int64_t times = 1;            // so many such lines at least
  std::optional<std::int64_t> last;  // at most so many lines follow
  int at = 0;                        // its line in the file
};

/// What else a log must show, or must not: any of its lines.
struct Condition {
  std::vector<LinePattern> any;
  std::optional<std::int64_t> within;  // so many lines around the hit
  bool after = false, before = false;  // only at or behind the hit, at or before it
  bool between = false;  // of `unless`: only between the last lines that meet `also` and the hit
};

/// How one failure shows in a log, and what to do about it.
struct Signature {
  std::string name, title, catalogue, why, applies, fixed, source, date, origin;
  Role role = Role::cause;
  int rank = 50;
  bool any_machine = false;  // the advice holds on any machine, not on a GB10 alone
  /// Counts only where no other cause stands: in the whole log, or between the first and the last
  /// of its own lines.
  enum class Alone { no, in_log, in_run } alone = Alone::no;
  bool other_machine = false;  // of a context: it shows a machine that is no GB10
  std::vector<LinePattern> match;
  std::vector<Condition> also, unless;
  std::vector<std::string> explains, facts, not_remedy;
  std::vector<Step> remedy;

  struct Example {
    std::string text;
    bool fires = false;
    int line = 0;
  };
  std::vector<Example> examples;
};

/// Reads one file; errors name file and line.
Result<Signature> read_signature(std::string_view text, std::string_view file);

/// The same of a file in force; the name inside must be the file's.
Result<Signature> read_signature(const DataFile& file);

/// `text` up to the first example: examples are for tests, and reading them takes half the time.
std::string_view without_examples(std::string_view text);

/// `text` with {group} and {group|other words} filled from what was captured.
std::string filled(std::string_view text,
                   const std::map<std::string, std::string, std::less<>>& captures);
Step filled(const Step& step, const std::map<std::string, std::string, std::less<>>& captures);

/// The groups that `text` wants and has no other words for.
std::vector<std::string> wanted_groups(std::string_view text);

}  // namespace gb10
