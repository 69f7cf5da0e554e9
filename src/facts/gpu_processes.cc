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

/// True for a sub-command such as "serve"; false for what may be somebody's text.
bool is_sub_command(std::string_view word) {
  return word.size() <= 12 &&
         word.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string_view::npos;
}

/// How many of the first words name the program: the interpreter with its script or module, or the
/// program with its sub-command.
std::size_t naming_words(const std::vector<std::string>& arguments) {
  if (arguments.size() < 2) return arguments.size();
  const bool interprets = paths::last(arguments[0]).starts_with("python");
  if (interprets && arguments[1] == "-m") return std::min<std::size_t>(3, arguments.size());
  if (interprets) return arguments[1].starts_with('-') ? 1 : 2;
  return is_sub_command(arguments[1]) ? 2 : 1;
}

/// The program, what it runs, and the options that say nothing about its owner: a command line may
/// hold keys.
std::string command(const std::vector<std::string>& arguments) {
  const auto end = arguments.begin() + static_cast<std::ptrdiff_t>(naming_words(arguments));
  std::vector<std::string> parts(arguments.begin(), end);
  const std::string options = engines::harmless_arguments(arguments);
  if (!options.empty()) parts.push_back(options);
  return printable(joined(parts, " "), 300);
}

Result<engines::Process> process(const HostView& host, std::int64_t pid) {
  const std::string file = fmt::format("/proc/{}/stat", pid);
  const std::string stat = TRY(host.read(file));
  if (const auto found = engines::process_from_stat(stat)) return *found;
  return Error{Error::Kind::failed, file + " is not understood"};
}

/// True when what is now the parent only takes in children of the dead, or is gone itself.
bool is_left_alone(const HostView& host, std::int64_t parent) {
  if (parent <= 1) return true;
  const auto found = process(host, parent);
  return found.ok() ? engines::adopts_orphans(*found)
                    : found.error().kind == Error::Kind::not_found;
}

void set_process(const HostView& host, std::int64_t pid, Facts& facts) {
  const std::string instance = fmt::format("{}", pid), dir = "/proc/" + instance;
  const auto key_of = [&](const char* field) { return key("gpu_process", instance, field); };
  const auto cmdline = host.read(dir + "/cmdline");
  const auto arguments = engines::arguments_from(cmdline.value_or(std::string()));
  facts.put(key_of("command"),
            cmdline.ok() ? Result<Value>(command(arguments)) : Result<Value>(cmdline.error()),
            dir + "/cmdline");
  const auto found = process(host, pid);
  if (!found.ok()) {
    for (const char* const field : {"name", "parent", "orphan", "engine"}) {
      facts.unknown(key_of(field), found.error(), dir + "/stat");
    }
    return;
  }
  const bool orphan =
      engines::is_helper(found->name, arguments) && is_left_alone(host, found->parent);
  facts.set(key_of("name"), engines::full_name(found->name, arguments), dir + "/stat");
  facts.set(key_of("parent"), found->parent, dir + "/stat");
  facts.set(key_of("orphan"), orphan, dir + "/stat");
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
    set_process(machine.host, pid, facts);
  }
}

}  // namespace gb10::gpu_parts
