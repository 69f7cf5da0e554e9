#include "model/diagnosis.h"

namespace gb10 {

Json to_json(const Diagnosis& diagnosis) {
  Json out = Json::object();
  out.set("schema", 1).set("verdict", word(diagnosis.verdict)).set("headline", diagnosis.headline);
  out.set("machine", diagnosis.machine).set("origin", diagnosis.origin);
  Json areas = Json::array();
  for (const AreaState& each : diagnosis.areas) {
    Json area = Json::object();
    area.set("area", word(each.area))
        .set("verdict", word(each.verdict))
        .set("summary", each.summary);
    area.set("passed", each.passed).set("fired", each.fired).set("not_checked", each.not_checked);
    areas.push(std::move(area));
  }
  Json findings = Json::array(), skipped = Json::array();
  for (const Finding& finding : diagnosis.findings) findings.push(to_json(finding));
  for (const NotChecked& each : diagnosis.not_checked) skipped.push(to_json(each));
  out.set("areas", std::move(areas))
      .set("findings", std::move(findings))
      .set("not_checked", std::move(skipped));
  out.set("harmless", Json::list(diagnosis.harmless));
  Json counts = Json::object();
  counts.set("checks", diagnosis.checks).set("passed", diagnosis.passed);
  counts.set("not_judged", diagnosis.unjudged).set("not_applicable", diagnosis.not_applicable);
  return out.set("counts", std::move(counts));
}

}  // namespace gb10
