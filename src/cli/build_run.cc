#include "cli/build_run.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/machine.h"
#include "facts/meminfo.h"
#include "launch/build_jobs.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

constexpr double kMiB = 1024.0 * 1024, kGiB = 1024 * kMiB;
constexpr double kLeastBudget = 256 * kMiB;
/// Below so much the machine is reported to stall; a budget on a smaller one keeps an eighth.
constexpr double kKeptFree = 8 * kGiB;

int cores_of(const HostView& host) {
  const Result<std::string> text = host.read("/proc/cpuinfo");
  int out = 0;
  for (const std::string_view line : lines(text.ok() ? std::string_view(*text) : "")) {
    if (line.starts_with("processor")) ++out;
  }
  return std::max(1, out);
}

}  // namespace

Result<MachineMemory> machine_memory(const HostView& host) {
  const std::string text = TRY(host.read("/proc/meminfo"));
  const auto values = meminfo(text);
  const auto value = [&](const char* name) {
    const auto found = values.find(name);
    return found == values.end() ? -1.0 : static_cast<double>(found->second);
  };
  const MachineMemory out{value("MemTotal"), value("MemAvailable"), std::max(0.0, value("Mapped"))};
  if (out.total > 0 && out.available >= 0) return out;
  return Error{Error::Kind::unsupported, "/proc/meminfo does not tell what is available", ""};
}

JobLimit build_limit(const HostView& host, std::optional<double> memory_each) {
  const Result<MachineMemory> memory = machine_memory(host);
  if (!memory.ok()) return {1, "one: what is available is not known"};
  BuildRoom room;
  room.cores = cores_of(host);
  room.memory_each = memory_each.value_or(kOneCompiler);
  room.keep_free = kKeptFree;
  // A model that is mapped from its file counts as available, and would be read again from the disk
  // when a compiler takes its pages.
  const bool is_model = memory->mapped > 4 * kGiB;
  room.resident = is_model ? memory->mapped : 0;
  room.available = std::max(0.0, memory->available - room.resident);
  const BuildJobs jobs = build_jobs(room);
  std::string why = jobs.reason;
  if (!memory_each)
    why += "; nobody has told what one takes here, so it is what one of CUDA's takes (reported)";
  return {jobs.jobs, why};
}

std::map<std::string, std::string, std::less<>> with_build_jobs(
    std::map<std::string, std::string, std::less<>> environment, const HostView& host,
    const Io& io) {
  const JobLimit limit = build_limit(host, std::nullopt);
  const std::string jobs = fmt::format("{}", limit.jobs);
  const std::pair<const char*, std::string> wanted[] = {
      {"MAX_JOBS", jobs},                    // PyTorch's extensions, vLLM, FlashInfer
      {"CMAKE_BUILD_PARALLEL_LEVEL", jobs},  // cmake --build
      {"MAKEFLAGS", "-j" + jobs},            // make
      {"NVCC_THREADS", "1"},                 // of each of these, what nvcc starts itself
      {"FLASHINFER_NVCC_THREADS", "1"},
  };
  std::vector<std::string> set, left;
  for (const auto& [name, value] : wanted) {
    const bool is_new = environment.try_emplace(name, value).second;
    (is_new ? set : left).push_back(fmt::format("{}={}", name, environment.at(name)));
  }
  io.say(fmt::format("gb10: {}\n", limit.why));
  if (!set.empty()) io.say(fmt::format("gb10: set {}\n", joined(set, " ")));
  if (!left.empty()) io.say(fmt::format("gb10: left as you have it {}\n", joined(left, " ")));
  return environment;
}

Result<Arguments> build_arguments(const Arguments& arguments, const Io& io) {
  if (!arguments.has(kBuildOption)) return arguments;
  for (const char* const other : {"--detach", "--try", "--explain"}) {
    if (arguments.has(other))
      return Error{Error::Kind::invalid, fmt::format("--build does not go with {}", other), ""};
  }
  Arguments out = arguments;
  if (arguments.has("--budget")) return out;
  const MachineMemory memory = TRY(machine_memory(*this_host(io)));
  const double budget = TRY(build_budget(memory));
  out.given["--budget"] = {budget_word(budget)};
  return out;
}

std::string budget_word(double budget) { return fmt::format("{:.0f}B", std::floor(budget)); }

Result<void> check_budget(double budget, double available) {
  if (budget <= available) return {};
  return Error{Error::Kind::unsupported,
               fmt::format("a budget of {} is more than is available: {}", to_text(bytes(budget)),
                           to_text(bytes(available))),
               "gb10 memory --need SIZE says what would give more"};
}

Result<double> build_budget(const MachineMemory& memory) {
  const double kept = std::min(kKeptFree, memory.total / 8) / 2;
  if (memory.available - kept >= kLeastBudget) return memory.available - kept;
  return Error{
      Error::Kind::unsupported,
      fmt::format("too little memory for a build: {} are available, and {} are to stay free",
                  to_text(bytes(memory.available)), to_text(bytes(kept))),
      "gb10 memory says who holds it; --budget SIZE names what it may take"};
}

}  // namespace gb10
