#pragma once

#include <memory>
#include <string>

#include "cli/command.h"
#include "host/host.h"
#include "recipe/plan.h"
#include "report/report.h"

/// What the words of gb10 recipe share.
namespace gb10 {

/// Options that more than one of them reads.
namespace recipe_words {
inline constexpr const char* kResume = "--resume";
inline constexpr const char* kDryRunRecipe = "--dry-run";
inline constexpr const char* kBudget = "--budget";
inline constexpr const char* kAnyway = "--anyway";
inline constexpr const char* kJobs = "--jobs";
}  // namespace recipe_words

/// --data of this command; the other tables have nothing to do with it.
inline constexpr OptionSpec kRecipeData = {
    "--data", "DIR", true,
    "also read recipes from DIR/recipes; same names replace the built-in ones"};

/// The recipes in force here and in the folders of --data.
Result<RecipeBook> recipes_in_force(const Arguments& arguments, const Io& io);

/// The machine that is planned for, and what is known of its CUDA.
struct BuildPlace {
  std::unique_ptr<HostView> host;
  Facts facts;
  std::string builds;  // the folder of all work folders
};
Result<BuildPlace> build_place(const Arguments& arguments, const Io& io);

/// The plan of a recipe of the book for that place, with as many jobs as fit now, or as --jobs
/// says.
Result<BuildPlan> plan_at(const RecipeBook& book, const std::string& name, const BuildPlace& place,
                          const Arguments& arguments);

/// gb10 recipe build NAME; the exit code.
Result<int> build_recipe(const RecipeBook& book, const std::string& name,
                         const Arguments& arguments, const Io& io);

}  // namespace gb10
