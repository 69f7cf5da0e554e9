#include "model/audit.h"

#include <algorithm>

namespace gb10 {

namespace {

Json to_json(const std::vector<AuditCause>& causes) {
  Json out = Json::array();
  for (const AuditCause& cause : causes) {
    Json one = Json::object().set("kind", cause.kind).set("what", cause.what);
    if (!cause.file.empty()) one.set("file", cause.file);
    out.push(std::move(one));
  }
  return out;
}

}  // namespace

const char* word(AuditVerdict verdict) {
  switch (verdict) {
    case AuditVerdict::cannot_load:
      return "cannot-load";
    case AuditVerdict::partly:
      return "partly";
    case AuditVerdict::cpu_only:
      return "cpu-only";
    case AuditVerdict::jit:
      return "jit";
    case AuditVerdict::runs:
      return "runs";
    case AuditVerdict::no_gpu_code:
      return "no-gpu-code";
    case AuditVerdict::not_judged:
      break;
  }
  return "not-judged";
}

bool Audit::cannot_load() const {
  return std::any_of(items.begin(), items.end(), [](const AuditItem& item) {
    return item.verdict == AuditVerdict::cannot_load;
  });
}

bool Audit::differs() const {
  return std::any_of(items.begin(), items.end(), [](const AuditItem& item) {
    return std::any_of(item.causes.begin(), item.causes.end(), [](const AuditCause& cause) {
      return cause.kind == "changed-file" || cause.kind == "missing-file";
    });
  });
}

bool Audit::is_incomplete() const {
  return !unread.empty() || std::any_of(items.begin(), items.end(), [&](const AuditItem& item) {
    const bool is_partly_unread =
        std::any_of(item.causes.begin(), item.causes.end(),
                    [](const AuditCause& cause) { return cause.kind == "unreadable"; });
    return is_partly_unread || (gpu_is_known && item.verdict == AuditVerdict::not_judged);
  });
}

Json to_json(const AuditItem& item) {
  Json out = Json::object().set("name", item.name);
  if (!item.version.empty()) out.set("version", item.version);
  if (!item.path.empty()) out.set("path", item.path);
  out.set("verdict", word(item.verdict));
  if (!item.note.empty()) out.set("note", item.note);
  out.set("causes", to_json(item.causes));
  if (!item.remedy.empty()) out.set("remedy", to_json(std::span<const Step>(item.remedy)));
  if (!item.row.empty()) out.set("compat", item.row);
  out.set("libraries", item.libraries);
  if (item.modules > 0) {
    out.set("modules", item.modules).set("modules_without_code", item.modules_without_code);
  }
  return out;
}

Json to_json(const Audit& audit) {
  Json items = Json::array();
  for (const AuditItem& item : audit.items) items.push(to_json(item));
  Json notes = Json::array();
  for (const std::string& each : audit.notes) notes.push(each);
  Json not_known = Json::array();
  for (const std::string& each : audit.not_known) not_known.push(each);
  return Json::object()
      .set("subject", audit.subject)
      .set("target", audit.target)
      .set("items", std::move(items))
      .set("dangers", to_json(audit.dangers))
      .set("unread", to_json(audit.unread))
      .set("notes", std::move(notes))
      .set("not_known", std::move(not_known))
      .set("libraries", audit.libraries);
}

}  // namespace gb10
