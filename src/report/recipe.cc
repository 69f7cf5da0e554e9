#include "report/recipe.h"

#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string size_text(const std::optional<RecipeAmount>& amount) {
  if (!amount) return "not known";
  const std::string low = to_text(bytes(amount->low)), high = to_text(bytes(amount->high));
  return fmt::format("{} ({}: {})", low == high ? low : low + " to " + high, amount->kind,
                     amount->source);
}

void add_steps(const std::vector<Step>& steps, const Dress& dress, const char* label, Rows& rows) {
  bool first = true;
  for (const Step& step : steps) {
    for (const std::string& line : lines_of(step, dress.width - 14)) {
      rows.push_back({first ? label : "", line});
      first = false;
    }
  }
}

std::string source_text(const RecipeSource& source, const std::string& version) {
  std::string out = source.name + ": ";
  if (!source.git.empty()) {
    out += source.git;
    out += source.commit.empty() ? fmt::format(", tag {} (commit not known)",
                                               replaced(source.tag, "{version}", version))
                                 : fmt::format(", commit {}", source.commit);
    if (source.submodules) out += ", with its submodules";
  }
  out += source.folder + source.archive;
  if (!source.sha256.empty()) out += ", sha256 " + source.sha256;
  return source.note.empty() ? out : out + "; " + source.note;
}

std::string verdict_of(const BuildPlan& plan) {
  std::vector<std::string> missing = plan.missing("toolkit");
  const std::vector<std::string> packages = plan.missing("apt");
  if (!packages.empty())
    missing.push_back(counted(static_cast<std::int64_t>(packages.size()), "package"));
  const int done = plan.done(), count = static_cast<int>(plan.steps.size());
  const std::string steps = done == 0
                                ? counted(count, "step")
                                : fmt::format("{} of {}", count - done, counted(count, "step"));
  const bool one =
      missing.size() == 1 && !packages.empty() ? packages.size() == 1 : missing.size() == 1;
  if (!missing.empty())
    return fmt::format("cannot be built here yet: {} {} missing", joined(missing, " and "),
                       one ? "is" : "are");
  if (plan.is_short_of_room())
    return "cannot be built here yet: there is not enough room on the disk";
  if (done == count)
    return "is built: every step is done, and nothing that goes into it has changed";
  return fmt::format("can be built here: {} to run", steps);
}

void add_needs(const BuildPlan& plan, Rows& rows) {
  for (const BuildNeed& need : plan.needs) {
    if (need.kind == "apt" && need.state == BuildNeed::State::there) continue;
    std::string line = fmt::format("{} {}: {}", need.kind == "apt" ? "package" : need.kind,
                                   need.name, word(need.state));
    if (!need.note.empty()) line += fmt::format(" ({})", need.note);
    if (need.state != BuildNeed::State::there) line += "; " + need.why;
    rows.push_back({"  needs", line});
  }
  const std::vector<std::string> packages = plan.missing("apt");
  if (!packages.empty()) rows.push_back({"  do", "sudo apt install " + joined(packages, " ")});
}

void add_plan_steps(const BuildPlan& plan, Rows& rows) {
  std::size_t number = 0;
  for (const BuildStep& step : plan.steps) {
    ++number;
    const std::string state = step.state == BuildStepState::done ? "done"
                              : step.reason.empty()              ? "to run"
                                                                 : "to run: " + step.reason;
    rows.push_back({fmt::format("  step {}", number), fmt::format("{} ({})", step.name, state)});
    if (step.state != BuildStepState::done)
      rows.push_back({"", printable(shown_text(step.says, plan), 300)});
  }
}

}  // namespace

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::lround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  const std::int64_t large = whole < 3600 ? whole / 60 : whole / 3600;
  const std::int64_t small = whole < 3600 ? whole % 60 : whole % 3600 / 60;
  std::string out = fmt::format("{} {}", large, whole < 3600 ? "min" : "h");
  if (small > 0) out += fmt::format(" {} {}", small, whole < 3600 ? "s" : "min");
  return out;
}

std::string time_text(const std::optional<RecipeAmount>& seconds) {
  if (!seconds) return "not known";
  const std::string low = duration_text(seconds->low), high = duration_text(seconds->high);
  return fmt::format("{} ({}: {})", low == high ? low : low + " to " + high, seconds->kind,
                     seconds->source);
}

std::string text(std::span<const Recipe> recipes, const Dress& dress) {
  Rows rows;
  for (const Recipe& recipe : recipes)
    rows.push_back({"  " + recipe.name, recipe.version, recipe.title});
  return fmt::format(
      "{}; before building, take what is built already: gb10 recipe show NAME says which\n{}",
      counted(static_cast<std::int64_t>(recipes.size()), "recipe"), table(rows, dress));
}

