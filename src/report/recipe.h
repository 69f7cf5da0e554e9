#pragma once

#include <span>
#include <string>

#include "model/build_plan.h"
#include "report/report.h"

namespace gb10 {

/// The recipes, a line each, with what comes before building.
std::string text(std::span<const Recipe> recipes, const Dress& dress);
/// All that a recipe says.
std::string text(const Recipe& recipe, const Dress& dress);
/// Whether it can be built here, what is missing, and what would run.
std::string text(const BuildPlan& plan, const Dress& dress);
/// What each step took.
std::string text(const BuildRecord& record, const Dress& dress);

/// "25 to 35 min", "3 h", "not known".
std::string time_text(const std::optional<RecipeAmount>& seconds);
std::string duration_text(double seconds);

}  // namespace gb10
