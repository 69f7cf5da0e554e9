#include <algorithm>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/doctor_options.h"
#include "cli/machine.h"
#include "report/report.h"

namespace gb10 {

namespace {

constexpr OptionSpec kOptions[] = {
    {"TOPIC", nullptr, true,
     "identity, os, cpu, memory, gpu, cuda, python, docker, service, storage, thermal, net, "
     "firmware, kernel, env; all without one"},
    kSnapshotOption,
    kRootOption,
    kEnvironmentOption,
};

bool belongs(const Topic& topic, std::string_view key) {
  return std::any_of(topic.specs.begin(), topic.specs.end(),
                     [&](const FactSpec& spec) { return fits(spec.pattern, key); });
}

std::vector<std::string> topic_names() {
  std::vector<std::string> names;
  for (const Topic& topic : topics()) {
    if (topic.collect) names.emplace_back(topic.name);
  }
  return names;
}

Result<void> check_topics(const std::vector<std::string>& wanted) {
  const std::vector<std::string> names = topic_names();
  for (const std::string& name : wanted) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      return Error{Error::Kind::invalid,
                   fmt::format("no topic is called \"{}\"", printable(name, 40)),
                   did_you_mean(name, names, "topics: " + joined(names, " "))};
    }
  }
  return {};
}

std::vector<FactGroup> groups(const Facts& facts, const std::vector<std::string>& wanted) {
  std::vector<FactGroup> out;
  for (const Topic& topic : topics()) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), topic.name) == wanted.end())
      continue;
    FactGroup group{topic.name, topic.words, {}};
    for (const auto& [key, fact] : facts.all()) {
      if (belongs(topic, key)) group.facts.emplace_back(key, fact);
    }
    if (!group.facts.empty()) out.push_back(std::move(group));
  }
  return out;
}

Json json_of(const std::vector<FactGroup>& groups) {
  Json out = Json::object();
  for (const FactGroup& group : groups) {
    Json facts = Json::object();
    for (const auto& [key, fact] : group.facts) facts.append(key, to_json(fact));
    out.set(group.name, std::move(facts));
  }
  return Json::object().set("schema", 1).set("topics", std::move(out));
}

int run(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> wanted = arguments.values("TOPIC");
  if (const Result<void> known = check_topics(wanted); !known.ok()) return io.fail(known.error());
  CollectOptions options;
  options.topics = wanted;
  Result<std::vector<std::string>> named = environments(arguments);
  if (!named.ok()) return io.fail(named.error());
  options.environments = *std::move(named);
  Result<OpenMachine> machine = open_machine(arguments, io);
  if (machine.ok()) add(machine->environments, options);
  if (machine.ok() && arguments.has("--markdown")) {
    machine = redacted_machine(*machine, options.environments, [&](const Machine& view) {
      static_cast<void>(collect(view, options));
    });
    if (machine.ok()) options.environments = machine->environments;
  }
  if (!machine.ok()) return io.fail(machine.error());
  const Facts facts = collect(machine->view(), options);
  const Result<void> environments_are = check_environments(facts, options.environments);
  if (!environments_are.ok()) return io.fail(environments_are.error());
  const std::vector<FactGroup> found = groups(facts, wanted);
  if (arguments.has("--json"))
    io.print(to_text(json_of(found), 2) + "\n");
  else if (arguments.has("--markdown"))
    io.print(markdown(found));
  else
    io.print(text(found, {io.color, io.width, true}));
  return kFine;
}

}  // namespace

CommandSpec inspect_command() {
  return {"inspect",
          "what is in this machine: every fact with its source",
          "Lists the facts that the doctor judges, topic by topic, each with the file or program "
          "it comes from. A fact "
          "that is not known says why.",
          kOptions,
          run,
          topic_names};
}

}  // namespace gb10
