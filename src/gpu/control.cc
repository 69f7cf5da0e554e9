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

Result<void> carried_out(const Nvml& nvml, const Json& question) {
  const Json* const number = question.find("gpu");
  if (!number || !number->as_int() || *number->as_int() < 0 || *number->as_int() > 4096)
    return Error{Error::Kind::invalid, "it names no GPU"};
  const int gpu = static_cast<int>(*number->as_int());
  if (question.text("set") == "reset") return nvml.reset_clocks(gpu);
  if (question.text("set") != "lock") return Error{Error::Kind::invalid, "it sets nothing"};
  const unsigned lowest = TRY(megahertz(question, "lowest"));
  const unsigned highest = TRY(megahertz(question, "highest"));
  return nvml.lock_clocks(gpu, lowest, highest);
}

}  // namespace

std::string control_answer(const Result<Nvml>& nvml, std::string_view question) {
  if (!nvml.ok()) return refused(nvml.error());
  const Result<Json> json = parse_json(question);
  if (!json.ok()) return refused(json.error());
  const Result<void> done = carried_out(*nvml, *json);
  return done.ok() ? to_text(Json::object().set("answer", true)) : refused(done.error());
}

int run_gpu_control() {
  std::optional<Result<Nvml>> nvml;
  return serve_lines([&] {
    nvml.emplace(Nvml::open());
    return [&](std::string_view line) { return control_answer(*nvml, line); };
  });
}

Result<void> HelperControl::ask(const Json& question) {
  if (!helper_) {
    Conversation started = TRY(Conversation::start({"/proc/self/exe", "--gpu-control"}));
    helper_.emplace(std::move(started));
  }
  const std::string text = TRY(helper_->ask(to_text(question), kDeadline));
  const Json line = TRY(parse_json(text));
  const Result<Json> answer = TRY(answer_in(line));
  if (!answer.ok()) return answer.error();
  return {};
}

Result<void> HelperControl::lock_clocks(int gpu, ClockLock lock) {
  Json question = Json::object().set("set", "lock").set("gpu", gpu);
  question.set("lowest", static_cast<int>(lock.lowest));
  return ask(question.set("highest", static_cast<int>(lock.highest)));
}

Result<void> HelperControl::reset_clocks(int gpu) {
  return ask(Json::object().set("set", "reset").set("gpu", gpu));
}

}  // namespace gb10
