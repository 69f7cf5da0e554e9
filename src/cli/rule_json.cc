#include "cli/rule_json.h"

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

}  // namespace gb10
