#include "model/launch.h"

#include <array>

namespace gb10 {

namespace {

constexpr std::array kWhys = {"not-needed", "not-known", "users-own", "on-request", "refused"};
static_assert(kWhys.size() == static_cast<std::size_t>(LeftAlone::Why::refused) + 1);

Json to_json(const LaunchVariable& variable) {
  return Json::object()
      .set("name", variable.name)
      .set("value", variable.value)
      .set("fix", variable.fix)
      .set("reason", variable.reason)
      .set("may_change_results", variable.may_change_results);
}

Json to_json(const LaunchHook& hook) {
  Json settings = Json::object();
  for (const auto& [name, value] : hook.settings) settings.set(name, value);
  return Json::object()
      .set("name", hook.name)
      .set("module", hook.module)
      .set("fix", hook.fix)
      .set("reason", hook.reason)
      .set("may_change_results", hook.may_change_results)
      .set("settings", std::move(settings));
}

}  // namespace

const char* word(LeftAlone::Why why) { return kWhys[static_cast<std::size_t>(why)]; }

Json to_json(const LaunchPlan& plan) {
  Json variables = Json::array(), hooks = Json::array(), left = Json::array();
  for (const LaunchVariable& each : plan.variables) variables.push(to_json(each));
  for (const LaunchHook& each : plan.hooks) hooks.push(to_json(each));
  for (const LeftAlone& each : plan.left) {
    left.push(
        Json::object().set("fix", each.fix).set("why", word(each.why)).set("reason", each.reason));
  }
  return Json::object()
      .set("schema", 1)
      .set("profile", plan.profile)
      .set("environment", plan.environment)
      .set("variables", std::move(variables))
      .set("hooks", std::move(hooks))
      .set("left", std::move(left))
      .set("warnings", Json::list(plan.warnings));
}

}  // namespace gb10
