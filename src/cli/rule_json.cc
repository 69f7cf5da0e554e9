#include "cli/rule_json.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

Json json_of(const Rule& rule) {
  Json out = Json::object();
  out.set("name", rule.name).set("severity", word(rule.severity)).set("area", word(rule.area));
  out.set("title", rule.title)
      .set("impact", word(rule.impact))
      .set("evidence_class", rule.evidence_class);
  out.set("source", rule.source).set("date", rule.date).set("origin", rule.origin);
  return out.set("catalogue", Json::list(rule.catalogue))
      .set("examples", static_cast<std::int64_t>(rule.examples.size()));
}

std::string clause_text(const Clause& clause) {
  const Operand& operand = clause.operand;
  const std::string right = operand.truth          ? (*operand.truth ? "true" : "false")
                            : operand.number       ? fmt::format("{:g}", *operand.number)
                            : operand.list.empty() ? operand.text
                                                   : joined(operand.list, " | ");
  return fmt::format("{} {} {}", clause.fact, word(clause.op), right);
}

}  // namespace gb10
