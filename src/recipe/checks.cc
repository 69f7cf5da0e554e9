#include "recipe/checks.h"

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "recipe/names.h"
#include "recipe/recipe.h"

namespace gb10 {

namespace {

using toml::Node;

bool is_hex(std::string_view text, std::size_t length) {
  return text.size() == length && std::all_of(text.begin(), text.end(), [](char each) {
           return (each >= '0' && each <= '9') || (each >= 'a' && each <= 'f');
         });
}

/// A tag, a branch or a version, as git takes it for a name and never for an option.
bool is_reference(std::string_view text) {
  return !text.empty() && text.front() != '-' && text.find("..") == std::string_view::npos &&
         std::all_of(text.begin(), text.end(), [](unsigned char each) {
           return std::isalnum(each) != 0 || std::string_view("._-+/{}").find(
                                                 static_cast<char>(each)) != std::string_view::npos;
         });
}

/// Where the tables of `key` begin that are called `name`; the whole where none is.
const Node& at(const Node& root, std::string_view key, std::size_t index) {
  const Node* const all = root.find(key);
  return all && index < all->items.size() ? all->items[index] : root;
}

std::set<std::string, std::less<>> known_names(const Recipe& recipe) {
  std::set<std::string, std::less<>> out = {"work", "dist",    "python",
                                            "cuda", "version", std::string(kJobsName)};
  for (const RecipeSource& source : recipe.sources) out.insert("src." + source.name);
  for (const std::string& need : recipe.needs) out.insert("recipe." + need);
  for (const auto& [name, value] : arch_names(recipe.arch)) out.insert(name);
  return out;
}

class Words {
 public:
  explicit Words(const Recipe& recipe) : known_(known_names(recipe)) {}

  Result<void> check(const Node& node, std::string_view text) const {
    if (text.find('\0') != std::string_view::npos) return node.wrong("it holds a zero byte");
    const Result<std::vector<std::string>> names = names_in(text);
    if (!names.ok()) return node.wrong(names.error().what);
    for (const std::string& name : *names) {
      const bool is_text = name.starts_with(kTextName);
      if (is_text && is_inner_path(std::string_view(name).substr(kTextName.size()))) continue;
      if (known_.count(name) == 0)
        return node.wrong(fmt::format("nothing is called {{{}}}", printable(name, 60)));
    }
    return {};
  }

  Result<void> check(const Node& node, const std::vector<std::string>& words) const {
    for (const std::string& word : words) TRY(check(node, word));
    return {};
  }

