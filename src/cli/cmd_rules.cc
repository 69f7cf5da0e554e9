#include <fmt/format.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/doctor_options.h"
#include "cli/machine.h"
#include "doctor/rules_in_force.h"
#include "host/tables.h"
#include "report/report.h"

namespace gb10 {

namespace {

constexpr OptionSpec kListOptions[] = {
    {"AREA", nullptr, false, "only gpu, memory, software, storage, network or thermal"},
    kDataOption,
};
constexpr OptionSpec kShowOptions[] = {
    {"NAME", nullptr, false,
     "the name of a rule or of a harmless log line, as gb10 doctor prints it"},
    {"--toml", nullptr, false, "print the table itself, as it is in force"},
    kDataOption,
};

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

Result<std::vector<Rule>> wanted_rules(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> data = TRY(data_directories(arguments));
  RuleSet all = TRY(rules_in_force(*this_host(io), data));
  const std::string wanted = arguments.value("AREA");
  if (wanted.empty()) return std::move(all.rules);
  const std::optional<Area> only = area(wanted);
  if (!only) {
    return Error{Error::Kind::invalid,
                 fmt::format("no area is called \"{}\"", printable(wanted, 40)),
                 "areas: gpu memory software storage network thermal"};
  }
  std::erase_if(all.rules, [&](const Rule& rule) { return rule.area != *only; });
  return std::move(all.rules);
}

std::string markdown_of(const std::vector<Rule>& rules) {
  std::string out =
      "| rule | severity | area | what | source | date |\n|---|---|---|---|---|---|\n";
  for (const Rule& rule : rules) {
    out += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", rule.name, word(rule.severity),
                       word(rule.area), rule.title, rule.source, rule.date);
  }
  return out;
}

std::string list_text(const std::vector<Rule>& rules, const Io& io) {
  std::vector<std::vector<std::string>> rows;
  for (const Rule& rule : rules) rows.push_back({word(rule.severity), rule.name, rule.title});
  return fmt::format("{}\n{}\n  gb10 show NAME explains one\n",
                     table(rows, {io.color, io.width, true}),
                     counted(static_cast<std::int64_t>(rules.size()), "rule"));
}

int run_list(const Arguments& arguments, const Io& io) {
  const Result<std::vector<Rule>> rules = wanted_rules(arguments, io);
  if (!rules.ok()) return io.fail(rules.error());
  if (arguments.has("--json")) {
    Json all = Json::array();
    for (const Rule& rule : *rules) all.push(json_of(rule));
    io.print(to_text(all, 2) + "\n");
  } else {
    io.print(arguments.has("--markdown") ? markdown_of(*rules) : list_text(*rules, io));
  }
  return kFine;
}

std::string clause_text(const Clause& clause) {
  const Operand& operand = clause.operand;
  const std::string right = operand.truth          ? (*operand.truth ? "true" : "false")
                            : operand.number       ? fmt::format("{:g}", *operand.number)
                            : operand.list.empty() ? operand.text
                                                   : joined(operand.list, " | ");
  return fmt::format("{} {} {}", clause.fact, word(clause.op), right);
}

/// Table files in force that are called `name`, of either kind.
Result<DataFile> file_named(const std::string& name, const Arguments& arguments, const Io& io) {
  const std::vector<std::string> data = TRY(data_directories(arguments));
  for (const char* const kind : {"rules", "benign"}) {
    const std::vector<DataFile> files = TRY(data_files(*this_host(io), kind, data));
    for (const DataFile& file : files) {
      if (file.name == name) return file;
    }
  }
  for (const char* const kind : {"rules", "benign"}) {
    if (!is_built_in(kind, name)) continue;
    return Error{Error::Kind::invalid, fmt::format("{} is masked by an empty file", name),
                 fmt::format("remove {}.toml from {}.d or from the folder of --data", name, kind)};
  }
  return Error{Error::Kind::invalid, fmt::format("nothing is called \"{}\"", printable(name, 60)),
               "gb10 rules lists the names"};
}

std::string explained(const Rule& rule, const Io& io) {
  std::vector<std::vector<std::string>> rows = {
      {"  judges", fmt::format("{}, {}{}", word(rule.area), word(rule.severity),
                               rule.for_each.empty() ? "" : ", each " + rule.for_each)}};
  const auto add = [&](const char* label, const std::vector<Clause>& clauses) {
    for (const Clause& clause : clauses) rows.push_back({label, clause_text(clause)});
  };
  add("  given", rule.given);
  add("  when", rule.when);
  add("  or when", rule.any);
  if (rule.window) {
    rows.push_back(
        {"  samples",
         fmt::format(
             "at least {} in a row over {:g} s that meet all its limits (gb10 show {} --toml)",
             rule.window->samples, rule.window->seconds, rule.name)});
  }
  rows.push_back({"  why", rule.why});
  for (const std::string& line : rule.not_remedy) rows.push_back({"  useless", line});
  rows.push_back({"  costs", word(rule.impact)});
  rows.push_back(
      {"  known", fmt::format("{}; {} ({})", rule.evidence_class, rule.source, rule.date)});
  if (!rule.catalogue.empty()) rows.push_back({"  catalogue", joined(rule.catalogue, ", ")});
  rows.push_back({"  in force", rule.origin});
  std::string out =
      fmt::format("{}: {}\n{}", rule.name, rule.title, table(rows, {io.color, io.width, true}));
  // Commands stay whole, to be copied.
  for (const std::string& line : rule.remedy) out += fmt::format("  do         {}\n", line);
  return out;
}

std::string explained(const Benign& known, const Io& io) {
  std::vector<std::vector<std::string>> rows = {
      {"  harmless", fmt::format("lines of {} that match {}", known.fact, known.matches)}};
  for (const Clause& clause : known.unless) rows.push_back({"  unless", clause_text(clause)});
  rows.push_back({"  why", known.why});
  rows.push_back({"  known", fmt::format("{} ({})", known.source, known.date)});
  rows.push_back({"  in force", known.origin});
  return fmt::format("{}: {}\n{}", known.name, known.title,
                     table(rows, {io.color, io.width, true}));
}

Result<std::string> shown(const DataFile& file, const Arguments& arguments, const Io& io) {
  if (arguments.has("--toml")) return fmt::format("# {}\n{}", file.origin, file.text);
  const Result<Rule> rule = read_rule(file.text, file.origin);
  if (rule.ok()) {
    if (arguments.has("--json"))
      return to_text(json_of(*rule).set("why", rule->why).set("remedy", Json::list(rule->remedy)),
                     2) +
             "\n";
    return arguments.has("--markdown") ? fmt::format("```\n{}```\n", explained(*rule, io))
                                       : explained(*rule, io);
  }
  const Benign known = TRY(read_benign(file.text, file.origin));
  if (arguments.has("--json")) {
    Json out = Json::object();
    out.set("name", known.name)
        .set("title", known.title)
        .set("fact", known.fact)
        .set("matches", known.matches);
    return to_text(out.set("why", known.why).set("source", known.source).set("date", known.date),
                   2) +
           "\n";
  }
  return arguments.has("--markdown") ? fmt::format("```\n{}```\n", explained(known, io))
                                     : explained(known, io);
}

int run_show(const Arguments& arguments, const Io& io) {
  const std::string name = arguments.value("NAME");
  if (name.empty())
    return io.fail({Error::Kind::invalid, "show what?", "gb10 show gpu.low-power-state"});
  if (arguments.has("--toml") && (arguments.has("--json") || arguments.has("--markdown"))) {
    return io.fail({Error::Kind::invalid, "--toml excludes --json and --markdown", "ask for one"});
  }
  const Result<DataFile> file = file_named(name, arguments, io);
  if (!file.ok()) return io.fail(file.error());
  const Result<std::string> out = shown(*file, arguments, io);
  if (!out.ok()) return io.fail(out.error());
  io.print(*out);
  return kFine;
}

}  // namespace

CommandSpec rules_command() {
  return {"rules", "what is checked",
          "Lists the rules in force, each with its severity and what it looks for. --json adds the "
          "source and the date of each.",
          kListOptions, run_list};
}

CommandSpec show_command() {
  return {"show", "explain a rule by its name",
          "Shows what a rule looks at, why, what to do, what that costs, and where the knowledge "
          "comes from; --toml prints the table in force.",
          kShowOptions, run_show};
}

}  // namespace gb10
