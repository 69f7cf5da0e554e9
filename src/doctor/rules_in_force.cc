#include "doctor/rules_in_force.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "doctor/signatures_in_force.h"
#include "facts/accounts.h"
#include "facts/facts.h"
#include "rules/load.h"
#include "rules/wording.h"

namespace gb10 {

namespace {

/// What `gb10 inspect` is for: the names that a rule may use.
constexpr const char* kHint = "gb10 inspect --json lists the facts and their types";

Error wrong(const std::string& origin, int line, const std::string& what) {
  return {Error::Kind::invalid, fmt::format("{}:{}: {}", origin, line, what), kHint};
}

Error no_fact(const std::string& origin, int line, const std::string& name) {
  Error error = wrong(origin, line, "no fact is called " + printable(name, 80));
  std::vector<std::string> names;
  for (const Topic& topic : topics()) {
    for (const FactSpec& spec : topic.specs) names.emplace_back(spec.pattern);
  }
  error.hint = did_you_mean(name, names, kHint);
  return error;
}

/// What an operand must be to be compared with a fact of this type by size or as equal; empty when
/// it is.
std::string misfit(const Operand& operand, Op op, const FactSpec& spec) {
  switch (spec.type) {
    case Type::quantity:
      return operand.quantity && operand.quantity->unit == spec.unit
                 ? ""
                 : fmt::format("wants a quantity in {}", word(spec.unit));
    case Type::boolean:
      return operand.truth ? "" : "wants true or false";
    case Type::integer:
    case Type::number:
      return operand.number ? "" : "wants a number";
    case Type::version:
      return Version{operand.text}.numbers().empty() ? "wants a version in quotes" : "";
    case Type::text:
      if (op != Op::eq && op != Op::ne) return "is a text, which has no order";
      return operand.truth || operand.number ? "wants a text in quotes" : "";
    case Type::list:
      break;
  }
  return "is a list: use has, lacks, matches, empty or count_ge";
}

Result<void> check_clause(const Clause& clause, const std::string& origin) {
  const FactSpec* const spec = spec_in_rule(clause.fact);
  if (!spec) return no_fact(origin, clause.line, clause.fact);
  if (clause.op >= Op::eq_fact) {
    const FactSpec* const other = spec_in_rule(clause.operand.text);
    if (!other) return no_fact(origin, clause.line, clause.operand.text);
    if (other->type == spec->type) return {};
    return wrong(origin, clause.line,
                 fmt::format("{} and {} are of different types", clause.fact, clause.operand.text));
  }
  if (clause.op > Op::ge) return {};
  const std::string misfits = misfit(clause.operand, clause.op, *spec);
  if (misfits.empty()) return {};
  return wrong(origin, clause.line, fmt::format("{} {}", clause.fact, misfits));
}

Result<void> check_placeholders(const std::string& text, const std::string& origin) {
  static constexpr std::array<std::string_view, 3> kOwn = {"*", "matched", "matched.count"};
  for (const std::string& name : placeholders(text)) {
    const bool own = std::find(kOwn.begin(), kOwn.end(), name) != kOwn.end();
    if (own || name.starts_with("window.") || spec_in_rule(name)) continue;
    return wrong(origin, 1, fmt::format("{{{}}} is no fact", name));
  }
  return {};
}

/// The hint for a file that could not be read, which ends the work: what it would change is not
/// known. To be root does not help there, for whom a user's files do not count.
Error with_hint_to_read(Error error) {
  if (error.kind == Error::Kind::denied) {
    error.kind = Error::Kind::failed;
    error.hint = "let yourself read it (chmod u+r, chown), or move it away";
  } else if (error.kind != Error::Kind::invalid && error.kind != Error::Kind::not_found) {
    error.hint = "mend that file, or move it away";
  }
  return error;
}

constexpr std::array<std::string_view, 3> kKinds = {"rules", "benign", "signatures"};

/// What is in a file of that kind, as messages call it.
const char* held_by(std::string_view kind) { return kind == "signatures" ? "signatures" : "rules"; }

/// What the owner of a mask that masks nothing may have meant.
std::string meant(std::string_view kind, const std::string& name,
                  const std::vector<std::string>& names) {
  std::vector<std::string> kinds, folders;
  for (const std::string_view other : kKinds) {
    if (other == kind || !is_built_in(other, name)) continue;
    kinds.emplace_back(other);
    folders.push_back(fmt::format("{}.d", other));
  }
  if (!kinds.empty()) {
    return fmt::format("that name is one of {}: move the file to {}", joined(kinds, " and "),
                       joined(folders, " or "));
  }
  return did_you_mean(name, names,
                      kind == "signatures" ? "gb10 explain names the signatures that it finds"
                                           : "gb10 rules lists the names");
}

SilentFile silent_mask(const DataMask& mask, std::string_view kind,
                       const std::vector<std::string>& names) {
  SilentFile out{.kind = SilentFile::Kind::masks_other,
                 .holds = held_by(kind),
                 .path = mask.path,
                 .name = mask.hidden.name,
                 .title = {},
                 .why = {},
                 .hint = {}};
  if (!mask.masks) {
    out.kind = SilentFile::Kind::masks_nothing;
    out.hint = meant(kind, out.name, names);
  } else if (kind == "rules") {
    out.kind = SilentFile::Kind::masks_rule;
    const Result<Rule> hidden = read_rule(mask.hidden.text, mask.hidden.origin);
    if (!hidden.ok()) return out;
    out.title = hidden->title;
    out.area = hidden->area;
  } else if (kind == "signatures") {
    const Result<Signature> hidden = read_signature(mask.hidden);
    if (hidden.ok()) out.title = hidden->title;
  }
  return out;
}

/// The files in a home, which do not count for root.
void add_home(const HostView& host, std::string_view kind, std::vector<SilentFile>& out) {
  const Result<std::string> home = asking_home(host);
  if (!home.ok()) return;
  const std::string folder = user_tables(*home, kind);
  const Result<std::vector<DirEntry>> entries = host.list(folder);
  const auto is_table = [](const DirEntry& entry) { return entry.name.ends_with(".toml"); };
  if (!entries.ok() || std::none_of(entries->begin(), entries->end(), is_table)) return;
  out.push_back({.kind = SilentFile::Kind::passed_over,
                 .holds = held_by(kind),
                 .path = folder,
                 .name = {},
                 .title = {},
                 .why = fmt::format("root takes no {} from a home", held_by(kind)),
                 .hint = fmt::format("run without sudo, or put them into /etc/gb10/{}.d", kind)});
}

bool is_harmless(const Signature* signature) {
  return signature && signature->role == Role::harmless;
}

Error no_signature(const Benign& known, SignatureBook& book) {
  std::vector<std::string> names;
  for (std::size_t page = 0; page < book.size(); ++page) {
    const Signature* const signature = book.read(page);
    if (is_harmless(signature)) names.push_back(signature->name);
  }
  const std::string hint =
      fmt::format("signatures.d/{}.toml says what such a line looks like, with role = \"harmless\"",
                  printable(known.name, 80));
  return {Error::Kind::invalid,
          fmt::format("{}:1: no signature of a harmless line is called {}", known.origin,
                      printable(known.name, 80)),
          did_you_mean(known.name, names, hint)};
}

/// The harmless lines in force. One of ours whose signature an owner has masked, or made another
/// kind of, is out of force with it.
Result<std::vector<Benign>> benign_in_force(const HostView& host,
                                            const std::vector<std::string>& directories,
                                            SignatureBook& book) {
  Result<std::vector<Benign>> all = load_benign(host, directories);
  if (!all.ok()) return with_hint_to_read(all.error());
  std::vector<Benign> out;
  for (Benign& known : *all) {
    const bool ours = known.origin == kBuiltIn, has_signature = is_harmless(book.named(known.name));
    if (!ours) TRY(check_facts(known));
    if (!ours && !has_signature) return no_signature(known, book);
    if (has_signature) out.push_back(std::move(known));
  }
  return out;
}

}  // namespace

Result<std::vector<DataFile>> readable_files(const HostView& host, std::string_view kind,
                                             const std::vector<std::string>& directories) {
  Result<std::vector<DataFile>> files = data_files(host, kind, directories);
  if (files.ok()) return files;
  return with_hint_to_read(files.error());
}

std::vector<SilentFile> silent_files(const HostView& host,
                                     const std::vector<std::string>& directories) {
  std::vector<SilentFile> out;
  for (const std::string_view kind : kKinds) {
    const Result<DataTables> tables = data_tables(host, kind, directories);
    if (!tables.ok()) continue;
    std::vector<std::string> names;
    for (const DataFile& file : tables->files) names.push_back(file.name);
    for (const DataMask& mask : tables->masks) {
      if (mask.masks) names.push_back(mask.hidden.name);
    }
    for (const DataMask& mask : tables->masks) out.push_back(silent_mask(mask, kind, names));
    for (const PassedOver& each : tables->passed_over) {
      out.push_back({.kind = SilentFile::Kind::passed_over,
                     .holds = held_by(kind),
                     .path = each.path,
                     .name = {},
                     .title = {},
                     .why = each.why,
                     .hint = {}});
    }
    if (host.self().effective_user == 0) add_home(host, kind, out);
  }
  return out;
}

const FactSpec* spec_in_rule(std::string_view fact) {
  return spec_of(replaced(fact, "[*]", "[x]"));
}

Result<void> check_facts(const Rule& rule) {
  for (const auto* const clauses : {&rule.given, &rule.when, &rule.any}) {
    for (const Clause& clause : *clauses) TRY(check_clause(clause, rule.origin));
  }
  for (const std::string* const text : {&rule.message, &rule.why}) {
    TRY(check_placeholders(*text, rule.origin));
  }
  for (const auto* const texts : {&rule.evidence, &rule.not_remedy}) {
    for (const std::string& text : *texts) TRY(check_placeholders(text, rule.origin));
  }
  for (const Step& step : rule.remedy) {
    for (const std::string* const text : {&step.when, &step.run, &step.note})
      TRY(check_placeholders(*text, rule.origin));
  }
  return {};
}

Result<void> check_facts(const Benign& known) {
  if (!spec_in_rule(known.fact)) return no_fact(known.origin, 1, known.fact);
  for (const Clause& clause : known.unless) TRY(check_clause(clause, known.origin));
  return {};
}

Result<RulesInForce> rules_in_force(const HostView& host,
                                    const std::vector<std::string>& directories) {
  Result<RuleSet> rules = load_rules(host, directories);
  if (!rules.ok()) return with_hint_to_read(rules.error());
  for (const Rule& rule : rules->rules) {
    if (rule.origin != kBuiltIn) TRY(check_facts(rule));
  }
  SignatureBook book = TRY(signatures_in_force(host, directories));
  std::vector<Benign> benign = TRY(benign_in_force(host, directories, book));
  std::vector<std::string> names;
  for (const Benign& known : benign) names.push_back(known.name);
  book.keep_only(names);
  return RulesInForce{*std::move(rules), std::move(benign), std::move(book)};
}

}  // namespace gb10
