#include "cli/launch_fix_words.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/rule_json.h"
#include "report/report.h"

namespace gb10 {

namespace {

using Rows = std::vector<std::vector<std::string>>;

void add(const char* label, const std::vector<Clause>& clauses, Rows& rows) {
  for (const Clause& clause : clauses) rows.push_back({label, clause_text(clause)});
}

void add_effect(const LaunchFix& fix, Rows& rows) {
  for (const auto& [name, value] : fix.set) rows.push_back({"  sets", name + "=" + value});
  if (!fix.hook.empty())
    rows.push_back({"  hook", fmt::format("{}, when {} is imported; gb10 run alone does it",
                                          fix.hook, fix.module)});
  if (fix.effect == LaunchFix::Effect::warn) rows.push_back({"  warns", fix.reason});
  if (fix.effect == LaunchFix::Effect::never) rows.push_back({"  never set", fix.reason});
}

const char* risk(const LaunchFix& fix) {
  if (fix.may_change_results) return "may change results";
  return fix.on_request ? "none; on request" : "none";
}

}  // namespace

std::string explained(const LaunchFix& fix, const Io& io) {
  Rows rows = {{"  profiles", joined(fix.profiles, ", ")}};
  add_effect(fix, rows);
  add("  given", fix.given, rows);
  add("  when", fix.when, rows);
  add("  or when", fix.any, rows);
  add("  known for", fix.known_for, rows);
  add("  needs", fix.needs, rows);
  rows.push_back({"  risk", risk(fix)});
  if (fix.on_request) rows.push_back({"  asked for", fmt::format("gb10 run --with {}", fix.name)});
  rows.push_back({"  why", fix.why});
  rows.push_back({"  known", fmt::format("{}; {} ({})", fix.evidence_class, fix.source, fix.date)});
  if (!fix.catalogue.empty()) rows.push_back({"  catalogue", joined(fix.catalogue, ", ")});
  rows.push_back({"  in force", fix.origin});
  return fmt::format("{}: {}\n{}", fix.name, fix.title, table(rows, {io.color, io.width, true}));
}

Json json_of(const LaunchFix& fix) {
  Json set = Json::object();
  for (const auto& [name, value] : fix.set) set.set(name, value);
  return Json::object()
      .set("name", fix.name)
      .set("title", fix.title)
      .set("profiles", Json::list(fix.profiles))
      .set("effect", word(fix.effect))
      .set("set", std::move(set))
      .set("hook", fix.hook)
      .set("module", fix.module)
      .set("reason", fix.reason)
      .set("why", fix.why)
      .set("on_request", fix.on_request)
      .set("may_change_results", fix.may_change_results)
      .set("evidence_class", fix.evidence_class)
      .set("source", fix.source)
      .set("date", fix.date)
      .set("origin", fix.origin);
}

}  // namespace gb10
