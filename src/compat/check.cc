#include "compat/check.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "compat/versions.h"
#include "rules/clause.h"

namespace gb10 {

namespace {

/// What clauses say together.
struct Judged {
  Truth truth = Truth::yes;
  std::string reason;             // why it is unknown
  std::vector<std::string> seen;  // the facts that were looked at, each once
};

/// "gpu.driver 580.142 (NVML)"; of a list only what a pattern hit, where it hit something.
std::string seen(const std::string& key, const Fact& fact, const ClauseResult& result) {
  const std::string value = !fact.value.ok()         ? "not known: " + fact.value.error().what
                            : result.matched.empty() ? to_text(*fact.value)
                                                     : joined(result.matched, "; ");
  return fmt::format("{} {} ({})", key, value, fact.source);
}

/// All of `clauses`: any "no" decides, then any "unknown", whose first reason is kept.
void judge_all(std::span<const Clause> clauses, const Facts& facts, std::string_view instance,
               Judged& out) {
  for (const Clause& clause : clauses) {
    const ClauseResult result = judged(clause, facts, instance);
    if (result.truth == Truth::unknown && out.reason.empty()) out.reason = result.reason;
    out.truth = std::min(out.truth, result.truth);
    std::vector<std::string> keys = {bound(clause.fact, instance)};
    if (clause.op >= Op::eq_fact) keys.push_back(bound(clause.operand.text, instance));
    for (const std::string& key : keys) {
      const Fact* const fact = facts.find(key);
      // Every row of a GB10 asks for one: that goes without saying.
      if (!fact || key == "identity.gb10") continue;
      std::string line = seen(key, *fact, result);
      if (std::find(out.seen.begin(), out.seen.end(), line) == out.seen.end())
        out.seen.push_back(std::move(line));
    }
  }
}

CompatAnswer answer_of(Truth truth) {
  if (truth == Truth::unknown) return CompatAnswer::unknown;
  return truth == Truth::yes ? CompatAnswer::agrees : CompatAnswer::disagrees;
}

CompatCheck checked(const CompatTest& test, const Facts& facts, const std::string& instance) {
  CompatCheck out;
  out.row = test.row;
  out.instance = instance;
  Judged all;
  judge_all(test.given, facts, instance, all);
  if (all.truth == Truth::no) {
    out.answer = CompatAnswer::not_present;
    return out;
  }
  const Truth given = all.truth;
  all.truth = Truth::yes;
  judge_all(test.wants, facts, instance, all);
  // What is perhaps not here cannot be wrong here.
  out.answer = given == Truth::unknown ? CompatAnswer::unknown : answer_of(all.truth);
  out.evidence = std::move(all.seen);
  if (out.answer == CompatAnswer::unknown) out.reason = std::move(all.reason);
  if (out.answer == CompatAnswer::disagrees) out.breaks = test.breaks;
  return out;
}

/// Whether the test is about this machine at all: what it says without looking at an instance.
bool may_be_here(const CompatTest& test, const Facts& facts) {
  return std::none_of(test.given.begin(), test.given.end(), [&](const Clause& clause) {
    return clause.fact.find("[*]") == std::string::npos &&
           judged(clause, facts, "").truth == Truth::no;
  });
}

/// The one answer of a test that no instance on this machine is about.
CompatCheck without_instance(const CompatTest& test, const Facts& facts) {
  CompatCheck out;
  out.row = test.row;
  out.answer = CompatAnswer::not_present;
  if (!may_be_here(test, facts)) return out;
  std::optional<std::string> why = why_unlisted(facts, test.for_each);
  if (!why) why = why_more(facts, test.for_each);
  if (!why) return out;
  out.answer = CompatAnswer::unknown;
  out.reason = *std::move(why);
  return out;
}

std::vector<CompatCheck> checks_of(const CompatTest& test, const Facts& facts) {
  if (test.for_each.empty()) return {checked(test, facts, "")};
  std::vector<CompatCheck> out;
  for (const std::string& instance : facts.instances(test.for_each)) {
    CompatCheck one = checked(test, facts, instance);
    if (one.answer != CompatAnswer::not_present) out.push_back(std::move(one));
  }
  if (out.empty()) out.push_back(without_instance(test, facts));
  return out;
}

/// A GB10 is an aarch64: a version of PyPI's, without a build of its own, is what PyPI has for
/// that.
CompatStatus status_of(const CompatRow& row, const std::string& version) {
  if (const auto build = status_of_build(version)) return build->status;
  const std::string cpu_only = row.install ? row.install->cpu_only_on_aarch64 : std::string();
  const bool is_cpu_only = !cpu_only.empty() && version.find('+') == std::string::npos &&
                           (cpu_only == "*" || holds(cpu_only, version));
  const CompatRange* const range = status_for(row, version);
  const CompatStatus known = range ? range->status : CompatStatus::unknown;
  return is_cpu_only && is_usable(known) ? CompatStatus::cpu_only : known;
}

/// What the matrix knows of the packages of one environment whose versions are facts.
void add_installed(const CompatMatrix& matrix, const Facts& facts, const std::string& environment,
                   std::vector<CompatInstalled>& out) {
  for (const CompatRow& row : matrix.rows()) {
    for (const std::string& package : row.packages) {
      const std::string field = replaced(package, "-", "_");
      const Version* const version = facts.known<Version>(key("python", environment, field));
      if (!version) continue;
      out.push_back({package, version->text, environment, row.name, status_of(row, version->text)});
    }
  }
}

/// The same of all environments of a GB10, what cannot be used as it comes first.
std::vector<CompatInstalled> installed(const CompatMatrix& matrix, const Facts& facts) {
  std::vector<CompatInstalled> out;
  if (!facts.is_true("identity.gb10")) return out;
  for (const std::string& environment : facts.instances("python"))
    add_installed(matrix, facts, environment, out);
  std::stable_partition(out.begin(), out.end(),
                        [](const CompatInstalled& each) { return !is_usable(each.status); });
  return out;
}

/// What is installed in a version that does not work disagrees, unless the test of its row, which
/// looked closer, has an answer.
void add_disagreeing(const std::vector<CompatInstalled>& installed,
                     std::vector<CompatCheck>& checks) {
  for (const CompatInstalled& one : installed) {
    const bool is_bad = one.status == CompatStatus::broken ||
                        one.status == CompatStatus::no_build ||
                        one.status == CompatStatus::cpu_only;
    const bool is_answered =
        std::any_of(checks.begin(), checks.end(), [&](const CompatCheck& check) {
          return check.row == one.row && check.instance == one.environment &&
                 (check.answer == CompatAnswer::agrees || check.answer == CompatAnswer::disagrees);
        });
    if (!is_bad || is_answered) continue;
    CompatCheck check;
    check.row = one.row;
    check.instance = one.environment;
    check.answer = CompatAnswer::disagrees;
    check.evidence = {fmt::format("{} {} is installed", one.package, one.version)};
    check.breaks = fmt::format("{} {}: {}", one.package, one.version, meaning(one.status));
    // What the row could not tell of this environment is told now.
    std::erase_if(checks, [&](const CompatCheck& each) {
      return each.row == one.row && (each.instance == one.environment || each.instance.empty());
    });
    checks.push_back(std::move(check));
  }
}

std::string why_nothing_tested(const CompatReport& report, const Facts& facts) {
  const bool is_any =
      std::any_of(report.checks.begin(), report.checks.end(), [](const CompatCheck& check) {
        return check.answer == CompatAnswer::agrees || check.answer == CompatAnswer::disagrees;
      });
  if (is_any || !report.installed.empty()) return {};
  if (facts.is_true("identity.gb10")) return "nothing that the rows are about was found";
  const bool* const known = facts.known<bool>("identity.gb10");
  return known ? "this is no GB10, and the rows are about one"
               : "whether this is a GB10 is not known, and the rows are about one";
}

}  // namespace

CompatReport checked(const CompatMatrix& matrix, const Facts& facts) {
  CompatReport out;
  for (const CompatTest& test : matrix.tests()) {
    for (CompatCheck& check : checks_of(test, facts)) out.checks.push_back(std::move(check));
  }
  out.installed = installed(matrix, facts);
  add_disagreeing(out.installed, out.checks);
  // Something that breaks, then what only differs; each kind in the order of the rows.
  std::stable_sort(out.checks.begin(), out.checks.end(),
                   [](const CompatCheck& a, const CompatCheck& b) {
                     if (a.answer != b.answer) return a.answer < b.answer;
                     return !a.breaks.empty() && b.breaks.empty();
                   });
  out.nothing_tested = why_nothing_tested(out, facts);
  for (const CompatRow& row : matrix.rows()) {
    const bool tested = std::any_of(matrix.tests().begin(), matrix.tests().end(),
                                    [&](const CompatTest& test) { return test.row == row.name; });
    if (!tested) out.untested.push_back(row.name);
  }
  return out;
}

}  // namespace gb10
