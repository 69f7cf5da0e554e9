#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/host.h"
#include "model/fact.h"

/// Model servers among the processes.
namespace gb10::engines {

struct Process {
  std::int64_t pid = 0, parent = 0;
  std::string name;  // at most 15 bytes, as the kernel keeps it
  char state = '?';
};

/// Reads /proc/PID/stat; the name in it may hold blanks and parentheses.
std::optional<Process> process_from_stat(std::string_view stat);

/// The name of a process in full where the kernel's 15 bytes cut it and its command line begins
/// with the rest ("VLLM::EngineCor" is "VLLM::EngineCore").
std::string full_name(const std::string& name, const std::vector<std::string>& arguments);

/// The words of /proc/PID/cmdline.
std::vector<std::string> arguments_from(std::string_view cmdline);

/// "vllm", "sglang", "ollama", "llama.cpp", "tensorrt-llm"; empty for what serves no model. `name`
/// is the process's name, `arguments` its command line.
std::string engine_of(std::string_view name, const std::vector<std::string>& arguments);

/// Those of the options that are known to be harmless, with their values; never names of models,
/// paths, keys or tokens.
std::string harmless_arguments(const std::vector<std::string>& arguments);

/// The value of one of the options `names` (written without dashes), as "--x 1" or "--x=1".
std::optional<std::string> option(const std::vector<std::string>& arguments,
                                  const std::vector<std::string_view>& names);

/// True for a process that only a server starts and that has no use without it ("VLLM::EngineCor").
bool is_helper(std::string_view name);
/// The same, for helpers that only their command line shows ("ollama runner").
bool is_helper(std::string_view name, const std::vector<std::string>& arguments);

/// True for what takes in the children of the dead: init, and the first process of a container.
bool adopts_orphans(const Process& process);

/// True for compilers: what JIT compilation starts, one per job.
bool is_compiler(std::string_view name);

/// Sets engine[PID].… for every model server that runs, and engine.found.
void collect(const HostView& host, Facts& facts);

}  // namespace gb10::engines
