#include "doctor/rules_in_force.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/facts.h"
#include "rules/load.h"
#include "rules/wording.h"

namespace gb10 {

namespace {

/// What `gb10 inspect` is for: the names that a rule may use.
constexpr const char* kHint = "gb10 inspect --json lists the facts and their types";

Error wrong(const std::string& origin, int line, const std::string& what) {
  return {Error::Kind::invalid, fmt::format("{}:{}: {}", origin, line, what), kHint};
}

/// What an operand must be to be compared with a fact of this type by size or as equal; empty when
/// it is.
std::string misfit(const Operand& operand, Op op, const FactSpec& spec) {
  switch (spec.type) {
    case Type::quantity:
      return operand.quantity && operand.quantity->unit == spec.unit
                 ? ""
                 : fmt::format("wants a quantity in {}", word(spec.unit));
    case Type::boolean:
      return operand.truth ? "" : "wants true or false";
    case Type::integer:
    case Type::number:
      return operand.number ? "" : "wants a number";
    case Type::version:
      return Version{operand.text}.numbers().empty() ? "wants a version in quotes" : "";
    case Type::text:
      if (op != Op::eq && op != Op::ne) return "is a text, which has no order";
      return operand.truth || operand.number ? "wants a text in quotes" : "";
    case Type::list:
      break;
  }
  return "is a list: use has, lacks, matches, empty or count_ge";
}

Result<void> check_clause(const Clause& clause, const std::string& origin) {
  const FactSpec* const spec = spec_in_rule(clause.fact);
  if (!spec) return wrong(origin, clause.line, "no fact is called " + clause.fact);
  if (clause.op >= Op::eq_fact) {
    const FactSpec* const other = spec_in_rule(clause.operand.text);
    if (!other) return wrong(origin, clause.line, "no fact is called " + clause.operand.text);
    if (other->type == spec->type) return {};
    return wrong(origin, clause.line,
                 fmt::format("{} and {} are of different types", clause.fact, clause.operand.text));
  }
  if (clause.op > Op::ge) return {};
  const std::string misfits = misfit(clause.operand, clause.op, *spec);
  if (misfits.empty()) return {};
  return wrong(origin, clause.line, fmt::format("{} {}", clause.fact, misfits));
}

Result<void> check_placeholders(const std::string& text, const std::string& origin) {
  static constexpr std::array<std::string_view, 3> kOwn = {"*", "matched", "matched.count"};
  for (const std::string& name : placeholders(text)) {
    const bool own = std::find(kOwn.begin(), kOwn.end(), name) != kOwn.end();
    if (own || name.starts_with("window.") || spec_in_rule(name)) continue;
    return wrong(origin, 1, fmt::format("{{{}}} is no fact", name));
  }
  return {};
}

}  // namespace

const FactSpec* spec_in_rule(std::string_view fact) {
  return spec_of(replaced(fact, "[*]", "[x]"));
}

Result<void> check_facts(const Rule& rule) {
  for (const auto* const clauses : {&rule.given, &rule.when, &rule.any}) {
    for (const Clause& clause : *clauses) TRY(check_clause(clause, rule.origin));
  }
  for (const std::string* const text : {&rule.message, &rule.why}) {
    TRY(check_placeholders(*text, rule.origin));
  }
  for (const auto* const texts : {&rule.evidence, &rule.remedy, &rule.not_remedy}) {
    for (const std::string& text : *texts) TRY(check_placeholders(text, rule.origin));
  }
  return {};
}

Result<void> check_facts(const Benign& known) {
  if (!spec_in_rule(known.fact)) return wrong(known.origin, 1, "no fact is called " + known.fact);
  for (const Clause& clause : known.unless) TRY(check_clause(clause, known.origin));
  return {};
}

Result<RuleSet> rules_in_force(const HostView& host, const std::vector<std::string>& directories) {
  RuleSet all = TRY(load_rules(host, directories));
  for (const Rule& rule : all.rules) {
    if (rule.origin != kBuiltIn) TRY(check_facts(rule));
  }
  for (const Benign& known : all.benign) {
    if (known.origin != kBuiltIn) TRY(check_facts(known));
  }
  return all;
}

}  // namespace gb10
