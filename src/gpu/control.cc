#include "gpu/control.h"

#include <fmt/format.h>

#include "gpu/answers.h"
#include "gpu/helper.h"

namespace gb10 {

namespace {

constexpr std::chrono::seconds kDeadline{5};

std::string refused(const Error& error) {
  return to_text(Json::object().set("error", error_json(error)));
}

Result<unsigned> megahertz(const Json& json, std::string_view key) {
  constexpr std::int64_t kHighest = 10'000;
  const Json* const found = json.find(key);
  const std::int64_t* const value = found ? found->as_int() : nullptr;
  if (value && *value >= 0 && *value <= kHighest) return static_cast<unsigned>(*value);
  return Error{Error::Kind::invalid, fmt::format("{} is no clock", key)};
}

std::optional<GpuSwitch> gpu_switch(std::string_view word) {
  if (word == "persistence") return GpuSwitch::persistence;
  if (word == "accounting") return GpuSwitch::accounting;
  return std::nullopt;
}

const char* word(GpuSwitch which) {
  return which == GpuSwitch::persistence ? "persistence" : "accounting";
}

Result<bool> turned(const Nvml& nvml, int gpu, GpuSwitch which, const Json& question) {
  const Json* const on = question.find("on");
  if (!on || !on->as_bool()) return Error{Error::Kind::invalid, "on or off is missing"};
  TRY(nvml.turn(gpu, which, *on->as_bool()));
  return true;
}

Result<bool> carried_out(const Nvml& nvml, const Json& question) {
  const Json* const number = question.find("gpu");
  if (!number || !number->as_int() || *number->as_int() < 0 || *number->as_int() > 4096)
    return Error{Error::Kind::invalid, "it names no GPU"};
  const int gpu = static_cast<int>(*number->as_int());
  const std::string set = question.text("set");
  if (const auto asked = gpu_switch(question.text("get"))) return nvml.is_on(gpu, *asked);
  if (const auto which = gpu_switch(set)) return turned(nvml, gpu, *which, question);
  if (set == "reset") {
    TRY(nvml.reset_clocks(gpu));
    return true;
  }
  if (set != "lock") return Error{Error::Kind::invalid, "it sets nothing"};
  const unsigned lowest = TRY(megahertz(question, "lowest"));
  const unsigned highest = TRY(megahertz(question, "highest"));
  TRY(nvml.lock_clocks(gpu, lowest, highest));
  return true;
}

}  // namespace

std::string control_answer(const Result<Nvml>& nvml, std::string_view question) {
  if (!nvml.ok()) return refused(nvml.error());
  const Result<Json> json = parse_json(question);
  if (!json.ok()) return refused(json.error());
  const Result<bool> done = carried_out(*nvml, *json);
  return done.ok() ? to_text(Json::object().set("answer", *done)) : refused(done.error());
}

int run_gpu_control() {
  std::optional<Result<Nvml>> nvml;
  return serve_lines([&] {
    nvml.emplace(Nvml::open());
    return [&](std::string_view line) { return control_answer(*nvml, line); };
  });
}

Result<Json> HelperControl::ask(const Json& question) {
  if (!helper_) {
    Conversation started = TRY(Conversation::start({"/proc/self/exe", "--gpu-control"}));
    helper_.emplace(std::move(started));
  }
  const std::string text = TRY(helper_->ask(to_text(question), kDeadline));
  const Json line = TRY(parse_json(text));
  return TRY(answer_in(line));
}

Result<void> HelperControl::lock_clocks(int gpu, ClockLock lock) {
  Json question = Json::object().set("set", "lock").set("gpu", gpu);
  question.set("lowest", static_cast<int>(lock.lowest));
  TRY(ask(question.set("highest", static_cast<int>(lock.highest))));
  return {};
}

Result<void> HelperControl::reset_clocks(int gpu) {
  TRY(ask(Json::object().set("set", "reset").set("gpu", gpu)));
  return {};
}

Result<bool> HelperControl::is_on(int gpu, GpuSwitch which) {
  const Json answer = TRY(ask(Json::object().set("get", word(which)).set("gpu", gpu)));
  if (answer.as_bool()) return *answer.as_bool();
  return Error{Error::Kind::invalid, "the helper answers neither on nor off"};
}

Result<void> HelperControl::turn(int gpu, GpuSwitch which, bool on) {
  TRY(ask(Json::object().set("set", word(which)).set("gpu", gpu).set("on", on)));
  return {};
}

}  // namespace gb10
