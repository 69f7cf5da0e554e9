#pragma once

#include <string>
#include <string_view>

#include "base/toml.h"
#include "model/recipe.h"
#include "rules/rule.h"

/// What a recipe must not say; each refusal names file and line.
namespace gb10 {

bool is_evidence_kind(std::string_view text);
bool is_apt_name(std::string_view text);

/// `cuda.cudnn known`, for people.
std::string condition_text(const Clause& clause);

/// A number, or a text with a unit: "7 GiB", "25 min", "3 h".
Result<double> amount_value(const toml::Node& node);

Result<void> check_source(const toml::Node& node, const RecipeSource& source);
Result<void> check_variable(const toml::Node& node, const RecipeVariable& variable);
/// The parts among each other: names, inputs, the order of the steps.
Result<void> check_recipe(const toml::Node& root, std::string_view name, const Recipe& recipe);

}  // namespace gb10
