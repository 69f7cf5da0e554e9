#pragma once
// rules/ reads what we know of facts (data/rules, data/benign), judges facts and GPU samples by it,
// and words the findings. It refuses an expression language: a rule is a list of plain clauses.

#include <string>
#include <string_view>
#include <vector>

#include "base/toml.h"
#include "model/fact.h"
#include "model/finding.h"
#include "model/sample.h"
#include "model/tune.h"

namespace gb10 {

enum class Op {
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  in,
  matches,
  matches_none,
  has,
  lacks,
  empty,
  count_ge,
  known,
  unknown,
  eq_fact,
  ne_fact,
  lt_fact,
  le_fact,
  gt_fact,
  ge_fact,
};

/// The right-hand side of a clause as it stands in the file; what it means depends on the fact's
/// type.
struct Operand {
  std::string text;              // of a string
  std::optional<double> number;  // of a number
  std::optional<bool> truth;
  std::optional<Quantity> quantity;  // of a string that reads as one
  std::vector<std::string> list;     // of `in`
};

/// `{ fact = "memory.swap_used", gt = "64 MiB" }`
struct Clause {
  std::string fact;
  Op op = Op::eq;
  Operand operand;
  int line = 0;
};

enum class Metric { utilization, sm_clock, power, temperature, reasons };

struct MetricClause {
  Metric metric = Metric::utilization;
  Op op = Op::ge;      // lt le gt ge; reasons: eq ne has matches matches_none
  double bound = 0;    // base unit
  std::string reason;  // "none", the word of a limiting reason, or a pattern for those words
};

/// At least `samples` consecutive samples of one GPU that span at least `seconds`, each meeting
/// every clause.
struct SampleWindow {
  int samples = 5;
  double seconds = 10;
  std::vector<MetricClause> all;
};

/// The knob of gb10 tune that clears what a rule finds, and the values that do.
struct RuleFix {
  std::string knob;  // empty where none does
  std::vector<Setting> values;
};

/// One case of a rule's own test.
struct Example {
  toml::Node facts;  // a table; typed by whoever knows the specs
  std::vector<GpuSample> samples;
  bool fires = false;
  int line = 0;
};

struct Rule {
  std::string name, title;
  Area area = Area::gpu;
  Severity severity = Severity::note;
  std::string for_each;
  std::vector<Clause> given, when, any;
  std::optional<SampleWindow> window;
  std::string message, why;
  std::vector<std::string> evidence, not_remedy, supersedes, catalogue;
  std::vector<Step> remedy;
  Impact impact = Impact::none;
  std::string evidence_class, source, date;
  std::string compat;  // the row of the compatibility matrix that says more; empty for none
  RuleFix fix;
  std::vector<Example> examples;
  std::string origin;  // "built in" or the file it was read from
};

/// Lines of `fact` that show the harmless signature of this name look bad and are not, unless one
/// of the clauses may hold: what a log alone cannot show.
struct Benign {
  std::string name, fact, origin;
  std::vector<Clause> unless;
  struct Example {
    std::string line;
    toml::Node facts;
    bool benign = false;
    int at = 0;
  };
  std::vector<Example> examples;
};

struct RuleSet {
  std::vector<Rule> rules;  // sorted by name
};

/// Reads one rule file; errors name file and line.
Result<Rule> read_rule(std::string_view text, std::string_view file);
Result<Benign> read_benign(std::string_view text, std::string_view file);

/// One clause as files of knowledge write it.
Result<Clause> read_clause(const toml::Node& node);

/// The word of an operator in rule files ("lt_fact").
const char* word(Op op);

}  // namespace gb10
