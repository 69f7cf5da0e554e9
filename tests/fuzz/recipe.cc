// Any bytes as a recipe, which is planned and printed as a script when it is one; as the record of
// a build; as a text with names in braces.

#include "base/check.h"
#include "entry.h"
#include "host/fake_host.h"
#include "recipe/names.h"
#include "recipe/plan.h"
#include "recipe/script.h"

namespace {

void plan_recipe(const std::string& text) {
  using namespace gb10;
  const auto at = text.find("name");
  const auto begin = text.find('"', at), end = text.find('"', begin + 1);
  if (at == std::string::npos || begin == std::string::npos || end == std::string::npos) return;
  const std::string name = text.substr(begin + 1, end - begin - 1);
  auto read = read_recipe({name, text, std::string(kBuiltIn)});
  if (!read.ok()) return;
  RecipeBook book;
  book.emplace(name, *std::move(read));
  const FakeHost host;
  const Facts facts;
  BuildSetting setting;
  setting.builds = "/b";
  setting.facts = &facts;
  const auto plan = build_plan(book, name, host, setting);
  if (!plan.ok()) return;
  // Every step of the recipe is there, and nothing of it lies outside of the work folder.
  CHECK(plan->steps.size() >= book.at(name).recipe.steps.size());
  for (const BuildStep& step : plan->steps) {
    for (const std::string& output : step.outputs) CHECK(output.starts_with(plan->folder + "/"));
  }
  CHECK(!build_script(*plan).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gb10;
  const std::string text(text_of(data, size));
  plan_recipe(text);
  const auto json = parse_json(text);
  if (json.ok()) {
    const auto record = build_record_from(*json);
    // What was read is written and read as the same.
    if (record.ok()) {
      const auto again = build_record_from(to_json(*record));
      CHECK(again.ok() && again->steps.size() == record->steps.size());
    }
  }
  const auto names = names_in(text);
  if (names.ok()) CHECK(names_in(filled_names(text, {{"a", "{b}"}})).ok());
  return 0;
}
