#include "model/finding.h"

#include <array>

namespace gb10 {

namespace {

constexpr std::array kSeverities = {"note", "warning", "fault"};
constexpr std::array kImpacts = {"none",      "restart-service", "reboot",
                                 "power-off", "firmware",        "rma"};
constexpr std::array kAreas = {"gpu", "memory", "software", "storage", "network", "thermal"};
constexpr std::array kVerdicts = {"healthy", "no-fault-found", "degraded", "faulty", "cannot-tell"};

template <class Enum, std::size_t N>
std::optional<Enum> found(const std::array<const char*, N>& all, std::string_view word) {
  for (std::size_t i = 0; i < N; ++i) {
    if (word == all[i]) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace

const char* word(Severity severity) { return kSeverities[static_cast<std::size_t>(severity)]; }
const char* word(Impact impact) { return kImpacts[static_cast<std::size_t>(impact)]; }
const char* word(Area area) { return kAreas[static_cast<std::size_t>(area)]; }
const char* word(Verdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)]; }
std::optional<Severity> severity(std::string_view word) {
  return found<Severity>(kSeverities, word);
}
std::optional<Impact> impact(std::string_view word) { return found<Impact>(kImpacts, word); }
std::optional<Area> area(std::string_view word) { return found<Area>(kAreas, word); }

Json to_json(std::span<const Step> steps) {
  Json out = Json::array();
  for (const Step& step : steps) {
    Json each = Json::object();
    if (!step.when.empty()) each.set("when", step.when);
    if (!step.run.empty()) each.set("run", step.run);
    if (!step.note.empty()) each.set("note", step.note);
    out.push(std::move(each));
  }
  return out;
}

Json to_json(const Finding& finding) {
  Json out = Json::object();
  out.set("name", finding.name);
  if (!finding.instance.empty()) out.set("instance", finding.instance);
  out.set("area", word(finding.area)).set("severity", word(finding.severity));
  out.set("message", finding.message).set("evidence", Json::list(finding.evidence));
  out.set("why", finding.why).set("remedy", to_json(finding.remedy));
  if (!finding.not_remedy.empty()) out.set("not_remedy", Json::list(finding.not_remedy));
  if (!finding.compat.empty()) out.set("compat", finding.compat);
  out.set("impact", word(finding.impact));
  return out.set("source", finding.source).set("date", finding.date);
}

Json to_json(const NotChecked& skipped) {
  Json out = Json::object();
  out.set("name", skipped.name);
  if (!skipped.instance.empty()) out.set("instance", skipped.instance);
  return out.set("area", word(skipped.area))
      .set("title", skipped.title)
      .set("reason", skipped.reason);
}

}  // namespace gb10
