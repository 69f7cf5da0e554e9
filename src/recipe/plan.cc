#include "recipe/plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "recipe/stamps.h"
#include "rules/clause.h"

namespace gb10 {

namespace {

RecipeNames names_of(const Recipe& recipe, const BuildSetting& setting) {
  RecipeNames out = arch_names(recipe.arch);
  const std::string work = work_folder(setting, recipe.name);
  out["work"] = work;
  out["dist"] = work + "/dist";
  out["version"] = recipe.version;
  out["python"] = recipe.python.empty() ? "python3" : work + "/venv/bin/python";
  const std::string toolkit = toolkit_of(*setting.facts, recipe.cuda);
  out["cuda"] = toolkit.empty() ? "/usr/local/cuda" : toolkit;
  for (const RecipeSource& source : recipe.sources)
    out["src." + source.name] = fmt::format("{}/src/{}", work, source.name);
  for (const std::string& need : recipe.needs) out["recipe." + need] = work_folder(setting, need);
  return out;
}

/// Whether all clauses hold; what is not known does not, and says why.
bool holds(const std::vector<Clause>& clauses, const Facts& facts, std::string& why) {
  for (const Clause& clause : clauses) {
    const ClauseResult result = judged(clause, facts, "");
    if (result.truth == Truth::yes) continue;
    why = result.truth == Truth::unknown ? result.reason : std::string();
    return false;
  }
  return true;
}

void add_variables(const RecipeFile& file, const RecipeNames& names, const Facts& facts,
                   BuildPlan& plan) {
  for (std::size_t i = 0; i < file.recipe.variables.size(); ++i) {
    const RecipeVariable& variable = file.recipe.variables[i];
    std::string why;
    if (holds(file.conditions[i], facts, why)) {
      plan.variables.push_back(
          {variable.name, filled_names(variable.value, names), variable.reason});
      continue;
    }
    std::string reason =
        variable.otherwise_reason.empty() ? variable.reason : variable.otherwise_reason;
    if (!why.empty()) reason += fmt::format(" (not known: {})", why);
    if (variable.otherwise)
      plan.variables.push_back({variable.name, filled_names(*variable.otherwise, names), reason});
    else
      plan.not_judged.push_back(
          fmt::format("{} is not set: not so that {}", variable.name, variable.when));
  }
}

/// What the results of other recipes are made of: another result, another build.
std::string sum_of_needs(const Recipe& recipe, const HostView& host, const BuildSetting& setting) {
  std::string out;
  for (const std::string& name : recipe.needs) {
    const Result<BuildRecord> record = read_build_record(host, work_folder(setting, name));
    out += name + " ";
    if (!record.ok() || record->steps.empty()) continue;
    out += record->steps.back().hash;
    for (const auto& [path, sum] : record->steps.back().outputs) out += " " + sum;
  }
  return text_sum(out);
}

/// Room where the work folder is, or will be.
std::optional<double> free_room(const HostView& host, std::string folder) {
  while (folder.size() > 1) {
    const Result<Space> space = host.space(folder);
    if (space.ok()) return static_cast<double>(space->available);
    folder = folder.substr(0, std::max<std::size_t>(folder.rfind('/'), 1));
  }
  return std::nullopt;
}

/// A build runs anywhere; what comes of it is for such a processor, and for the recipe's GPU.
std::string said_of_machine(const Facts& facts, const Recipe& recipe) {
  if (facts.is_true("identity.gb10")) return {};
  const std::string what = facts.known<bool>("identity.gb10") == nullptr
                               ? "whether this is a GB10 is not known"
                               : "this is no GB10";
  const auto* const processor = facts.known<std::string>("identity.arch");
  return fmt::format("{}: the result is for the processor here{}{}", what,
                     processor == nullptr ? "" : fmt::format(" ({})", *processor),
                     recipe.arch.empty() ? "" : ", its code for GPUs of " + recipe.arch);
}

void say_what_is_not_known(const Recipe& recipe, BuildPlan& plan) {
  if (!recipe.seconds) plan.not_judged.push_back("the time: nobody is known to have told it");
  if (!recipe.memory_per_job)
    plan.not_judged.push_back(
        "the memory of a compiler of this build: nobody is known to have told it");
  if (!recipe.disk) plan.not_judged.push_back("the room on the disk that it takes");
  for (const RecipeSource& source : recipe.sources) {
    if (!source.git.empty() && source.commit.empty())
      plan.not_judged.push_back(fmt::format(
          "the commit of {}: the tag {} is pinned, what it is gets recorded", source.name,
          plain_braces(filled_names(source.tag, {{"version", recipe.version}}))));
  }
}

}  // namespace

std::string work_folder(const BuildSetting& setting, std::string_view recipe) {
  return fmt::format("{}/{}", setting.builds, recipe);
}

Result<BuildPlan> build_plan(const RecipeBook& book, const std::string& name, const HostView& host,
                             const BuildSetting& setting) {
  const RecipeFile& file = book.at(name);
  const Recipe& recipe = file.recipe;
  const RecipeNames names = names_of(recipe, setting);
  BuildPlan out;
  out.recipe = recipe.name;
  out.title = recipe.title;
  out.version = recipe.version;
  out.folder = work_folder(setting, name);
  out.order = built_before(book, name);
  out.jobs = setting.jobs;
  out.seconds = recipe.seconds;
  out.memory_per_job = recipe.memory_per_job;
  out.disk = recipe.disk;
  out.disk_free = free_room(host, out.folder);
  out.result = out.folder + "/" + recipe.result;
  out.first = recipe.first;
  out.needs_sum = sum_of_needs(recipe, host, setting);
  out.needs = build_needs(recipe, host, setting);
  out.python = names.at("python");
  out.toolkit = recipe.cuda > 0 ? names.at("cuda") : std::string();
  out.audited = recipe.audited;
  out.audit_cuda = recipe.audit_cuda;
  out.arch = recipe.arch;
  add_variables(file, names, *setting.facts, out);
  out.steps = build_steps(recipe, names);
  out.machine = said_of_machine(*setting.facts, recipe);
  say_what_is_not_known(recipe, out);
  const Result<BuildRecord> record = read_build_record(host, out.folder);
  if (!record.ok() && record.error().kind == Error::Kind::invalid) return record.error();
  mark_done(host, record.ok() ? *record : BuildRecord(), out);
  return out;
}

}  // namespace gb10
