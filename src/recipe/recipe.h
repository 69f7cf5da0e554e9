#pragma once

#include <map>
#include <string>
#include <vector>

#include "host/tables.h"
#include "model/recipe.h"
#include "rules/rule.h"

namespace gb10 {

/// A recipe with the conditions of its variables, in the order of these.
struct RecipeFile {
  Recipe recipe;
  std::vector<std::vector<Clause>> conditions;
};

/// Reads one recipe. Refused with file and line: names that nothing has, inputs that no step makes,
/// steps that wait for each other, an archive without its sum, addresses that are not https.
///
///     name    = "torch"                  what it is called is the name of its file
///     title   = "…"                      the line that the list shows
///     version = "2.14.0"                 "{version}" below
///     row     = "pytorch"                (optional) the row of gb10 compat that knows it
///     first   = [ { run = "…" } ]        what to try before building: steps as in a rule
///     why     = "…"                      when building makes sense
///     arch    = "12.1"                   (optional) of which all lists of architectures are made
///     cuda    = 13                       (optional) the major version of the toolkit
///     needs   = [ "llvm" ]               recipes whose results it takes: "{recipe.llvm}"
///     apt     = [ { name = "git", why = "…" } ]
///     python  = [ [ "numpy" ] ]          words behind pip install, in an environment of its own
///     [[source]]   name, git and tag or commit, or folder, or archive and sha256
///     [[patch]]    name, file, find, replace, reason
///     [[variable]] name, value, reason; when = [ clauses ], otherwise, otherwise_reason
///     [[step]]     name, run = [ [ argv ] ], folder, inputs, outputs, after
///     [result]     files = "dist/*.whl"; audit = true, cuda = "13"
///     [expect]     seconds, memory_per_job, disk = { low, high, kind, source }
///     [[evidence]] source, date, kind, says
Result<RecipeFile> read_recipe(const DataFile& file);

/// The recipes in force, by name.
using RecipeBook = std::map<std::string, RecipeFile, std::less<>>;

/// Reads all of them. A mistake in one is the Error. Recipes that need each other are refused.
Result<RecipeBook> recipe_book(const std::vector<DataFile>& files);

/// The recipes that `name` needs, the first to be built first, without itself.
std::vector<std::string> built_before(const RecipeBook& book, const std::string& name);

/// The folders and files of `step` in the order in which steps can run: places in `steps`. An Error
/// where steps wait for each other.
Result<std::vector<std::size_t>> step_order(const std::vector<RecipeStep>& steps);

/// The steps whose outputs `step` takes, and those that it names.
std::vector<std::string> waits_for(const RecipeStep& step, const std::vector<RecipeStep>& steps);

}  // namespace gb10
