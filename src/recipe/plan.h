#pragma once

#include <string>

#include "facts/facts.h"
#include "host/host.h"
#include "model/build_plan.h"
#include "recipe/names.h"
#include "recipe/recipe.h"

namespace gb10 {

/// What a plan is made for.
struct BuildSetting {
  std::string builds;  // the folder of all work folders
  JobLimit jobs;
  const Facts* facts = nullptr;  // of cuda and os; outlives the call
};

/// The work folder of a recipe.
std::string work_folder(const BuildSetting& setting, std::string_view recipe);

/// What a build of `name` would do here: its steps in order with all names filled in, what is done
/// already, what is there and what is missing. Looks, and changes nothing.
Result<BuildPlan> build_plan(const RecipeBook& book, const std::string& name, const HostView& host,
                             const BuildSetting& setting);

/// The steps of `recipe`: its sources, its patches, its Python environment, then its own, in order.
std::vector<BuildStep> build_steps(const Recipe& recipe, const RecipeNames& names);

/// The packages, the toolkit and the other recipes that it needs, each there or missing.
std::vector<BuildNeed> build_needs(const Recipe& recipe, const HostView& host,
                                   const BuildSetting& setting);

/// The folder of the CUDA toolkit of that major version; empty where none is known.
std::string toolkit_of(const Facts& facts, int major);

}  // namespace gb10