std::string text(const Recipe& recipe, const Dress& dress) {
  Rows rows;
  add_steps(recipe.first, dress, "  first", rows);
  for (const std::string& each : recipe.not_first) rows.push_back({"  useless", each});
  rows.push_back({"  build it", recipe.why});
  for (const std::string& need : recipe.needs) rows.push_back({"  takes", "the result of " + need});
  for (const RecipeSource& source : recipe.sources)
    rows.push_back({"  source", source_text(source, recipe.version)});
  for (const RecipePatch& patch : recipe.patches)
    rows.push_back({"  patch", fmt::format("{}: {}", patch.file, patch.reason)});
  for (const RecipeNeed& need : recipe.apt)
    rows.push_back({"  package", fmt::format("{}: {}", need.name, need.why)});
  if (recipe.cuda > 0) rows.push_back({"  toolkit", fmt::format("CUDA {}", recipe.cuda)});
  if (!recipe.arch.empty())
    rows.push_back(
        {"  GPU", fmt::format("{}, from which every list of architectures is made", recipe.arch)});
  for (const RecipeVariable& each : recipe.variables) {
    rows.push_back({"  sets", fmt::format("{}={}", each.name, each.value)});
    rows.push_back({"", each.reason});
    if (each.when.empty()) continue;
    rows.push_back({"", fmt::format("where {}; else {}", each.when,
                                    each.otherwise ? *each.otherwise : "not set")});
  }
  for (const RecipeStep& step : recipe.steps)
    rows.push_back({"  step", fmt::format("{}: {}", step.name, joined(step.run.front(), " "))});
  rows.push_back({"  makes", recipe.result});
  rows.push_back({"  time", time_text(recipe.seconds)});
  rows.push_back(
      {"  memory", fmt::format("of one compiler: {}", size_text(recipe.memory_per_job))});
  rows.push_back({"  disk", size_text(recipe.disk)});
  for (const RecipeEvidence& each : recipe.evidence)
    rows.push_back(
        {"  known", fmt::format("{}: {}; {} ({})", each.kind, each.says, each.source, each.date)});
  if (!recipe.row.empty()) rows.push_back({"  more", "gb10 compat " + recipe.row});
  if (!recipe.catalogue.empty()) rows.push_back({"  catalogue", joined(recipe.catalogue, ", ")});
  rows.push_back({"  in force", recipe.origin});
  return fmt::format("{}: {}\n{}", recipe.name, recipe.title, table(rows, dress));
}

std::string text(const BuildPlan& plan, const Dress& dress) {
  Rows rows;
  add_steps(plan.first, dress, "  first", rows);
  add_needs(plan, rows);
  if (!plan.order.empty()) rows.push_back({"  before", "recipes " + joined(plan.order, ", ")});
  if (!plan.machine.empty()) rows.push_back({"  machine", plan.machine});
  rows.push_back({"  time", time_text(plan.seconds)});
  rows.push_back({"  jobs", plan.jobs.why});
  rows.push_back({"  memory", fmt::format("of one compiler: {}", size_text(plan.memory_per_job))});
  rows.push_back({"  disk", fmt::format("{}; free: {}", size_text(plan.disk),
                                        plan.disk_free ? to_text(bytes(*plan.disk_free))
                                                       : std::string("not known"))});
  rows.push_back({"  folder", plan.folder});
  add_plan_steps(plan, rows);
  for (const BuildVariable& each : plan.variables) {
    rows.push_back({"  sets", fmt::format("{}={}", each.name, shown_text(each.value, plan))});
    if (dress.all) rows.push_back({"", each.reason});
  }
  rows.push_back({"  makes", plan.result});
  for (const std::string& each : plan.not_judged) rows.push_back({"  not known", each});
  return fmt::format("{} {}\n{}", plan.recipe, verdict_of(plan), table(rows, dress));
}

std::string text(const BuildRecord& record, const Dress& dress) {
  Rows rows;
  double all = 0;
  for (const StepStamp& step : record.steps) {
    all += step.seconds;
    std::string what = duration_text(step.seconds);
    if (step.peak) what += fmt::format(", at most {} of memory seen", to_text(bytes(*step.peak)));
    if (!step.resolved.empty()) what += ", commit " + step.resolved;
    rows.push_back({"  " + step.name, what});
  }
  rows.push_back({"  all steps", duration_text(all)});
  return table(rows, dress);
}

}  // namespace gb10
