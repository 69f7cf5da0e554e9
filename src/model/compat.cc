#include "model/compat.h"

#include <algorithm>
#include <array>
#include <chrono>

#include <fmt/format.h>

namespace gb10 {

namespace {

struct StatusWords {
  const char* word;
  const char* meaning;
};
constexpr std::array<StatusWords, 8> kStatuses = {{
    {"works", "as it comes"},
    {"works-with", "when its condition is met"},
    {"jit", "after its code was compiled at the first start"},
    {"cpu-only", "what is published for this CPU has no code for a GPU"},
    {"needs-build", "only when built from source"},
    {"broken", "it is there for this CPU, and it fails"},
    {"no-build", "nothing is published for this CPU, or nothing of it is made for this GPU"},
    {"unknown", "no source says"},
}};
constexpr std::array kKinds = {"tool", "library", "image", "system"};
constexpr std::array kProofs = {"reported", "documented", "computed", "tested"};
constexpr std::array kAnswers = {"disagrees", "not known", "agrees", "not here"};

template <class Enum, std::size_t N>
std::optional<Enum> found(const std::array<const char*, N>& all, std::string_view word) {
  for (std::size_t i = 0; i < N; ++i) {
    if (word == all[i]) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

Json to_json(const CompatRange& range) {
  Json out = Json::object();
  return out.set("versions", range.versions)
      .set("status", word(range.status))
      .set("why", range.why);
}

Json to_json(const CompatEvidence& each) {
  Json out = Json::object();
  out.set("source", each.source).set("date", each.date);
  return out.set("kind", word(each.proof)).set("says", each.says);
}

Json to_json(const CompatInstall& install) {
  Json out = Json::object();
  const auto add = [&](const char* key, const std::string& value) {
    if (!value.empty()) out.set(key, value);
  };
  add("requirement", install.requirement);
  add("index", install.index);
  add("index_name", install.index_name);
  add("marker", install.marker);
  add("cpu_only_on_aarch64", install.cpu_only_on_aarch64);
  out.set("replaces_torch", install.replaces_torch).set("x86_only", install.x86_only);
  if (!install.former_names.empty()) {
    Json names = Json::array();
    for (const std::string& name : install.former_names) names.push(name);
    out.set("former_names", std::move(names));
  }
  add("note", install.note);
  return out;
}

}  // namespace

const char* word(CompatStatus status) { return kStatuses[static_cast<std::size_t>(status)].word; }
const char* meaning(CompatStatus status) {
  return kStatuses[static_cast<std::size_t>(status)].meaning;
}
const char* word(CompatKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
const char* word(CompatProof proof) { return kProofs[static_cast<std::size_t>(proof)]; }
const char* word(CompatAnswer answer) { return kAnswers[static_cast<std::size_t>(answer)]; }

std::optional<CompatStatus> compat_status(std::string_view word) {
  for (std::size_t i = 0; i < kStatuses.size(); ++i) {
    if (word == kStatuses[i].word) return static_cast<CompatStatus>(i);
  }
  return std::nullopt;
}
std::optional<CompatKind> compat_kind(std::string_view word) {
  return found<CompatKind>(kKinds, word);
}
std::optional<CompatProof> compat_proof(std::string_view word) {
  return found<CompatProof>(kProofs, word);
}

bool is_usable(CompatStatus status) {
  return status == CompatStatus::works || status == CompatStatus::works_with ||
         status == CompatStatus::jit;
}

bool stale(const CompatRow& row, std::int64_t now) {
  const std::chrono::year_month_day today(
      std::chrono::floor<std::chrono::days>(std::chrono::sys_seconds(std::chrono::seconds(now))));
  // Years of four digits, so that the order of the text is the order of time.
  return fmt::format("{:04}-{:02}", int{today.year()}, unsigned{today.month()}) > row.expires;
}

bool CompatReport::breaks() const {
  return std::any_of(checks.begin(), checks.end(), [](const CompatCheck& check) {
    return check.answer == CompatAnswer::disagrees && !check.breaks.empty();
  });
}

Json to_json(const CompatRow& row) {
  Json out = Json::object();
  out.set("name", row.name).set("title", row.title).set("kind", word(row.kind));
  out.set("packages", Json::list(row.packages)).set("status", word(row.main.status));
  out.set("versions", row.main.versions).set("why", row.main.why);
  Json ranges = Json::array(), evidence = Json::array();
  for (const CompatRange& range : row.ranges) ranges.push(to_json(range));
  for (const CompatEvidence& each : row.evidence) evidence.push(to_json(each));
  out.set("ranges", std::move(ranges)).set("depends", Json::list(row.depends));
  out.set("remedy", to_json(row.remedy)).set("not_remedy", Json::list(row.not_remedy));
  out.set("evidence", std::move(evidence)).set("expires", row.expires);
  if (row.install) out.set("install", to_json(*row.install));
  return out.set("origin", row.origin);
}

CompatStatus DatedRow::status() const {
  if (version.empty()) return row.main.status;
  return of_version ? of_version->status : CompatStatus::unknown;
}

Json to_json(const DatedRow& dated) {
  Json out = to_json(dated.row).set("stale", dated.is_stale);
  if (dated.version.empty()) return out;
  Json asked = Json::object();
  asked.set("version", dated.version).set("status", word(dated.status()));
  if (dated.of_version) asked.set("why", dated.of_version->why);
  return out.set("asked", std::move(asked));
}

Json to_json(const CompatReport& report) {
  Json checks = Json::array();
  for (const CompatCheck& check : report.checks) {
    Json each = Json::object();
    each.set("row", check.row).set("instance", check.instance);
    each.set("answer", word(check.answer)).set("evidence", Json::list(check.evidence));
    if (!check.reason.empty()) each.set("reason", check.reason);
    if (!check.breaks.empty()) each.set("breaks", check.breaks);
    checks.push(std::move(each));
  }
  Json installed = Json::array();
  for (const CompatInstalled& one : report.installed) {
    Json each = Json::object();
    each.set("package", one.package).set("version", one.version);
    each.set("environment", one.environment).set("row", one.row).set("status", word(one.status));
    installed.push(std::move(each));
  }
  Json out = Json::object();
  out.set("schema", 1).set("breaks", report.breaks()).set("checks", std::move(checks));
  out.set("installed", std::move(installed));
  out.set("untested", Json::list(report.untested));
  if (!report.nothing_tested.empty()) out.set("nothing_tested", report.nothing_tested);
  return out;
}

}  // namespace gb10
