#include "recipe/recipe.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "recipe/checks.h"
#include "recipe/names.h"
#include "rules/fields.h"
#include "rules/steps.h"

namespace gb10 {

namespace {

using toml::Node;

Result<std::string> plain_name(const Node& node, std::string_view key) {
  std::string out = TRY(node.text(key));
  if (!is_plain_name(out))
    return node.wrong(fmt::format("{} wants lower case letters, digits and \"-\"", key));
  return out;
}

Result<std::string> said(const Node& node, std::string_view key) {
  std::string out = TRY(node.text(key));
  if (trimmed(out).empty()) return node.wrong(fmt::format("{} is empty", key));
  return out;
}

Result<bool> truth(const Node& node, std::string_view key, bool otherwise) {
  const Node* const member = node.find(key);
  return member ? member->truth() : Result<bool>(otherwise);
}

Result<RecipeEvidence> evidence(const Node& node) {
  TRY(node.only({"source", "date", "kind", "says"}));
  RecipeEvidence out;
  out.source = TRY(said(node, "source"));
  out.date = TRY(said(node, "date"));
  out.kind = TRY(said(node, "kind"));
  out.says = TRY(said(node, "says"));
  if (!is_evidence_kind(out.kind)) return node.wrong("kind is reported, documented or computed");
  return out;
}

Result<RecipeNeed> need(const Node& node) {
  TRY(node.only({"name", "why"}));
  RecipeNeed out;
  out.name = TRY(said(node, "name"));
  out.why = TRY(said(node, "why"));
  if (!is_apt_name(out.name)) return node.wrong("that is no name of a package");
  return out;
}

Result<std::vector<std::string>> argv(const Node& node) {
  std::vector<std::string> out = TRY(node.texts());
  if (out.empty() || out.front().empty()) return node.wrong("a list of words is wanted here");
  return out;
}

Result<RecipeSource> source(const Node& node) {
  TRY(node.only(
      {"name", "git", "tag", "commit", "submodules", "folder", "archive", "sha256", "note"}));
  RecipeSource out;
  out.name = TRY(plain_name(node, "name"));
  out.git = TRY(node.text("git", ""));
  out.tag = TRY(node.text("tag", ""));
  out.commit = TRY(node.text("commit", ""));
  out.submodules = TRY(truth(node, "submodules", false));
  out.folder = TRY(node.text("folder", ""));
  out.archive = TRY(node.text("archive", ""));
  out.sha256 = TRY(node.text("sha256", ""));
  out.note = TRY(node.text("note", ""));
  TRY(check_source(node, out));
  return out;
}

Result<RecipePatch> patch(const Node& node) {
  TRY(node.only({"name", "file", "find", "replace", "reason", "optional"}));
  RecipePatch out;
  out.name = TRY(plain_name(node, "name"));
  out.file = TRY(said(node, "file"));
  out.find = TRY(said(node, "find"));
  out.replace = TRY(node.text("replace"));
  out.reason = TRY(said(node, "reason"));
  out.optional = TRY(truth(node, "optional", false));
  if (!is_inner_path(out.file) || !out.file.starts_with("src/"))
    return node.wrong("a patch changes a file below src/");
  if (out.find == out.replace) return node.wrong("it changes nothing");
  return out;
}

Result<RecipeStep> step(const Node& node) {
  TRY(node.only({"name", "run", "folder", "inputs", "outputs", "after"}));
  RecipeStep out;
  out.name = TRY(plain_name(node, "name"));
  out.run = TRY(each_of<std::vector<std::string>>(node, "run", argv));
  if (out.run.empty()) return node.wrong("run wants at least one list of words");
  out.folder = TRY(node.text("folder", "{work}"));
  out.inputs = TRY(node.texts("inputs"));
  out.outputs = TRY(node.texts("outputs"));
  out.after = TRY(node.texts("after"));
  for (const std::vector<std::string>* const list : {&out.inputs, &out.outputs}) {
    for (const std::string& path : *list) {
      if (!is_inner_path(path))
        return node.wrong(fmt::format("\"{}\" is no path below the work folder", path));
    }
  }
  return out;
}

Result<RecipeVariable> variable(const Node& node, std::vector<Clause>& condition) {
  TRY(node.only({"name", "value", "reason", "when", "otherwise", "otherwise_reason"}));
  RecipeVariable out;
  out.name = TRY(said(node, "name"));
  out.value = TRY(node.text("value"));
  out.reason = TRY(said(node, "reason"));
  condition = TRY(each_of<Clause>(node, "when", read_clause));
  std::vector<std::string> words;
  for (const Clause& each : condition) words.push_back(condition_text(each));
  out.when = joined(words, ", ");
  if (node.find("otherwise")) {
    std::string otherwise = TRY(node.text("otherwise"));
    out.otherwise = std::move(otherwise);
  }
  out.otherwise_reason = TRY(node.text("otherwise_reason", ""));
  TRY(check_variable(node, out));
  return out;
}

Result<std::optional<RecipeAmount>> amount(const Node& root, std::string_view key) {
  const Node* const node = root.find(key);
  if (!node) return std::optional<RecipeAmount>();
  TRY(node->only({"low", "high", "kind", "source"}));
  RecipeAmount out;
  const Node* const low = TRY(node->need("low"));
  out.low = TRY(amount_value(*low));
  out.high = out.low;
  if (const Node* const high = node->find("high")) out.high = TRY(amount_value(*high));
  out.kind = TRY(said(*node, "kind"));
  out.source = TRY(said(*node, "source"));
  if (!(out.low > 0) || !(out.high >= out.low)) return node->wrong("low and high are no bounds");
  if (!is_evidence_kind(out.kind)) return node->wrong("kind is reported, documented or computed");
  return std::optional(out);
}

Result<void> read_head(const Node& root, Recipe& out) {
  out.name = TRY(plain_name(root, "name"));
  out.title = TRY(said(root, "title"));
  out.version = TRY(root.text("version", ""));
  out.row = TRY(root.text("row", ""));
  out.why = TRY(said(root, "why"));
  out.first = TRY(each_of<Step>(root, "first", read_step));
  out.not_first = TRY(root.texts("not_first"));
  out.catalogue = TRY(root.texts("catalogue"));
  out.arch = TRY(root.text("arch", ""));
  out.needs = TRY(root.texts("needs"));
  if (!out.arch.empty() && !is_arch(out.arch)) return root.wrong("arch wants one such as \"12.1\"");
  if (const Node* const cuda = root.find("cuda")) {
    if (cuda->kind != Node::Kind::integer || cuda->integer < 1 || cuda->integer > 99)
      return cuda->wrong("cuda wants the major version of the toolkit");
    out.cuda = static_cast<int>(cuda->integer);
  }
  return {};
}

Result<void> read_result(const Node& root, Recipe& out) {
  const Node* const result = TRY(root.need("result"));
  TRY(result->only({"files", "audit", "cuda"}));
  out.result = TRY(said(*result, "files"));
  out.audited = TRY(truth(*result, "audit", true));
  out.audit_cuda = TRY(result->text("cuda", ""));
  if (!is_inner_path(out.result)) return result->wrong("files wants a path below the work folder");
  const Node* const expect = root.find("expect");
  if (!expect) return {};
  TRY(expect->only({"seconds", "memory_per_job", "disk"}));
  out.seconds = TRY(amount(*expect, "seconds"));
  out.memory_per_job = TRY(amount(*expect, "memory_per_job"));
  out.disk = TRY(amount(*expect, "disk"));
  return {};
}

Result<void> read_variables(const Node& root, RecipeFile& out) {
  const Node* const all = root.find("variable");
  for (const Node& each : all ? all->items : std::vector<Node>()) {
    std::vector<Clause> condition;
    RecipeVariable read = TRY(variable(each, condition));
    out.recipe.variables.push_back(std::move(read));
    out.conditions.push_back(std::move(condition));
  }
  return {};
}

}  // namespace

Result<RecipeFile> read_recipe(const DataFile& file) {
  const std::string place =
      file.origin == kBuiltIn ? fmt::format("recipes/{}.toml", file.name) : file.origin;
  const Node root = TRY(toml::parse(file.text, place));
  TRY(root.only({"name",     "title", "version", "row",    "why",      "first",    "not_first",
                 "arch",     "cuda",  "needs",   "apt",    "python",   "source",   "patch",
                 "variable", "step",  "result",  "expect", "evidence", "catalogue"}));
  RecipeFile out;
  Recipe& recipe = out.recipe;
  TRY(read_head(root, recipe));
  recipe.origin = file.origin;
  recipe.apt = TRY(each_of<RecipeNeed>(root, "apt", need));
  recipe.python = TRY(each_of<std::vector<std::string>>(root, "python", argv));
  recipe.sources = TRY(each_of<RecipeSource>(root, "source", source));
  recipe.patches = TRY(each_of<RecipePatch>(root, "patch", patch));
  recipe.steps = TRY(each_of<RecipeStep>(root, "step", step));
  recipe.evidence = TRY(each_of<RecipeEvidence>(root, "evidence", evidence));
  TRY(read_variables(root, out));
  TRY(read_result(root, recipe));
  TRY(check_recipe(root, file.name, recipe));
  return out;
}

}  // namespace gb10
