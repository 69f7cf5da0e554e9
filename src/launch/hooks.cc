#include "launch/hooks.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/json.h"
#include "base/text.h"

namespace gb10 {

namespace {

// What is loaded by every Python, and no hook.
constexpr std::string_view kStart = "sitecustomize", kReadings = "readings";

std::string_view own_code(std::string_view name) {
  const auto code = embedded(fmt::format("hooks/{}.py", name));
  CHECK(code);
  return *code;
}

Json to_plan(const LaunchHook& hook) {
  Json settings = Json::object();
  for (const auto& [key, value] : hook.settings) settings.set(key, value);
  Json out = Json::object();
  out.set("name", hook.name).set("module", hook.module).set("settings", std::move(settings));
  return out;
}

Result<void> write_code(const LaunchHook& hook, const HookFolder& folder) {
  if (const auto code = hook_code(hook.name)) return folder.write("hook-" + hook.name, *code);
  return Error{Error::Kind::invalid,
               fmt::format("there is no hook \"{}\"", printable(hook.name, 60))};
}

}  // namespace

std::optional<std::string_view> hook_code(std::string_view name) {
  if (name == kStart || name == kReadings) return std::nullopt;
  return embedded(fmt::format("hooks/{}.py", name));
}

bool wants_folder(const LaunchPlan& plan) {
  return !plan.hooks.empty() || (!plan.variables.empty() && !plan.environment.empty());
}

Result<void> write_hooks(const LaunchPlan& plan, const HookFolder& folder) {
  Json hooks = Json::array(), variables = Json::object();
  for (const LaunchHook& hook : plan.hooks) {
    TRY(write_code(hook, folder));
    hooks.push(to_plan(hook));
  }
  for (const LaunchVariable& variable : plan.variables)
    variables.set(variable.name, variable.value);
  Json out = Json::object();
  out.set("hooks", std::move(hooks)).set("variables", std::move(variables));
  TRY(folder.write("readings", own_code(kReadings)));
  TRY(folder.write("plan", to_text(out)));
  TRY(folder.write("seen.jsonl", ""));
  return folder.write("sitecustomize.py", own_code(kStart));
}

ProgramVariables launched(const LaunchPlan& plan, const HookFolder* folder,
                          ProgramVariables environment) {
  for (const LaunchVariable& variable : plan.variables)
    environment.try_emplace(variable.name, variable.value);
  if (!folder) return environment;
  std::string& path = environment["PYTHONPATH"];
  // An empty part would be the current folder.
  path = path.empty() ? folder->path() : fmt::format("{}:{}", folder->path(), path);
  return environment;
}

LaunchPlan without_fix(LaunchPlan plan, std::string_view fix) {
  std::erase_if(plan.variables, [&](const LaunchVariable& each) { return each.fix == fix; });
  std::erase_if(plan.hooks, [&](const LaunchHook& each) { return each.fix == fix; });
  return plan;
}

}  // namespace gb10
