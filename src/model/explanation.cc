#include "model/explanation.h"

#include "base/text.h"

namespace gb10 {

namespace {

Json to_json(const std::vector<std::pair<std::int64_t, std::string>>& lines) {
  Json out = Json::array();
  for (const auto& [number, text] : lines)
    out.push(Json::object().set("line", number).set("text", text));
  return out;
}

Json to_json(const std::vector<Known>& all) {
  Json out = Json::array();
  for (const Known& known : all) out.push(to_json(known));
  return out;
}

/// A text that may be absent: null is "not known".
Json known_text(const std::string& text) { return text.empty() ? Json() : Json(text); }

}  // namespace

Json to_json(const LogEvidence& evidence) {
  Json out = Json::object();
  out.set("line", evidence.line).set("text", evidence.text);
  return out.set("before", to_json(evidence.before)).set("after", to_json(evidence.after));
}

Json to_json(const Known& known) {
  Json out = Json::object();
  out.set("name", known.name).set("catalogue", known_text(known.catalogue));
  out.set("title", known.title).set("line", known.evidence.line);
  out.set("evidence", known.evidence.text).set("around", to_json(known.evidence));
  out.set("lines", known.count).set("lines_is_least", known.count_is_least);
  out.set("why", known_text(known.why)).set("fix", to_json(known.remedy));
  out.set("not_fix", Json::list(known.not_remedy)).set("applies", known_text(known.applies));
  out.set("fixed", known_text(known.fixed));
  if (!known.here.empty()) out.set("here", Json::list(known.here));
  return out.set("source", known.source).set("date", known.date);
}

Json to_json(const Explanation& explanation) {
  Json out = Json::object();
  out.set("schema", 1).set("causes", to_json(explanation.causes));
  out.set("consequences", to_json(explanation.consequences));
  out.set("harmless", to_json(explanation.harmless));
  out.set("not_this_machine", to_json(explanation.not_this_machine));
  out.set("withheld", to_json(explanation.withheld));
  Json first;
  if (explanation.first_error) {
    first = Json::object();
    first.set("line", explanation.first_error->evidence.line)
        .set("text", explanation.first_error->evidence.text)
        .set("kind", explanation.first_error->kind);
  }
  out.set("first_error", std::move(first));
  return out.set("lines", explanation.lines).set("bytes", explanation.bytes);
}

}  // namespace gb10
