#include <algorithm>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/build_run.h"
#include "cli/commands.h"
#include "cli/doctor_options.h"
#include "cli/machine.h"
#include "cli/recipe_parts.h"
#include "gpu/rooted_gpu.h"
#include "recipe/script.h"
#include "report/recipe.h"

namespace gb10 {

namespace {

using namespace recipe_words;

constexpr OptionSpec kOptions[] = {
    {"WHAT", nullptr, true,
     "list: the recipes; show NAME: all that one says, what to take instead of building first; "
     "plan NAME: what a build would do here, what is missing; build NAME: do it"},
    {kResume, nullptr, false, "build: go on with one that was begun"},
    {kDryRunRecipe, nullptr, false, "build: print the steps as a script for sh, run nothing"},
    {kBudget, "SIZE", false,
     "build: end a program that holds more memory than this with all that it started (gb10 run "
     "--budget); else nearly all that is available when the program starts; none: no budget"},
    {kJobs, "N", false,
     "plan, build: so many compilers side by side, in place of as many as there is memory for"},
    {kAnyway, nullptr, false, "build: also where packages or the toolkit seem to be missing"},
    {"--all", nullptr, false, "plan: also the reason of each variable"},
    kRootOption,
    kRecipeData,
};

std::vector<std::string> recipe_words_typed() { return {"list", "show", "plan", "build"}; }

Dress dress_for(const Arguments& arguments, const Io& io) {
  return {io.color, io.width, arguments.has("--all")};
}

void tell(const std::string& text, const Json& json, const Arguments& arguments, const Io& io) {
  if (arguments.has("--json"))
    io.print(to_text(json, 2) + "\n");
  else
    io.print(arguments.has("--markdown") ? fmt::format("```\n{}```\n", text) : text);
}

int list(const RecipeBook& book, const Arguments& arguments, const Io& io) {
  std::vector<Recipe> recipes;
  Json json = Json::array();
  for (const auto& [name, file] : book) {
    recipes.push_back(file.recipe);
    json.push(to_json(file.recipe));
  }
  tell(text(recipes, dress_for(arguments, io)), json, arguments, io);
  return kFine;
}

Result<int> plan(const RecipeBook& book, const std::string& name, const Arguments& arguments,
                 const Io& io) {
  const BuildPlace place = TRY(build_place(arguments, io));
  const BuildPlan planned = TRY(plan_at(book, name, place, arguments));
  tell(text(planned, dress_for(arguments, io)), to_json(planned), arguments, io);
  const bool lacks = !planned.missing("apt").empty() || !planned.missing("toolkit").empty() ||
                     planned.is_short_of_room();
  return lacks ? kAnswerIsNo : kFine;
}

/// An option and the word that it goes with. One that does nothing must not look as if it did.
Result<void> check_options(const Arguments& arguments, const std::string& what) {
  const std::pair<const char*, const char*> goes[] = {{kResume, "build"},
                                                      {kDryRunRecipe, "build"},
                                                      {kBudget, "build"},
                                                      {kAnyway, "build"},
                                                      {"--all", "plan"}};
  if (arguments.has(kJobs) && what != "build" && what != "plan")
    return Error{Error::Kind::invalid, fmt::format("--jobs does not go with {}", what), ""};
  for (const auto& [option, with] : goes) {
    if (arguments.has(option) && what != with)
      return Error{Error::Kind::invalid, fmt::format("{} does not go with {}", option, what), ""};
  }
  if (arguments.has("--root") && (what == "list" || what == "show"))
    return Error{Error::Kind::invalid, fmt::format("--root does not go with {}", what), ""};
  if (what == "build" && !arguments.has(kDryRunRecipe) && arguments.has("--root"))
    return Error{Error::Kind::invalid, "--root is for looking: plan, and build --dry-run", ""};
  if (what == "build" && arguments.has("--markdown"))
    return Error{Error::Kind::invalid, "build has no --markdown", ""};
  if (arguments.has(kDryRunRecipe) && (arguments.has(kResume) || arguments.has("--json")))
    return Error{Error::Kind::invalid, "--dry-run prints a script and nothing else", ""};
  return {};
}

Result<std::string> name_typed(const Arguments& arguments, const std::string& what,
                               const RecipeBook& book) {
  const std::vector<std::string> words = arguments.values("WHAT");
  std::vector<std::string> names;
  for (const auto& [name, file] : book) names.push_back(name);
  if (words.size() < 2)
    return Error{Error::Kind::invalid, fmt::format("{} which recipe?", what), joined(names, ", ")};
  if (words.size() > 2)
    return Error{Error::Kind::invalid, fmt::format("{} takes one recipe", what), ""};
  if (book.count(words[1]) > 0) return words[1];
  return Error{Error::Kind::invalid,
               fmt::format("no recipe is called \"{}\"", printable(words[1], 60)),
               did_you_mean(words[1], names, joined(names, ", "))};
}

Result<int> done(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> typed = arguments.values("WHAT");
  const std::string what = typed.empty() ? std::string() : typed.front();
  const std::vector<std::string> known = recipe_words_typed();
  if (std::find(known.begin(), known.end(), what) == known.end())
    return Error{
        Error::Kind::invalid,
        what.empty() ? "recipe what?" : fmt::format("recipe has no \"{}\"", printable(what, 40)),
        did_you_mean(what, known, "gb10 recipe " + joined(known, ", "))};
  TRY(check_options(arguments, what));
  const RecipeBook book = TRY(recipes_in_force(arguments, io));
  if (what == "list" && typed.size() > 1)
    return Error{Error::Kind::invalid, "list takes no more words", ""};
  if (what == "list") return list(book, arguments, io);
  const std::string name = TRY(name_typed(arguments, what, book));
  if (what == "show") {
    const Recipe& recipe = book.at(name).recipe;
    tell(text(recipe, {io.color, io.width, true}), to_json(recipe), arguments, io);
    return kFine;
  }
  if (what == "plan") return plan(book, name, arguments, io);
  if (arguments.has(kDryRunRecipe)) {
    const BuildPlace place = TRY(build_place(arguments, io));
    const BuildPlan planned = TRY(plan_at(book, name, place, arguments));
    io.print(build_script(planned));
    return kFine;
  }
  return build_recipe(book, name, arguments, io);
}

int run(const Arguments& arguments, const Io& io) {
  const Result<int> code = done(arguments, io);
  return code.ok() ? *code : io.fail(code.error());
}

}  // namespace

Result<RecipeBook> recipes_in_force(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> data = TRY(data_directories(arguments));
  const std::vector<DataFile> files = TRY(data_files(*this_host(io), "recipes", data));
  return recipe_book(files);
}

Result<BuildPlace> build_place(const Arguments& arguments, const Io& io) {
  BuildPlace out;
  if (arguments.has("--root")) {
    OpenMachine machine = TRY(open_machine(arguments, io));
    out.host = std::move(machine.host);
    out.builds = "/home/user/.cache/gb10/builds";
  } else {
    out.host = this_host(io);
    const auto value = [&](const char* name) {
      const auto found = io.environment.find(name);
      return found == io.environment.end() ? std::string() : found->second;
    };
    const std::string cache = value("XDG_CACHE_HOME"), home = value("HOME");
    if (!cache.starts_with('/') && !home.starts_with('/'))
      return Error{Error::Kind::unsupported, "there is no home to build in",
                   "set HOME or XDG_CACHE_HOME"};
    out.builds = (cache.starts_with('/') ? cache : home + "/.cache") + "/gb10/builds";
  }
  // No GPU is asked for what lies in toolkits and libraries.
  const RootedGpu none;
  CollectOptions options;
  options.topics = {"cuda", "identity"};
  out.facts = collect({*out.host, none}, options);
  return out;
}

Result<BuildPlan> plan_at(const RecipeBook& book, const std::string& name, const BuildPlace& place,
                          const Arguments& arguments) {
  BuildSetting setting;
  setting.builds = place.builds;
  setting.facts = &place.facts;
  const std::optional<RecipeAmount>& each = book.at(name).recipe.memory_per_job;
  setting.jobs = build_limit(*place.host, each ? std::optional(each->high) : std::nullopt);
  if (arguments.has(kJobs)) {
    const auto jobs = whole_number(arguments.value(kJobs));
    if (!jobs || *jobs < 1 || *jobs > 1024)
      return Error{Error::Kind::invalid, "--jobs wants 1 to 1024", ""};
    setting.jobs = {static_cast<int>(*jobs), fmt::format("{}, as asked for", *jobs)};
  }
  return build_plan(book, name, *place.host, setting);
}

CommandSpec recipe_command() {
  return {
      "recipe",
      "builds from source by recipes: plan, run within memory, resume, look at the result",
      "A recipe says what to take instead of building, where the sources come from, what the "
      "build needs, which variables it sets and why, and its steps. build runs them in a "
      "folder of its own below ~/.cache/gb10/builds, as many compilers side by side as there "
      "is memory for, each program under a budget of memory; a step that ended is not run again "
      "while nothing that went into it changes, and a build that was killed goes on with "
      "--resume. Nothing is installed on the system: missing packages are named as one "
      "command. The result is looked through as gb10 audit does. Recipes of your own lie in "
      "~/.config/gb10/recipes.d. Never run on a GB10 so far. Exit codes: 1 something is "
      "missing (plan), or the result is not what was meant; 2 a step failed; 3 something is "
      "missing, or there is too little memory (build); 5 the folder is somebody else's; 6 "
      "another build runs; 7 one was begun: --resume.",
      kOptions,
      run,
      recipe_words_typed};
}

}  // namespace gb10
