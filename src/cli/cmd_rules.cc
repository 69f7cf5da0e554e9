#include <algorithm>
#include <functional>
#include <iterator>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/doctor_options.h"
#include "cli/machine.h"
#include "cli/own_files.h"
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

std::vector<std::string> area_names() {
  std::vector<std::string> out;
  for (const Area each :
       {Area::gpu, Area::memory, Area::software, Area::storage, Area::network, Area::thermal})
    out.emplace_back(word(each));
  return out;
}

/// The names of the built-in rules and harmless lines.
std::vector<std::string> built_in_names() {
  std::vector<std::string> out;
  for (const Embedded& file : embedded_files()) {
    const std::size_t slash = file.path.find('/'), end = file.path.rfind('.');
    if (slash != std::string_view::npos)
      out.emplace_back(file.path.substr(slash + 1, end - slash - 1));
  }
  return out;
}

/// The rules in force, and the owner's files that take one out of force.
struct Listed {
  std::vector<Rule> rules;
  std::vector<SilentFile> masked;
  std::vector<NotChecked> passed_over;
};

Result<void> keep_area(const std::string& wanted, Listed& listed) {
  if (wanted.empty()) return {};
  const std::optional<Area> only = area(wanted);
  if (!only) {
    return Error{Error::Kind::invalid,
                 fmt::format("no area is called \"{}\"", printable(wanted, 40)),
                 did_you_mean(wanted, area_names(), "areas: " + joined(area_names(), " "))};
  }
  std::erase_if(listed.rules, [&](const Rule& rule) { return rule.area != *only; });
  std::erase_if(listed.masked, [&](const SilentFile& file) {
    return file.kind == SilentFile::Kind::masks_benign || file.area != *only;
  });
  return {};
}

Result<Listed> listed(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> data = TRY(data_directories(arguments));
  const std::unique_ptr<Host> here = this_host(io);
  RuleSet all = TRY(rules_in_force(*here, data));
  Listed out{std::move(all.rules), silent_files(*here, data), {}};
  warn_of_useless(out.masked, io);
  const auto masks = [](const SilentFile& file) {
    return file.kind == SilentFile::Kind::masks_rule || file.kind == SilentFile::Kind::masks_benign;
  };
  std::vector<SilentFile> others;
  std::copy_if(out.masked.begin(), out.masked.end(), std::back_inserter(others),
               std::not_fn(masks));
  out.passed_over = not_checked(others, true);
  std::erase_if(out.masked, std::not_fn(masks));
  TRY(keep_area(arguments.value("AREA"), out));
  return out;
}

std::string markdown_of(const Listed& listed) {
  std::string out =
      "| rule | severity | area | what | source | date |\n|---|---|---|---|---|---|\n";
  for (const Rule& rule : listed.rules) {
    out += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", rule.name, word(rule.severity),
                       word(rule.area), rule.title, rule.source, rule.date);
  }
  for (const SilentFile& file : listed.masked) {
    out += fmt::format("\n`{}` is masked by an empty file.\n", file.name);
  }
  return out + not_checked_markdown(listed.passed_over);
}

std::string list_text(const Listed& listed, const Io& io) {
  std::vector<std::vector<std::string>> rows;
  for (const Rule& rule : listed.rules)
    rows.push_back({word(rule.severity), rule.name, rule.title});
  std::string out = fmt::format("{}\n{}\n", table(rows, {io.color, io.width, true}),
                                counted(static_cast<std::int64_t>(listed.rules.size()), "rule"));
  for (const SilentFile& file : listed.masked)
    out += fmt::format("  masked: {} by {}\n", printable(file.name, 200), printable(file.path));
  return out + not_checked_text(listed.passed_over, io.width) + "  gb10 show NAME explains one\n";
}

Json json_of(const Listed& listed) {
  Json all = Json::array();
  for (const Rule& rule : listed.rules) all.push(json_of(rule));
  for (const SilentFile& file : listed.masked) {
    all.push(
        Json::object().set("name", file.name).set("title", file.title).set("masked_by", file.path));
  }
  return all;
}

int run_list(const Arguments& arguments, const Io& io) {
  const Result<Listed> found = listed(arguments, io);
  if (!found.ok()) return io.fail(found.error());
  if (arguments.has("--json"))
    io.print(to_text(json_of(*found), 2) + "\n");
  else
    io.print(arguments.has("--markdown") ? markdown_of(*found) : list_text(*found, io));
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

/// The file in force that is called `name`, of either kind.
Result<DataFile> file_named(const std::string& name, const Arguments& arguments, const Io& io) {
  const std::vector<std::string> data = TRY(data_directories(arguments));
  const std::unique_ptr<Host> here = this_host(io);
  std::vector<std::string> names;
  for (const char* const kind : {"rules", "benign"}) {
    const std::vector<DataFile> files = TRY(readable_files(*here, kind, data));
    for (const DataFile& file : files) {
      if (file.name == name) return file;
      names.push_back(file.name);
    }
  }
  for (const SilentFile& file : silent_files(*here, data)) {
    if (file.name != name || file.kind == SilentFile::Kind::masks_nothing) continue;
    return Error{Error::Kind::invalid,
                 fmt::format("{} is masked by an empty file, {}", name, file.path),
                 "remove that file"};
  }
  return Error{Error::Kind::invalid, fmt::format("nothing is called \"{}\"", printable(name, 60)),
               did_you_mean(name, names, "gb10 rules lists the names")};
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
  bool first = true;
  for (const Step& step : rule.remedy) {
    for (const std::string& line : lines_of(step, io.width - 13)) {
      out += fmt::format("  {:<11}{}\n", first ? "do" : "", line);
      first = false;
    }
  }
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
      return to_text(json_of(*rule).set("why", rule->why).set("remedy", to_json(rule->remedy)), 2) +
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
  return {"rules",
          "what is checked",
          "Lists the rules in force, each with its severity and what it looks for. --json adds the "
          "source and the date of each.",
          kListOptions,
          run_list,
          area_names};
}

CommandSpec show_command() {
  return {"show",
          "explain a rule by its name",
          "Shows what a rule looks at, why, what to do, what that costs, and where the knowledge "
          "comes from; --toml prints the table in force.",
          kShowOptions,
          run_show,
          built_in_names};
}

}  // namespace gb10
