#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/engines.h"
#include "facts/gpu_parts.h"
#include "facts/paths.h"

namespace gb10::gpu_parts {

namespace {

/// A process over all GPUs. One that computes and draws stands in both of a GPU's lists, with the
/// same memory.
struct Holder {
  std::map<int, std::optional<std::uint64_t>> memory;  // by GPU
  std::string type;
};

std::map<std::int64_t, Holder> holders(const std::vector<GpuProcess>& processes) {
  std::map<std::int64_t, Holder> found;
  for (const GpuProcess& process : processes) {
    Holder& holder = found[process.pid];
    std::optional<std::uint64_t>& memory = holder.memory[process.gpu];
    memory = std::max(memory, process.memory);
    if (holder.type.empty()) holder.type = process.type;
    if (holder.type != process.type) holder.type = "compute and graphics";
  }
  return found;
}

Result<Value> total(const Holder& holder) {
  std::uint64_t sum = 0;
  for (const auto& [gpu, memory] : holder.memory) {
    if (!memory) {
      return Error{Error::Kind::unsupported, "the driver does not tell how much memory it holds"};
    }
    sum += *memory;
  }
  return Value(bytes(static_cast<double>(sum)));
}

/// The program, what it runs, and the options that say nothing about its owner: a command line may
/// hold keys.
std::string command(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return {};
  std::vector<std::string> parts = {arguments[0]};
  for (std::size_t i = 1; i < arguments.size() && i < 3; ++i) {
    const bool module = arguments[i - 1] == "-m";
    if (!module && arguments[i] != "-m" && (i > 1 || arguments[i].starts_with('-'))) break;
    parts.push_back(arguments[i]);
  }
  const std::string options = engines::harmless_arguments(arguments);
  if (!options.empty()) parts.push_back(options);
  return printable(joined(parts, " "), 300);
}

/// A part of a model server that is of no use without the rest of it.
bool is_worker(const engines::Process& process, const std::vector<std::string>& arguments) {
  if (engines::is_helper(process.name)) return true;
  return arguments.size() > 1 && paths::last(arguments[0]) == "ollama" && arguments[1] == "runner";
}

/// True when what is now the parent only takes in children of the dead, or is gone itself.
bool is_left_alone(const HostView& host, std::int64_t parent) {
  if (parent <= 1) return true;
  const auto name = ask::text(host, fmt::format("/proc/{}/comm", parent));
  if (!name.ok()) return name.error().kind == Error::Kind::not_found;
  constexpr std::string_view kAdopters[] = {"systemd", "init",      "docker-init",
                                            "tini",    "dumb-init", "catatonit"};
  return std::find(std::begin(kAdopters), std::end(kAdopters), *name) != std::end(kAdopters);
}

Result<engines::Process> process(const HostView& host, const std::string& dir) {
  const std::string stat = TRY(host.read(dir + "/stat"));
  if (const auto found = engines::process_from_stat(stat)) return *found;
  return Error{Error::Kind::failed, dir + "/stat is not understood"};
}

void set_process(const HostView& host, const std::string& pid, Facts& facts) {
  const std::string dir = "/proc/" + pid;
  const auto key_of = [&](const char* field) { return key("gpu_process", pid, field); };
  const auto found = process(host, dir);
  const auto cmdline = host.read(dir + "/cmdline");
  const auto arguments = engines::arguments_from(cmdline.value_or(std::string()));
  const auto name = ask::text(host, dir + "/comm");
  facts.put(key_of("name"),
            name.ok()    ? Result<Value>(printable(*name))
            : found.ok() ? Result<Value>(found->name)
                         : Result<Value>(name.error()),
            dir + "/comm");
  facts.put(key_of("command"),
            cmdline.ok() ? Result<Value>(command(arguments)) : Result<Value>(cmdline.error()),
            dir + "/cmdline");
  if (!found.ok()) {
    for (const char* const field : {"parent", "orphan", "engine"}) {
      facts.unknown(key_of(field), found.error(), dir + "/stat");
    }
    return;
  }
  facts.set(key_of("parent"), found->parent, dir + "/stat");
  facts.set(key_of("orphan"), is_worker(*found, arguments) && is_left_alone(host, found->parent),
            dir + "/stat");
  facts.set(key_of("engine"), engines::engine_of(found->name, arguments), dir + "/cmdline");
}

}  // namespace

void collect_processes(const Machine& machine, const std::optional<Error>& why, Facts& facts) {
  const auto processes = why ? Result<std::vector<GpuProcess>>(*why) : machine.gpu.processes();
  if (!processes.ok()) return facts.unknown("gpu.processes", processes.error(), "NVML");
  const auto found = holders(*processes);
  facts.set("gpu.processes", static_cast<std::int64_t>(found.size()), "NVML");
  for (const auto& [pid, holder] : found) {
    const std::string instance = fmt::format("{}", pid);
    facts.put(key("gpu_process", instance, "memory"), total(holder), "NVML");
    facts.set(key("gpu_process", instance, "type"), holder.type, "NVML");
    set_process(machine.host, instance, facts);
  }
}

}  // namespace gb10::gpu_parts