 private:
  std::set<std::string, std::less<>> known_;
};

/// Whether a source or a step leaves `path`.
bool is_made(const Recipe& recipe, const std::string& path) {
  for (const RecipeSource& source : recipe.sources) {
    const std::string folder = "src/" + source.name;
    if (path == folder || path.starts_with(folder + "/")) return true;
  }
  return std::any_of(recipe.steps.begin(), recipe.steps.end(), [&](const RecipeStep& step) {
    RecipeStep asks;
    asks.inputs = {path};
    return !waits_for(asks, {step}).empty();
  });
}

Result<void> check_unique(const Node& root, const Recipe& recipe) {
  std::set<std::string> names;
  const auto twice = [&](const std::string& name, std::string_view key, std::size_t i) {
    if (names.insert(name).second) return Result<void>();
    return Result<void>(at(root, key, i).wrong(fmt::format("\"{}\" is there twice", name)));
  };
  for (std::size_t i = 0; i < recipe.sources.size(); ++i)
    TRY(twice(recipe.sources[i].name, "source", i));
  for (std::size_t i = 0; i < recipe.patches.size(); ++i)
    TRY(twice(recipe.patches[i].name, "patch", i));
  for (std::size_t i = 0; i < recipe.steps.size(); ++i) TRY(twice(recipe.steps[i].name, "step", i));
  std::set<std::string> variables;
  for (std::size_t i = 0; i < recipe.variables.size(); ++i) {
    if (!variables.insert(recipe.variables[i].name).second)
      return at(root, "variable", i)
          .wrong(fmt::format("\"{}\" is there twice", recipe.variables[i].name));
  }
  return {};
}

/// A name of a folder of the work folder, and what lies in it: "{work}next" is its neighbour.
bool is_folder(std::string_view text) {
  const std::size_t end = text.find('}');
  if (end == std::string_view::npos) return false;
  const std::string_view name = text.substr(0, end + 1), rest = text.substr(end + 1);
  if (name != "{work}" && name != "{dist}" && !name.starts_with("{src.")) return false;
  return rest.empty() || (rest.front() == '/' && is_inner_path(rest.substr(1)));
}

Result<void> check_texts(const Node& root, const Recipe& recipe) {
  const Words words(recipe);
  for (std::size_t i = 0; i < recipe.steps.size(); ++i) {
    const Node& node = at(root, "step", i);
    for (const std::vector<std::string>& run : recipe.steps[i].run) TRY(words.check(node, run));
    TRY(words.check(node, recipe.steps[i].folder));
    if (!is_folder(recipe.steps[i].folder))
      return node.wrong("folder is {work}, {dist} or {src.…}, or a path below one of them");
  }
  for (std::size_t i = 0; i < recipe.variables.size(); ++i) {
    const Node& node = at(root, "variable", i);
    TRY(words.check(node, recipe.variables[i].value));
    TRY(words.check(node, recipe.variables[i].otherwise.value_or("")));
    if (recipe.variables[i].value.find("{text:") != std::string::npos)
      return node.wrong("a variable does not come from a file");
  }
  for (std::size_t i = 0; i < recipe.sources.size(); ++i) {
    const RecipeSource& source = recipe.sources[i];
    for (const std::string* const text :
         {&source.git, &source.tag, &source.commit, &source.archive})
      TRY(words.check(at(root, "source", i), *text));
  }
  for (const std::vector<std::string>& each : recipe.python) TRY(words.check(root, each));
  return {};
}

Result<void> check_steps(const Node& root, const Recipe& recipe) {
  std::set<std::string> names;
  for (const RecipeStep& step : recipe.steps) names.insert(step.name);
  for (std::size_t i = 0; i < recipe.steps.size(); ++i) {
    const RecipeStep& step = recipe.steps[i];
    for (const std::string& name : step.after) {
      if (names.count(name) == 0)
        return at(root, "step", i)
            .wrong(fmt::format("no step is called \"{}\"", printable(name, 60)));
    }
    for (const std::string& input : step.inputs) {
      if (!is_made(recipe, input))
        return at(root, "step", i)
            .wrong(
                fmt::format("no source and no step makes its input \"{}\"", printable(input, 80)));
    }
  }
  const auto order = step_order(recipe.steps);
  if (!order.ok()) return root.wrong(order.error().what);
  return {};
}

}  // namespace

bool is_evidence_kind(std::string_view text) {
  return text == "reported" || text == "documented" || text == "computed" || text == "tested";
}

bool is_apt_name(std::string_view text) {
  return !text.empty() && text.front() != '-' &&
         std::all_of(text.begin(), text.end(), [](unsigned char each) {
           return std::islower(each) != 0 || std::isdigit(each) != 0 || each == '-' ||
                  each == '.' || each == '+';
         });
}

std::string condition_text(const Clause& clause) {
  const Operand& operand = clause.operand;
  if (clause.op == Op::known || clause.op == Op::unknown) {
    const bool is_known = (clause.op == Op::known) == operand.truth.value_or(true);
    return fmt::format("{} is {}", clause.fact, is_known ? "known" : "not known");
  }
  std::string right = operand.text;
  if (operand.truth) right = *operand.truth ? "true" : "false";
  if (operand.number) right = fmt::format("{:g}", *operand.number);
  if (!operand.list.empty()) right = joined(operand.list, " or ");
  return fmt::format("{} {} {}", clause.fact, word(clause.op), right);
}

Result<double> amount_value(const Node& node) {
  if (node.kind != Node::Kind::string) return node.number();
  const std::vector<std::string_view> parts = words(node.string);
  const auto number = parts.size() == 2 ? decimal_number(parts[0]) : std::nullopt;
  if (number && *number >= 0 && *number < 1e6) {
    if (parts[1] == "min") return *number * 60;
    if (parts[1] == "h") return *number * 3600;
    if (parts[1] == "GiB") return *number * 1024 * 1024 * 1024;
    if (parts[1] == "MiB") return *number * 1024 * 1024;
  }
  return node.wrong("an amount is \"7 GiB\", \"200 MiB\", \"25 min\" or \"3 h\"");
}

Result<void> check_source(const Node& node, const RecipeSource& source) {
  const int kinds = (source.git.empty() ? 0 : 1) + (source.folder.empty() ? 0 : 1) +
                    (source.archive.empty() ? 0 : 1);
  if (kinds != 1) return node.wrong("a source is one of git, folder and archive");
  if (!source.git.empty()) {
    if (!source.git.starts_with("https://") && !source.git.starts_with('/'))
      return node.wrong("git wants a https address or a folder of this machine");
    const bool is_commit = is_hex(source.commit, 40) || source.commit.starts_with("{text:");
    if (!source.commit.empty() && !is_commit)
      return node.wrong("a commit is 40 hexadecimal digits, or {text:FILE}");
    if (source.tag.empty() && source.commit.empty())
      return node.wrong("git wants a tag or a commit");
    if (!source.tag.empty() && !is_reference(source.tag)) return node.wrong("that is no tag");
  } else if (!source.tag.empty() || !source.commit.empty() || source.submodules) {
    return node.wrong("tag, commit and submodules are of git");
  }
  if (!source.folder.empty() && !source.folder.starts_with('/'))
    return node.wrong("folder wants a whole path");
  if (source.archive.empty() != source.sha256.empty())
    return node.wrong("an archive and its sha256 go together");
  if (!source.archive.empty()) {
    if (!source.archive.starts_with("https://") && !source.archive.starts_with('/'))
      return node.wrong("archive wants a https address or a file of this machine");
    if (!is_hex(source.sha256, 64)) return node.wrong("sha256 wants 64 hexadecimal digits");
  }
  return {};
}

Result<void> check_variable(const Node& node, const RecipeVariable& variable) {
  const std::string& name = variable.name;
  const bool is_name = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
                       std::all_of(name.begin(), name.end(), [](unsigned char each) {
                         return std::isalnum(each) != 0 || each == '_';
                       });
  if (!is_name) return node.wrong("that is no name of a variable");
  if (name.starts_with("LD_") || name == "PATH" || name == "HOME")
    return node.wrong(fmt::format("{} is not a recipe's to set", name));
  if (variable.otherwise && variable.when.empty())
    return node.wrong("otherwise is for a variable with a condition");
  return {};
}

Result<void> check_recipe(const Node& root, std::string_view name, const Recipe& recipe) {
  if (recipe.name != name)
    return root.wrong(fmt::format("its name is \"{}\", its file's \"{}\"", recipe.name, name));
  if (recipe.sources.empty()) return root.wrong("a recipe wants at least one [[source]]");
  if (recipe.steps.empty()) return root.wrong("a recipe wants at least one [[step]]");
  TRY(check_unique(root, recipe));
  TRY(check_texts(root, recipe));
  TRY(check_steps(root, recipe));
  if (!is_made(recipe, recipe.result))
    return root.wrong(fmt::format("no step makes the result \"{}\"", printable(recipe.result, 80)));
  for (std::size_t i = 0; i < recipe.patches.size(); ++i) {
    const bool is_source =
        std::any_of(recipe.sources.begin(), recipe.sources.end(), [&](const RecipeSource& source) {
          return recipe.patches[i].file.starts_with("src/" + source.name + "/");
        });
    if (!is_source) return at(root, "patch", i).wrong("its file is in no source");
  }
  return {};
}

}  // namespace gb10
