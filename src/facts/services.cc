#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/engines.h"
#include "facts/services_text.h"
#include "facts/steering.h"
#include "facts/topics.h"

namespace gb10 {

namespace {

using Kind = Error::Kind;

constexpr FactSpec kSpecs[] = {
    {"service.found", Type::integer, Unit::none, "how many of the services we know are there"},
    {"service[*].name", Type::text, Unit::none, "name of the service"},
    {"service[*].active", Type::text, Unit::none, "whether systemd has the service running"},
    {"service[*].enabled", Type::text, Unit::none, "whether it starts at boot"},
    {"service[*].restarts", Type::integer, Unit::none, "times systemd has started it again"},
    {"service[*].environment", Type::list, Unit::none, "variables of the unit that steer CUDA"},
    {"service[*].arguments", Type::text, Unit::none, "options it is started with that steer it"},
    {"ollama.library", Type::text, Unit::none, "OLLAMA_LLM_LIBRARY of the service"},
    {"ollama.models_path", Type::text, Unit::none, "folder of Ollama's models"},
    {"engine.found", Type::integer, Unit::none, "processes that serve models"},
    {"engine[*].name", Type::text, Unit::none, "model server that the process belongs to"},
    {"engine[*].process", Type::text, Unit::none, "name of the process"},
    {"engine[*].arguments", Type::text, Unit::none, "options that decide on speed and memory"},
    {"engine[*].memory_utilization", Type::number, Unit::none, "share of memory it may take"},
    {"engine[*].max_sequences", Type::integer, Unit::none, "requests it serves at once"},
    {"engine[*].user_id", Type::integer, Unit::none, "number of the user whose process it is"},
    {"engine[*].parent", Type::integer, Unit::none, "process that started it"},
    {"engine[*].orphan", Type::boolean, Unit::none, "whether its server is gone and left it"},
    {"engine[*].jit_jobs", Type::integer, Unit::none, "compilers that work for it now"},
};

constexpr const char* kUnits[] = {"ollama",
                                  "vllm",
                                  "sglang",
                                  "llama-server",
                                  "comfyui",
                                  "docker",
                                  "containerd",
                                  "earlyoom",
                                  "systemd-oomd",
                                  "nvidia-persistenced",
                                  "fwupd",
                                  "nvsm-core",
                                  "dgx-dashboard",
                                  "dgx-dashboard-admin",
                                  "ssh",
                                  "zramswap",
                                  "systemd-zram-setup@zram0",
                                  "dgx-optimize"};

Command question() {
  Command command{{"systemctl", "show"}};
  for (const char* const unit : kUnits) command.argv.push_back(fmt::format("{}.service", unit));
  command.argv.push_back("-p");
  command.argv.push_back(
      "Id,LoadState,ActiveState,UnitFileState,NRestarts,ExecStart,Environment,EnvironmentFiles");
  return command;
}

std::vector<Command> questions(const Self&) { return {question()}; }

/// Asked of grep, so that nothing else of a file that may hold passwords is read, and no snapshot
/// keeps it.
Command variables_question(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const std::string_view name : steering_variables()) names.emplace_back(name);
  Command command{{"grep", "-hsE", fmt::format("^[ \t]*({})=", joined(names, "|")), "--"}};
  command.argv.insert(command.argv.end(), files.begin(), files.end());
  return command;
}

/// Adds what the unit's files set; they come after its own lines, as systemd has it.
void read_environment_files(const HostView& host, services_text::Unit& unit) {
  if (unit.environment_files.empty()) return;
  // grep's exit status is 1 when no line fits and 2 when one of the files may not be read.
  const auto output = host.query(variables_question(unit.environment_files));
  if (!output.ok()) return;
  for (const std::string_view line : lines(output->out)) {
    auto set = services_text::assignment(line);
    if (!set.first.empty()) unit.environment.push_back(std::move(set));
  }
}

/// Only the variables that we know; the others may be passwords.
std::vector<std::string> steering_assignments(const services_text::Unit& unit) {
  std::vector<std::string> kept;
  for (const auto& [name, value] : unit.environment) {
    if (is_steering_variable(name))
      kept.push_back(fmt::format("{}={}", name, printable(value, 300)));
  }
  return kept;
}

void set_unit(const services_text::Unit& unit, Facts& facts) {
  constexpr const char* kSource = "systemctl show";
  const std::string instance = ask::instance(unit.name);
  const auto key_of = [&](const char* field) { return key("service", instance, field); };
  facts.set(key_of("name"), instance, kSource);
  facts.set(key_of("active"), unit.active, kSource);
  if (!unit.unit_file_state.empty()) facts.set(key_of("enabled"), unit.unit_file_state, kSource);
  if (unit.restarts) facts.set(key_of("restarts"), *unit.restarts, kSource);
  facts.set(key_of("environment"), steering_assignments(unit), kSource);
  const std::string arguments = engines::harmless_arguments(unit.command);
  if (!arguments.empty()) facts.set(key_of("arguments"), arguments, kSource);
}

/// The first of `paths` that is there. Where one of them may not be looked at, that is the reason
/// for knowing none.
Result<std::string> first_there(const HostView& host, const std::vector<std::string>& paths) {
  Error why{Kind::not_found, fmt::format("there is no {}", paths.front())};
  for (const std::string& path : paths) {
    const auto there = ask::exists(host, path);
    if (there.ok() && *there) return path;
    if (!there.ok()) why = there.error();
  }
  return why;
}

void set_models_path(const HostView& host, const services_text::Unit* unit, Facts& facts) {
  const std::string set = unit ? unit->variable("OLLAMA_MODELS") : std::string();
  if (!set.empty()) return facts.set("ollama.models_path", printable(set), "ollama.service");
  std::vector<std::string> defaults = {"/usr/share/ollama/.ollama/models"};
  const auto home = host.self().environment.find("HOME");
  if (home != host.self().environment.end()) defaults.push_back(home->second + "/.ollama/models");
  const auto path = first_there(host, defaults);
  const auto shown = path.map([](const std::string& text) { return Value(printable(text)); });
  facts.put("ollama.models_path", shown, "Ollama's default");
}

/// Why nothing is known of a service that systemd does not show.
Error no_ollama(const HostView& host) {
  const bool binary = first_there(host, {"/usr/local/bin/ollama", "/usr/bin/ollama"}).ok();
  return {Kind::not_found, binary ? "there is no ollama.service" : "ollama is not installed"};
}

/// `why`: the reason, where systemd itself did not answer.
void set_ollama(const HostView& host, const services_text::Unit* unit,
                const std::optional<Error>& why, Facts& facts) {
  if (unit) {
    const std::string library = unit->variable("OLLAMA_LLM_LIBRARY");
    facts.set("ollama.library", library.empty() ? std::string("none") : printable(library, 100),
              "ollama.service");
  } else {
    facts.unknown("ollama.library", why ? *why : no_ollama(host), "ollama.service");
  }
  set_models_path(host, unit, facts);
}

void set_units(const HostView& host, Facts& facts) {
  const auto text = ask::printed(host, question());
  if (!text.ok()) {
    facts.unknown("service.found", text.error(), "systemctl show");
    return set_ollama(host, nullptr, std::optional(text.error()), facts);
  }
  std::int64_t found = 0;
  const services_text::Unit* ollama = nullptr;
  std::vector<services_text::Unit> units = services_text::units(*text);
  for (services_text::Unit& unit : units) {
    if (!unit.is_there()) continue;
    ++found;
    read_environment_files(host, unit);
    set_unit(unit, facts);
    if (unit.name == "ollama") ollama = &unit;
  }
  facts.set("service.found", found, "systemctl show");
  set_ollama(host, ollama, std::nullopt, facts);
}

void collect(const Machine& machine, const CollectOptions&, Facts& facts) {
  set_units(machine.host, facts);
  engines::collect(machine.host, facts);
}

}  // namespace

Topic services_topic() {
  return {"service", "services and the processes that serve models", kSpecs, questions, collect};
}

}  // namespace gb10
