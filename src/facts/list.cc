#include <algorithm>
#include <array>

#include "facts/topics.h"
#include "host/answered_host.h"

namespace gb10 {

namespace {

/// Facts that no collector gets: the doctor sets them from its own load and from what the owner
/// says.
constexpr FactSpec kTested[] = {
    {"machine.power_was_removed", Type::boolean, Unit::none,
     "the owner says that the supply was off the wall and the unit since the last low reading"},
    {"gpu[*].load.samples", Type::integer, Unit::none, "samples taken"},
    {"gpu[*].load.sm_clock_min", Type::quantity, Unit::hertz, "lowest SM clock while busy"},
    {"gpu[*].load.sm_clock_max", Type::quantity, Unit::hertz, "highest SM clock while busy"},
    {"gpu[*].load.power_min", Type::quantity, Unit::watts, "lowest power while busy"},
    {"gpu[*].load.power_max", Type::quantity, Unit::watts, "highest power while busy"},
    {"gpu[*].load.temperature_max", Type::quantity, Unit::celsius,
     "highest temperature while busy"},
};

Topic tested_topic() {
  return {"tested", "what the doctor's own load showed", kTested, nullptr, nullptr};
}

}  // namespace

std::span<const Topic> topics() {
  static const std::array kTopics = {
      identity_topic(), os_topic(),      cpu_topic(),         memory_topic(),
      gpu_topic(),      cuda_topic(),    python_topic(),      containers_topic(),
      services_topic(), storage_topic(), thermal_topic(),     network_topic(),
      firmware_topic(), kernel_topic(),  environment_topic(), tested_topic(),
  };
  return kTopics;
}

const FactSpec* spec_of(std::string_view key) {
  for (const Topic& topic : topics()) {
    for (const FactSpec& spec : topic.specs) {
      if (fits(spec.pattern, key)) return &spec;
    }
  }
  return nullptr;
}

namespace {

bool is_wanted(const Topic& topic, const CollectOptions& options) {
  const std::vector<std::string>& names = options.topics;
  return names.empty() || std::find(names.begin(), names.end(), topic.name) != names.end();
}

}  // namespace

Facts collect(const Machine& machine, const CollectOptions& options) {
  std::vector<Command> questions;
  for (const Topic& topic : topics()) {
    if (!topic.questions || !is_wanted(topic, options)) continue;
    for (Command& command : topic.questions(machine.host.self()))
      questions.push_back(std::move(command));
  }
  const AnsweredHost answered(machine.host, questions);
  const Machine prepared{answered, machine.gpu};
  Facts facts;
  for (const Topic& topic : topics()) {
    if (topic.collect && is_wanted(topic, options)) topic.collect(prepared, options, facts);
  }
  return facts;
}

}  // namespace gb10
