#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/nearest.h"
#include "base/pattern.h"
#include "base/text.h"
#include "cli/bench_knowledge.h"
#include "cli/commands.h"
#include "cli/doctor_options.h"
#include "cli/launch_fix_words.h"
#include "cli/machine.h"
#include "cli/rule_json.h"
#include "compat/row.h"
#include "doctor/rules_in_force.h"
#include "explain/signature.h"
#include "recipe/recipe.h"
#include "report/compat.h"
#include "report/knob.h"
#include "report/recipe.h"
#include "tune/knobs.h"

namespace gb10 {

namespace {

constexpr OptionSpec kShowOptions[] = {
    {"NAME", nullptr, false,
     "the name of a rule, of a signature, of a row of gb10 compat, of a knob or a profile of gb10 "
     "tune, of a fix of gb10 env, as they print it"},
    {"--toml", nullptr, false, "print the table itself, as it is in force"},
    kDataOption,
};

constexpr const char* kKinds[] = {"rules",    "signatures", "benign",  "compat", "knobs",
                                  "profiles", "gpus",       "storage", "fixes"};

/// The names of the built-in rules, signatures and rows.
std::vector<std::string> built_in_names() {
  std::set<std::string> out;
  for (const Embedded& file : embedded_files()) {
    const std::size_t slash = file.path.find('/'), end = file.path.rfind('.');
    if (slash != std::string_view::npos) out.emplace(file.path.substr(slash + 1, end - slash - 1));
  }
  return {out.begin(), out.end()};
}

/// "  do         COMMAND", each step below the last.
std::string steps_text(std::span<const Step> steps, const Io& io) {
  std::string out;
  bool first = true;
  for (const Step& step : steps) {
    for (const std::string& line : lines_of(step, io.width - 13)) {
      out += fmt::format("  {:<11}{}\n", first ? "do" : "", line);
      first = false;
    }
  }
  return out;
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
  if (!rule.compat.empty()) rows.push_back({"  more", "gb10 compat " + rule.compat});
  rows.push_back(
      {"  known", fmt::format("{}; {} ({})", rule.evidence_class, rule.source, rule.date)});
  if (!rule.catalogue.empty()) rows.push_back({"  catalogue", joined(rule.catalogue, ", ")});
  rows.push_back({"  in force", rule.origin});
  return fmt::format("{}: {}\n{}{}", rule.name, rule.title, table(rows, {io.color, io.width, true}),
                     steps_text(rule.remedy, io));
}

std::string explained(const Benign& known, const Io& io) {
  std::vector<std::vector<std::string>> rows = {
      {"  leaves out", fmt::format("such lines of {}", known.fact)}};
  for (const Clause& clause : known.unless) rows.push_back({"  unless", clause_text(clause)});
  rows.push_back({"  in force", known.origin});
  return fmt::format("{}: the doctor\n{}", known.name, table(rows, {io.color, io.width, true}));
}

std::string lines_text(const LinePattern& pattern) {
  std::string out = pattern.line;
  if (pattern.times > 1) out += fmt::format("   at least {} times", pattern.times);
  if (pattern.last) out += fmt::format("   with at most {} lines behind it", *pattern.last);
  return out;
}

std::string machine_text(const Signature& signature) {
  if (signature.role == Role::context)
    return signature.other_machine ? " of another machine" : " of a GB10";
  if (signature.role != Role::cause) return {};
  return signature.any_machine ? ", on any machine" : ", on a GB10";
}

/// What stands for each group of the signature where no log has filled it.
Pattern::Captures stand_ins(const Signature& signature) {
  std::string all = signature.title + signature.why + signature.applies + signature.fixed;
  for (const std::string& line : signature.not_remedy) all += line;
  for (const Step& step : signature.remedy) all += step.when + step.note;
  Pattern::Captures out;
  for (const std::string& group : wanted_groups(all)) out[group] = "<" + group + ">";
  return out;
}

std::string explained(const Signature& signature, const Io& io) {
  const Pattern::Captures groups = stand_ins(signature);
  std::vector<std::vector<std::string>> rows = {
      {"  in a log", fmt::format("{}{}", word(signature.role), machine_text(signature))}};
  for (const LinePattern& pattern : signature.match)
    rows.push_back({"  shown by", lines_text(pattern)});
  for (const Condition& condition : signature.also)
    rows.push_back({"  with", lines_text(condition.any.front()) +
                                  (condition.any.size() > 1 ? ", or others" : "")});
  for (const Condition& condition : signature.unless)
    rows.push_back({"  not with", lines_text(condition.any.front()) +
                                      (condition.any.size() > 1 ? ", or others" : "")});
  if (!signature.why.empty()) rows.push_back({"  why", filled(signature.why, groups)});
  for (const std::string& line : signature.not_remedy)
    rows.push_back({"  useless", filled(line, groups)});
  if (!signature.applies.empty()) rows.push_back({"  seen", filled(signature.applies, groups)});
  if (!signature.fixed.empty()) rows.push_back({"  fixed", filled(signature.fixed, groups)});
  rows.push_back({"  known", fmt::format("{} ({})", signature.source, signature.date)});
  if (!signature.catalogue.empty()) rows.push_back({"  catalogue", signature.catalogue});
  rows.push_back({"  in force", signature.origin});
  std::vector<Step> steps;
  for (const Step& step : signature.remedy) {
    Step each = filled(step, {});
    each.when = filled(step.when, groups);
    each.note = filled(step.note, groups);
    steps.push_back(std::move(each));
  }
  return fmt::format("{}: {}\n{}{}", signature.name, filled(signature.title, groups),
                     table(rows, {io.color, io.width, true}), steps_text(steps, io));
}

Json json_of(const Signature& signature) {
  Json out = Json::object();
  out.set("name", signature.name).set("role", word(signature.role));
  out.set("title", signature.title).set("catalogue", signature.catalogue);
  Json lines = Json::array();
  for (const LinePattern& pattern : signature.match) lines.push(pattern.line);
  out.set("lines", std::move(lines)).set("why", signature.why);
  out.set("fix", to_json(signature.remedy)).set("applies", signature.applies);
  out.set("fixed", signature.fixed).set("source", signature.source).set("date", signature.date);
  return out.set("origin", signature.origin);
}

/// A file in force and what kind it is of.
struct Named {
  std::string kind;
  DataFile file;
};

/// The files in force that are called `name`: a rule and a signature may share it.
Result<std::vector<Named>> files_named(const std::string& name, const Arguments& arguments,
                                       const Io& io) {
  const std::vector<std::string> data = TRY(data_directories(arguments));
  const std::unique_ptr<Host> here = this_host(io);
  std::vector<Named> out;
  std::set<std::string> names;
  std::vector<const char*> kinds(std::begin(kKinds), std::end(kKinds));
  kinds.push_back("recipes");
  for (const char* const kind : kinds) {
    const std::vector<DataFile> files = TRY(readable_files(*here, kind, data));
    for (const DataFile& file : files) {
      if (file.name == name) out.push_back({kind, file});
      names.insert(file.name);
    }
  }
  if (!out.empty()) return out;
  for (const SilentFile& file : silent_files(*here, data)) {
    if (file.name != name || file.kind == SilentFile::Kind::masks_nothing) continue;
    return Error{Error::Kind::invalid,
                 fmt::format("{} is masked by an empty file, {}", name, file.path),
                 "remove that file"};
  }
  return Error{Error::Kind::invalid, fmt::format("nothing is called \"{}\"", printable(name, 60)),
               did_you_mean(name, {names.begin(), names.end()}, "gb10 rules lists the names")};
}

/// One file in words and as JSON.
struct Section {
  std::string text;
  Json json;
};

Result<Section> recipe_section(const DataFile& file, const Io& io) {
  const RecipeFile known = TRY(read_recipe(file));
  return Section{text(known.recipe, {io.color, io.width, true}), to_json(known.recipe)};
}

Result<Section> section(const Named& named, const Io& io) {
  if (named.kind == "rules") {
    const Rule rule = TRY(read_rule(named.file.text, named.file.origin));
    return Section{explained(rule, io),
                   json_of(rule).set("why", rule.why).set("remedy", to_json(rule.remedy))};
  }
  if (named.kind == "recipes") return recipe_section(named.file, io);
  if (named.kind == "signatures") {
    const Signature signature = TRY(read_signature(named.file));
    return Section{explained(signature, io), json_of(signature)};
  }
  if (named.kind == "compat") {
    CompatFile known = TRY(read_compat(named.file.text, named.file.origin));
    known.row.origin = named.file.origin;
    const DatedRow dated{known.row, stale(known.row, this_host(io)->self().now)};
    return Section{text(dated, {io.color, io.width, true}), to_json(dated)};
  }
  if (named.kind == "knobs") {
    const Knob knob = TRY(read_knob(named.file));
    return Section{text(knob, {io.color, io.width, true}), to_json(knob)};
  }
  if (named.kind == "profiles") {
    const Profile profile = TRY(read_profile(named.file));
    return Section{text(profile, {io.color, io.width, true}), to_json(profile)};
  }
  if (named.kind == "fixes") {
    const LaunchFix fix = TRY(read_launch_fix(named.file.text, named.file.origin));
    return Section{explained(fix, io), json_of(fix)};
  }
  if (named.kind == "gpus") {
    const GpuReference gpu = TRY(read_gpu_reference(named.file));
    return Section{explained(gpu, named.file.origin, io), json_of(gpu)};
  }
  if (named.kind == "storage") {
    const StorageReference disks = TRY(read_storage_reference(named.file));
    return Section{explained(disks, named.file.origin, io), json_of(disks)};
  }
  const Benign known = TRY(read_benign(named.file.text, named.file.origin));
  Json json = Json::object();
  json.set("name", known.name).set("fact", known.fact);
  return Section{explained(known, io), std::move(json)};
}

Result<std::string> shown(const std::vector<Named>& all, const Arguments& arguments, const Io& io) {
  std::string text;
  Json json;
  for (const Named& named : all) {
    if (arguments.has("--toml")) {
      text += fmt::format("# {}, of {}\n{}", named.file.origin, named.kind, named.file.text);
      continue;
    }
    Section each = TRY(section(named, io));
    text += (text.empty() ? "" : "\n") + each.text;
    if (json.is_null())
      json = std::move(each.json);
    else
      json.set(named.kind, std::move(each.json));
  }
  if (arguments.has("--json")) return to_text(json, 2) + "\n";
  return arguments.has("--markdown") ? fmt::format("```\n{}```\n", text) : text;
}

int run_show(const Arguments& arguments, const Io& io) {
  const std::string name = arguments.value("NAME");
  if (name.empty())
    return io.fail({Error::Kind::invalid, "show what?", "gb10 show gpu.low-power-state"});
  if (arguments.has("--toml") && (arguments.has("--json") || arguments.has("--markdown"))) {
    return io.fail({Error::Kind::invalid, "--toml excludes --json and --markdown", "ask for one"});
  }
  const Result<std::vector<Named>> files = files_named(name, arguments, io);
  if (!files.ok()) return io.fail(files.error());
  const Result<std::string> out = shown(*files, arguments, io);
  if (!out.ok()) return io.fail(out.error());
  io.print(*out);
  return kFine;
}

}  // namespace

CommandSpec show_command() {
  return {
      "show",
      "explain a rule, a signature, a row of the matrix, a knob or a fix by its name",
      "Shows what a rule or a signature looks at, why, what to do, what that costs, and where "
      "the knowledge comes from; of a row of gb10 compat all that it says; of a knob its cells, "
      "their ranges, and what became of the old scripts' claim; of a fix of gb10 env what it needs "
      "and does. --toml prints the table in force.",
      kShowOptions,
      run_show,
      built_in_names};
}

}  // namespace gb10
