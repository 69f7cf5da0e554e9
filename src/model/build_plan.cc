#include "model/build_plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

const char* word(BuildActionKind kind) {
  switch (kind) {
    case BuildActionKind::run:
      return "run";
    case BuildActionKind::patch:
      return "replace";
    case BuildActionKind::check_sha256:
      return "check-sha256";
  }
  return "";
}

Json step_json(const BuildStep& step) {
  Json actions = Json::array();
  for (const BuildAction& action : step.actions) {
    actions.push(Json::object()
                     .set("does", word(action.kind))
                     .set("argv", Json::list(action.argv))
                     .set("folder", action.folder));
  }
  Json out = Json::object();
  out.set("name", step.name).set("kind", step.kind).set("actions", std::move(actions));
  out.set("outputs", Json::list(step.outputs)).set("after", Json::list(step.after));
  out.set("state", step.state == BuildStepState::done ? "done" : "to do");
  return out.set("reason", step.reason);
}

Json need_json(const BuildNeed& need) {
  Json out = Json::object();
  return out.set("kind", need.kind)
      .set("name", need.name)
      .set("why", need.why)
      .set("state", word(need.state))
      .set("note", need.note);
}

template <class T, class F>
Json each_json(const std::vector<T>& items, F json) {
  Json out = Json::array();
  for (const T& each : items) out.push(json(each));
  return out;
}

Error no_record(std::string_view what) {
  return {Error::Kind::invalid, fmt::format("the record of the build {}", what)};
}

Result<StepStamp> stamp_from(const Json& json) {
  StepStamp out;
  out.name = json.text("name");
  out.hash = json.text("hash");
  out.resolved = json.text("resolved");
  if (out.name.empty() || out.hash.empty()) return no_record("holds a step without a name");
  const Json* const outputs = json.find("outputs");
  const Json::Object* const all = outputs ? outputs->as_object() : nullptr;
  if (!all) return no_record("holds a step without outputs");
  for (const auto& [path, sum] : *all) {
    const std::string* const text = sum.as_string();
    if (!text) return no_record("holds a sum that is no text");
    out.outputs[path] = *text;
  }
  const Json* const seconds = json.find("seconds");
  out.seconds = seconds ? seconds->as_number().value_or(0) : 0;
  if (const Json* const peak = json.find("peak_bytes")) out.peak = peak->as_number();
  return out;
}

}  // namespace

const char* word(BuildNeed::State state) {
  switch (state) {
    case BuildNeed::State::there:
      return "there";
    case BuildNeed::State::missing:
      return "missing";
    case BuildNeed::State::not_known:
      return "not known";
  }
  return "";
}

int BuildPlan::done() const {
  return static_cast<int>(std::count_if(steps.begin(), steps.end(), [](const BuildStep& step) {
    return step.state == BuildStepState::done;
  }));
}

bool BuildPlan::is_short_of_room() const {
  return disk && disk_free && disk->high > *disk_free && done() == 0;
}

std::vector<std::string> BuildPlan::missing(std::string_view kind) const {
  std::vector<std::string> out;
  for (const BuildNeed& need : needs) {
    if (need.kind == kind && need.state == BuildNeed::State::missing) out.push_back(need.name);
  }
  return out;
}

std::string shown_text(std::string_view text, const BuildPlan& plan) {
  std::string out = replaced(text, "{jobs}", fmt::format("{}", plan.jobs.jobs));
  for (std::size_t at = 0; (at = out.find("{text:", at)) != std::string::npos;) {
    const std::size_t end = out.find('}', at);
    if (end == std::string::npos) break;
    out = fmt::format("{}(as {} says){}", out.substr(0, at), out.substr(at + 6, end - at - 6),
                      out.substr(end + 1));
  }
  return replaced(replaced(out, "{{", "{"), "}}", "}");
}

const StepStamp* BuildRecord::find(std::string_view name) const {
  for (const StepStamp& step : steps) {
    if (step.name == name) return &step;
  }
  return nullptr;
}

Json to_json(const BuildPlan& plan) {
  Json out = Json::object();
  out.set("recipe", plan.recipe).set("title", plan.title).set("version", plan.version);
  out.set("folder", plan.folder).set("before", Json::list(plan.order));
  out.set("needs", each_json(plan.needs, need_json));
  out.set("jobs", plan.jobs.jobs).set("jobs_because", plan.jobs.why);
  out.set("variables", each_json(plan.variables, [&](const BuildVariable& each) {
            return Json::object()
                .set("name", each.name)
                .set("value", shown_text(each.value, plan))
                .set("reason", each.reason);
          }));
  out.set("steps", each_json(plan.steps, [](const BuildStep& step) { return step_json(step); }));
  out.set("steps_done", plan.done()).set("result", plan.result);
  out.set("seconds", to_json(plan.seconds));
  out.set("memory_per_job", to_json(plan.memory_per_job));
  out.set("disk", to_json(plan.disk));
  out.set("disk_free", plan.disk_free ? Json(*plan.disk_free) : Json());
  out.set("first", to_json(std::span<const Step>(plan.first)));
  if (!plan.machine.empty()) out.set("machine", plan.machine);
  return out.set("not_judged", Json::list(plan.not_judged));
}

Json to_json(const BuildRecord& record) {
  Json steps = Json::array();
  for (const StepStamp& step : record.steps) {
    Json outputs = Json::object();
    for (const auto& [path, sum] : step.outputs) outputs.append(path, sum);
    Json one = Json::object();
    one.set("name", step.name).set("hash", step.hash).set("resolved", step.resolved);
    one.set("outputs", std::move(outputs)).set("seconds", step.seconds);
    one.set("peak_bytes", step.peak ? Json(*step.peak) : Json());
    steps.push(std::move(one));
  }
  Json out = Json::object();
  return out.set("schema", 1)
      .set("recipe", record.recipe)
      .set("whole", record.is_whole)
      .set("steps", std::move(steps));
}

Result<BuildRecord> build_record_from(const Json& json) {
  const Json* const schema = json.find("schema");
  const std::int64_t* const number = schema ? schema->as_int() : nullptr;
  if (!number || *number != 1) return no_record("is of another version");
  BuildRecord out;
  out.recipe = json.text("recipe");
  const Json* const whole = json.find("whole");
  out.is_whole = whole && whole->as_bool() && *whole->as_bool();
  const Json* const steps = json.find("steps");
  const Json::Array* const all = steps ? steps->as_array() : nullptr;
  if (!all) return no_record("has no steps");
  for (const Json& each : *all) {
    StepStamp stamp = TRY(stamp_from(each));
    out.steps.push_back(std::move(stamp));
  }
  return out;
}

}  // namespace gb10
