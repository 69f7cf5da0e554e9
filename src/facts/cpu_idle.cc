#include "facts/cpu_idle.h"

#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"

namespace gb10 {

namespace {

std::string idle_dir(int cpu) { return fmt::format("/sys/devices/system/cpu/cpu{}/cpuidle", cpu); }

struct State {
  std::string dir, name;  // "state2", "LPI-2"
};

/// The idle states of one CPU, from the shallowest.
Result<std::vector<State>> states_of(const HostView& host, int cpu) {
  const std::string dir = idle_dir(cpu);
  const auto entries = TRY(host.list(dir));
  std::vector<State> states;
  for (const DirEntry& entry : entries) {
    if (!entry.name.starts_with("state")) continue;
    const std::string name = TRY(ask::text(host, fmt::format("{}/{}/name", dir, entry.name)));
    states.push_back({entry.name, printable(name)});
  }
  if (states.empty()) return Error{Error::Kind::unsupported, "this kernel names no idle states"};
  return states;
}

std::string described(const HostView& host, int cpu, const State& state) {
  const auto latency = ask::number(host, fmt::format("{}/{}/latency", idle_dir(cpu), state.dir));
  if (!latency.ok()) return state.name;
  return fmt::format("{} {} us", state.name, *latency);
}

/// The states of a kind of cores; of several kinds each different one once.
Result<Value> described_states(const HostView& host, const std::vector<CpuKind>& kinds) {
  std::vector<std::string> lines;
  for (const CpuKind& kind : kinds) {
    const int cpu = kind.cpus.front();
    const auto states = TRY(states_of(host, cpu));
    for (const State& state : states) {
      const std::string line = described(host, cpu, state);
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
  }
  return Value(lines);
}

/// Whether somebody switched the state off: some are off by the driver's own choice.
bool is_switched_off(const HostView& host, int cpu, const State& state) {
  const std::string dir = fmt::format("{}/{}", idle_dir(cpu), state.dir);
  const auto value = ask::number(host, dir + "/disable");
  if (!value.ok() || *value == 0) return false;
  return ask::text(host, dir + "/default_status").value_or("") != "disabled";
}

/// "LPI-2 on 0-19" for each state that is off somewhere.
Result<Value> disabled_states(const HostView& host, const std::vector<CpuKind>& kinds) {
  std::map<std::string, std::vector<int>> off;
  for (const CpuKind& kind : kinds) {
    const auto states = TRY(states_of(host, kind.cpus.front()));
    for (const int cpu : kind.cpus) {
      for (const State& state : states) {
        if (is_switched_off(host, cpu, state)) off[state.name].push_back(cpu);
      }
    }
  }
  std::vector<std::string> lines;
  for (auto& [name, cpus] : off) {
    std::sort(cpus.begin(), cpus.end());
    lines.push_back(fmt::format("{} on {}", name, cpu_list(cpus)));
  }
  return Value(lines);
}

}  // namespace

void put_idle_states(const HostView& host, const std::vector<CpuKind>& kinds, Facts& facts) {
  const std::string source = "/sys/devices/system/cpu/cpu*/cpuidle";
  const Error why{Error::Kind::not_found, "the kinds of the cores are not known"};
  facts.put("cpu.idle_states", kinds.empty() ? why : described_states(host, kinds), source);
  facts.put("cpu.idle_states_disabled", kinds.empty() ? why : disabled_states(host, kinds), source);
}

}  // namespace gb10
