#include "model/requirement_audit.h"

#include <algorithm>

namespace gb10 {

const char* word(LineVerdict verdict) {
  switch (verdict) {
    case LineVerdict::breaks:
      return "breaks";
    case LineVerdict::not_here:
      return "not-here";
    case LineVerdict::cpu_build:
      return "cpu-build";
    case LineVerdict::replaces_torch:
      return "replaces-torch";
    case LineVerdict::second_cuda:
      return "second-cuda";
    case LineVerdict::may_break:
      return "may-break";
    case LineVerdict::needs_build:
      return "needs-build";
    case LineVerdict::cpu_only:
      return "cpu-only";
    case LineVerdict::works_with:
      return "works-with";
    case LineVerdict::unknown:
      return "unknown";
    case LineVerdict::elsewhere:
      return "elsewhere";
    case LineVerdict::fine:
      break;
  }
  return "fine";
}

bool is_breaking(LineVerdict verdict) { return verdict <= LineVerdict::replaces_torch; }

bool RequirementAudit::breaks() const {
  return std::any_of(findings.begin(), findings.end(),
                     [](const LineFinding& finding) { return is_breaking(finding.verdict); });
}

Json to_json(const LineFinding& finding) {
  Json out = Json::object();
  out.set("file", finding.file);
  out.set("line", finding.line > 0 ? Json(finding.line) : Json());
  out.set("scope", finding.scope);
  out.set("written", finding.written);
  out.set("package", finding.package);
  out.set("verdict", word(finding.verdict));
  out.set("why", finding.why);
  out.set("instead", Json::list(finding.instead));
  out.set("by_hand", finding.by_hand);
  out.set("row", finding.row);
  return out;
}

Json to_json(const RequirementAudit& audit) {
  Json out = Json::object();
  out.set("subject", audit.subject);
  out.set("target", audit.target);
  out.set("breaks", audit.breaks());
  Json items = Json::array();
  for (const LineFinding& finding : audit.findings) items.push(to_json(finding));
  out.set("items", std::move(items));
  Json added = Json::array();
  for (const LinesToAdd& each : audit.to_add) {
    Json one = Json::object();
    one.set("file", each.file);
    one.set("place", each.place);
    one.set("lines", Json::list(each.lines));
    one.set("why", each.why);
    added.push(std::move(one));
  }
  out.set("add", std::move(added));
  Json unread = Json::array();
  for (const UnreadPart& each : audit.unread) {
    Json one = Json::object();
    one.set("file", each.file);
    one.set("line", each.line > 0 ? Json(each.line) : Json());
    one.set("what", each.what);
    unread.push(std::move(one));
  }
  out.set("unread", std::move(unread));
  return out;
}

}  // namespace gb10
