#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "facts/facts.h"

/// The parts of the topic "gpu"; each sets its own facts and fails alone.
namespace gb10::gpu_parts {

/// What files and modinfo say of the driver, whether it answers or not.
void collect_module(const HostView& host, Facts& facts);
Command module_question();

/// The processes that hold memory of a GPU; all unknown for `why` when there is one.
void collect_processes(const Machine& machine, const std::optional<Error>& why, Facts& facts);

/// What /proc/driver/nvidia/version says.
struct LoadedModule {
  std::string version;  // "580.142"
  std::string flavour;  // "open" or "proprietary"
};
/// Nothing when no line names the module's version.
std::optional<LoadedModule> loaded_module(std::string_view text);

}  // namespace gb10::gpu_parts
