#include "model/recipe.h"

#include <span>

namespace gb10 {

namespace {

Json lists_json(const std::vector<std::vector<std::string>>& lists) {
  Json out = Json::array();
  for (const std::vector<std::string>& each : lists) out.push(Json::list(each));
  return out;
}

Json source_json(const RecipeSource& source) {
  Json out = Json::object();
  out.set("name", source.name);
  const std::pair<const char*, const std::string*> parts[] = {
      {"git", &source.git},       {"tag", &source.tag},         {"commit", &source.commit},
      {"folder", &source.folder}, {"archive", &source.archive}, {"sha256", &source.sha256},
      {"note", &source.note},
  };
  for (const auto& [key, text] : parts) {
    if (!text->empty()) out.set(key, *text);
  }
  return out;
}

Json variable_json(const RecipeVariable& variable) {
  Json out = Json::object();
  out.set("name", variable.name).set("value", variable.value).set("reason", variable.reason);
  if (!variable.when.empty()) out.set("when", variable.when);
  if (variable.otherwise) out.set("otherwise", *variable.otherwise);
  return out;
}

Json step_json(const RecipeStep& step) {
  Json out = Json::object();
  return out.set("name", step.name)
      .set("run", lists_json(step.run))
      .set("folder", step.folder)
      .set("inputs", Json::list(step.inputs))
      .set("outputs", Json::list(step.outputs));
}

template <class T, class F>
Json all_json(const std::vector<T>& items, F json) {
  Json out = Json::array();
  for (const T& each : items) out.push(json(each));
  return out;
}

}  // namespace

Json to_json(const std::optional<RecipeAmount>& amount) {
  if (!amount) return {};
  Json out = Json::object();
  return out.set("low", amount->low)
      .set("high", amount->high)
      .set("kind", amount->kind)
      .set("source", amount->source);
}

Json to_json(const Recipe& recipe) {
  Json out = Json::object();
  out.set("name", recipe.name).set("title", recipe.title).set("version", recipe.version);
  out.set("first", to_json(std::span<const Step>(recipe.first)));
  out.set("not_first", Json::list(recipe.not_first)).set("why", recipe.why);
  out.set("row", recipe.row).set("arch", recipe.arch).set("cuda", recipe.cuda);
  out.set("needs", Json::list(recipe.needs));
  out.set("sources", all_json(recipe.sources, source_json));
  out.set("patches", all_json(recipe.patches, [](const RecipePatch& patch) {
            return Json::object().set("file", patch.file).set("reason", patch.reason);
          }));
  out.set("apt", all_json(recipe.apt, [](const RecipeNeed& need) {
            return Json::object().set("name", need.name).set("why", need.why);
          }));
  out.set("python", lists_json(recipe.python));
  out.set("variables", all_json(recipe.variables, variable_json));
  out.set("steps", all_json(recipe.steps, [](const RecipeStep& step) { return step_json(step); }));
  out.set("result", recipe.result).set("seconds", to_json(recipe.seconds));
  out.set("memory_per_job", to_json(recipe.memory_per_job));
  out.set("disk", to_json(recipe.disk));
  out.set("evidence", all_json(recipe.evidence, [](const RecipeEvidence& each) {
            return Json::object()
                .set("source", each.source)
                .set("date", each.date)
                .set("kind", each.kind)
                .set("says", each.says);
          }));
  return out.set("catalogue", Json::list(recipe.catalogue)).set("origin", recipe.origin);
}

}  // namespace gb10
