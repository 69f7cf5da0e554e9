#include <algorithm>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "recipe/recipe.h"

namespace gb10 {

namespace {

/// Whether one is the other, or lies in it.
bool overlaps(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  return b.starts_with(a) && (a.size() == b.size() || b[a.size()] == '/');
}

bool makes(const RecipeStep& step, std::string_view input) {
  return std::any_of(step.outputs.begin(), step.outputs.end(), [&](const std::string& output) {
    return overlaps(output, input) || fits_glob(output, input);
  });
}

std::string first_open(const std::vector<RecipeStep>& steps, const std::vector<bool>& taken) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!taken[i]) out.push_back(steps[i].name);
  }
  return joined(out, ", ");
}

}  // namespace

std::vector<std::string> waits_for(const RecipeStep& step, const std::vector<RecipeStep>& steps) {
  std::set<std::string> out(step.after.begin(), step.after.end());
  for (const RecipeStep& other : steps) {
    if (&other == &step || other.name == step.name) continue;
    for (const std::string& input : step.inputs) {
      if (makes(other, input)) out.insert(other.name);
    }
  }
  return {out.begin(), out.end()};
}

Result<std::vector<std::size_t>> step_order(const std::vector<RecipeStep>& steps) {
  std::vector<std::size_t> out;
  std::vector<bool> taken(steps.size());
  std::set<std::string, std::less<>> ended;
  while (out.size() < steps.size()) {
    const std::size_t before = out.size();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (taken[i]) continue;
      const std::vector<std::string> waits = waits_for(steps[i], steps);
      const bool may_run = std::all_of(waits.begin(), waits.end(), [&](const std::string& name) {
        return ended.count(name) > 0;
      });
      if (!may_run) continue;
      taken[i] = true;
      ended.insert(steps[i].name);
      out.push_back(i);
      break;  // the order of the file, wherever it is one
    }
    if (out.size() == before)
      return Error{Error::Kind::invalid,
                   fmt::format("steps wait for each other: {}", first_open(steps, taken))};
  }
  return out;
}

std::vector<std::string> built_before(const RecipeBook& book, const std::string& name) {
  std::vector<std::string> out;
  std::set<std::string> seen = {name};
  const std::function<void(const std::string&)> add = [&](const std::string& each) {
    const auto known = book.find(each);
    if (known == book.end()) return;
    for (const std::string& need : known->second.recipe.needs) {
      if (!seen.insert(need).second) continue;
      add(need);
      out.push_back(need);
    }
  };
  add(name);
  return out;
}

namespace {

/// The way from a recipe back to itself; empty where there is none.
std::vector<std::string> cycle_from(const RecipeBook& book, const std::string& name) {
  std::vector<std::string> path;
  std::set<std::string> seen;
  const std::function<bool(const std::string&)> walk = [&](const std::string& each) {
    path.push_back(each);
    for (const std::string& need : book.at(each).recipe.needs) {
      if (need == name) return true;
      if (book.count(need) > 0 && seen.insert(need).second && walk(need)) return true;
    }
    path.pop_back();
    return false;
  };
  if (!walk(name)) return {};
  path.push_back(name);
  return path;
}

}  // namespace

Result<RecipeBook> recipe_book(const std::vector<DataFile>& files) {
  RecipeBook out;
  for (const DataFile& file : files) {
    RecipeFile read = TRY(read_recipe(file));
    out.emplace(file.name, std::move(read));
  }
  for (const auto& [name, file] : out) {
    for (const std::string& need : file.recipe.needs) {
      if (out.count(need) > 0) continue;
      return Error{Error::Kind::invalid,
                   fmt::format("{}: it needs \"{}\", and there is no such recipe", name, need),
                   "gb10 recipe list has their names"};
    }
  }
  for (const auto& [name, file] : out) {
    const std::vector<std::string> cycle = cycle_from(out, name);
    if (!cycle.empty())
      return Error{Error::Kind::invalid,
                   fmt::format("recipes need each other: {}", joined(cycle, " -> "))};
  }
  return out;
}

}  // namespace gb10
