#pragma once
// recipe/ builds programs from their sources by recipes (data/recipes): reads them, plans, prints
// the plan as a script, and runs its steps so that a build that was killed goes on where it was. It
// refuses to install anything on the system, and to touch a folder that it did not make.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gb10 {

/// What stands for a name in braces: "{work}", "{src.torch}". A brace that is meant is written
/// twice.
using RecipeNames = std::map<std::string, std::string, std::less<>>;

/// Names that get their values when a step starts.
inline constexpr std::string_view kJobsName = "jobs";
inline constexpr std::string_view kTextName = "text:";  // the first word of a file

/// The names in `text`; an Error where a brace is not closed or stands alone.
Result<std::vector<std::string>> names_in(std::string_view text);

/// `text` with its names replaced; those that `names` lacks stay as they are, with their braces.
/// Braces that are written twice stay so until `plain_braces`.
std::string filled_names(std::string_view text, const RecipeNames& names);

/// "{{" as "{": the last thing that happens to a text.
std::string plain_braces(std::string_view text);

/// The names that come from one architecture ("12.1a"), so that all lists agree.
RecipeNames arch_names(std::string_view arch);

/// "12.1" or "12.1a".
bool is_arch(std::string_view text);

/// A name of a recipe, a source or a step: lower case letters, digits and "-".
bool is_plain_name(std::string_view text);

/// A path below a folder: not absolute, no "..", not empty.
bool is_inner_path(std::string_view text);

}  // namespace gb10
