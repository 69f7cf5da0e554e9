#include "launch/fix.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "launch/facts.h"
#include "rules/fields.h"
#include "rules/wording.h"

namespace gb10 {

namespace {

using toml::Node;

constexpr std::array kProfiles = {"build", "train", "serve"};
constexpr std::array kEffects = {"set", "hook", "warn", "never"};

bool is_variable(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !name.empty() && (name[0] < '0' || name[0] > '9') &&
         std::all_of(name.begin(), name.end(), fits);
}

Result<std::vector<std::pair<std::string, std::string>>> pairs(const Node& table) {
  std::vector<std::pair<std::string, std::string>> out;
  if (table.kind != Node::Kind::table) return table.wrong("a table is wanted here");
  for (const auto& [name, value] : table.members) {
    std::string text = TRY(value.text());
    out.emplace_back(name, std::move(text));
  }
  return out;
}

Result<double> size_of(const Node& node, std::string_view key) {
  const std::string text = TRY(node.text(key));
  const Result<Quantity> size = parse_quantity(text);
  if (!size.ok() || size->unit != Unit::bytes || !(size->value > 0))
    return node.wrong(fmt::format("\"{}\" is no size", text));
  return size->value;
}

Result<LaunchFix::Otherwise> read_otherwise(const Node& node) {
  TRY(node.only({"when", "reason"}));
  LaunchFix::Otherwise out;
  out.when = TRY(each_of<Clause>(node, "when", read_clause));
  out.reason = TRY(node.text("reason"));
  return out;
}

Result<LaunchFix::Case> read_case(const Node& node) {
  TRY(node.only({"facts", "does", "set", "requested"}));
  LaunchFix::Case out;
  out.line = node.line;
  if (const Node* const facts = node.find("facts")) out.facts = *facts;
  if (const Node* const set = node.find("set")) out.set = *set;
  if (const Node* const requested = node.find("requested")) out.requested = TRY(requested->truth());
  out.does = TRY(node.text("does"));
  return out;
}

Result<bool> flag(const Node& root, std::string_view key) {
  const Node* const node = root.find(key);
  if (!node) return false;
  return node->truth();
}

Result<void> read_words(const Node& root, LaunchFix& fix) {
  fix.name = TRY(root.text("name"));
  fix.title = TRY(root.text("title"));
  fix.reason = TRY(root.text("reason"));
  fix.why = TRY(root.text("why"));
  fix.unmet = TRY(root.text("unmet", ""));
  fix.evidence_class = TRY(root.text("evidence_class"));
  fix.source = TRY(root.text("source"));
  fix.date = TRY(root.text("date"));
  fix.catalogue = TRY(root.texts("catalogue"));
  fix.profiles = TRY(root.texts("profiles"));
  if (fix.profiles.empty()) return root.wrong("a fix of no profile");
  for (const std::string& each : fix.profiles) {
    if (std::find(kProfiles.begin(), kProfiles.end(), each) == kProfiles.end())
      return root.wrong(fmt::format("\"{}\" is no profile", each));
  }
  return {};
}

Result<void> read_clauses(const Node& root, LaunchFix& fix) {
  fix.given = TRY(each_of<Clause>(root, "given", read_clause));
  fix.when = TRY(each_of<Clause>(root, "when", read_clause));
  fix.any = TRY(each_of<Clause>(root, "any", read_clause));
  fix.known_for = TRY(each_of<Clause>(root, "known_for", read_clause));
  fix.needs = TRY(each_of<Clause>(root, "needs", read_clause));
  fix.otherwise = TRY(each_of<LaunchFix::Otherwise>(root, "otherwise", read_otherwise));
  if (fix.needs.empty() != fix.unmet.empty()) return root.wrong("needs and unmet belong together");
  return {};
}

Result<void> read_hook(const Node& node, LaunchFix& fix) {
  TRY(node.only({"name", "module", "settings"}));
  fix.hook = TRY(node.text("name"));
  fix.module = TRY(node.text("module"));
  if (const Node* const settings = node.find("settings")) fix.settings = TRY(pairs(*settings));
  return {};
}

/// Exactly one of `set`, `hook`, `warn = true` and `never = true`.
Result<void> read_effect(const Node& root, LaunchFix& fix) {
  int effects = 0;
  if (const Node* const set = root.find("set")) {
    fix.set = TRY(pairs(*set));
    fix.effect = LaunchFix::Effect::set;
    if (fix.set.empty()) return set->wrong("no variable");
    for (const auto& [name, value] : fix.set) {
      if (!is_variable(name)) return set->wrong(fmt::format("\"{}\" is no variable", name));
    }
    ++effects;
  }
  if (const Node* const hook = root.find("hook")) {
    TRY(read_hook(*hook, fix));
    fix.effect = LaunchFix::Effect::hook;
    ++effects;
  }
  for (const auto effect : {LaunchFix::Effect::warn, LaunchFix::Effect::never}) {
    const bool is_it = TRY(flag(root, word(effect)));
    if (!is_it) continue;
    fix.effect = effect;
    ++effects;
  }
  if (effects != 1) return root.wrong("one of set, hook, warn and never is wanted");
  return {};
}

Result<void> read_risk(const Node& root, LaunchFix& fix) {
  const std::string risk = TRY(root.text("risk", "none"));
  if (risk != "none" && risk != "may-change-results")
    return root.wrong(fmt::format("\"{}\" is no risk", risk));
  fix.may_change_results = risk != "none";
  fix.on_request = TRY(flag(root, "on_request"));
  if (fix.may_change_results && !fix.on_request)
    return root.wrong("what may change results is done on request only: on_request = true");
  return {};
}

Result<void> check_placeholders_of(const LaunchFix& fix, std::string_view text) {
  for (const std::string& name : placeholders(text)) {
    if (name == "*" || launch_spec(name)) continue;
    return Error{Error::Kind::invalid,
                 fmt::format("{}:1: no fact is called {}", fix.origin, printable(name, 80))};
  }
  return {};
}

Result<void> check_clauses_of(const LaunchFix& fix, const std::vector<Clause>& clauses) {
  for (const Clause& clause : clauses) {
    const bool compares = clause.op >= Op::eq_fact;
    if (!launch_spec(clause.fact) || (compares && !launch_spec(clause.operand.text)))
      return Error{Error::Kind::invalid, fmt::format("{}:{}: no fact is called {}", fix.origin,
                                                     clause.line, printable(clause.fact, 80))};
  }
  return {};
}

/// In our own files nothing stands behind the examples, which are read by the tests alone.
std::string_view without_examples(std::string_view text) {
  const std::size_t at = text.find("\n[[example]]");
  return text.substr(0, at == std::string_view::npos ? at : at + 1);
}

Result<LaunchFix> in_force(const DataFile& file) {
  const bool is_ours = file.origin == kBuiltIn;
  const std::string name = is_ours ? fmt::format("fixes/{}.toml", file.name) : file.origin;
  LaunchFix fix = TRY(read_launch_fix(is_ours ? without_examples(file.text) : file.text, name));
  if (fix.name != file.name)
    return Error{Error::Kind::invalid,
                 fmt::format("{}:1: the name inside is \"{}\"", name, printable(fix.name, 80))};
  if (!is_ours) TRY(check_facts(fix));
  fix.origin = file.origin;
  return fix;
}

}  // namespace

const char* word(LaunchFix::Effect effect) { return kEffects[static_cast<std::size_t>(effect)]; }

std::vector<std::string> launch_profiles() { return {kProfiles.begin(), kProfiles.end()}; }

Result<LaunchFix> read_launch_fix(std::string_view text, std::string_view file) {
  const Node root = TRY(toml::parse(text, file));
  TRY(root.only({"name",   "title",  "profiles",  "given",   "when",           "any",
                 "needs",  "unmet",  "known_for", "set",     "hook",           "warn",
                 "never",  "reason", "otherwise", "jobs",    "on_request",     "risk",
                 "source", "date",   "catalogue", "example", "evidence_class", "why"}));
  LaunchFix fix;
  fix.origin = file;
  TRY(read_words(root, fix));
  TRY(read_clauses(root, fix));
  TRY(read_effect(root, fix));
  TRY(read_risk(root, fix));
  if (const Node* const jobs = root.find("jobs")) {
    TRY(jobs->only({"memory_each", "keep_free"}));
    fix.jobs = LaunchFix::Jobs{};
    fix.jobs->memory_each = TRY(size_of(*jobs, "memory_each"));
    fix.jobs->keep_free = TRY(size_of(*jobs, "keep_free"));
  }
  fix.examples = TRY(each_of<LaunchFix::Case>(root, "example", read_case));
  return fix;
}

Result<void> check_facts(const LaunchFix& fix) {
  for (const auto* const clauses : {&fix.given, &fix.when, &fix.any, &fix.known_for, &fix.needs})
    TRY(check_clauses_of(fix, *clauses));
  for (const LaunchFix::Otherwise& each : fix.otherwise) {
    TRY(check_clauses_of(fix, each.when));
    TRY(check_placeholders_of(fix, each.reason));
  }
  for (const std::string* const text : {&fix.reason, &fix.unmet})
    TRY(check_placeholders_of(fix, *text));
  for (const auto* const values : {&fix.set, &fix.settings}) {
    for (const auto& [name, value] : *values) TRY(check_placeholders_of(fix, value));
  }
  return {};
}

std::set<std::string> judged_variables(std::span<const LaunchFix> fixes) {
  std::set<std::string> out;
  const auto add = [&](const std::vector<Clause>& clauses) {
    for (const Clause& clause : clauses) {
      constexpr std::string_view kHead = "env[";
      if (!clause.fact.starts_with(kHead)) continue;
      out.insert(clause.fact.substr(kHead.size(), clause.fact.find(']') - kHead.size()));
    }
  };
  for (const LaunchFix& fix : fixes) {
    for (const auto* const clauses : {&fix.given, &fix.when, &fix.any, &fix.known_for, &fix.needs})
      add(*clauses);
    for (const LaunchFix::Otherwise& each : fix.otherwise) add(each.when);
  }
  return out;
}

Result<std::vector<LaunchFix>> launch_fixes(const HostView& host,
                                            const std::vector<std::string>& directories) {
  const std::vector<DataFile> files = TRY(data_files(host, "fixes", directories));
  std::vector<LaunchFix> out;
  for (const DataFile& file : files) {
    Result<LaunchFix> fix = in_force(file);
    if (!fix.ok())
      return with_hint(fix.error(),
                       "gb10 show triton.ptxas-for-blackwell --toml prints one to "
                       "compare");
    out.push_back(*std::move(fix));
  }
  return out;
}

}  // namespace gb10
