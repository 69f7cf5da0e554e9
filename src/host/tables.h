#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/host.h"

namespace gb10 {

/// Where a file that came with the program is from.
inline constexpr std::string_view kBuiltIn = "built in";

/// One file of knowledge in force.
struct DataFile {
  std::string name;  // "gpu.low-power-state"
  std::string text;
  std::string origin;  // kBuiltIn or its path
};

/// True when the program came with a file of `kind` that has this name.
bool is_built_in(std::string_view kind, std::string_view name);

/// The files of `kind` ("rules") in force on this machine, sorted by name: the built-in ones,
/// replaced by name from /etc/gb10/<kind>.d, then ~/.config/gb10/<kind>.d, then each of
/// `directories`/<kind>; an empty file masks. With effective user 0 only root's own files that
/// nobody else may write count, and none from a home directory; one below `directories` that does
/// not count, or that cannot be read, is an Error.
Result<std::vector<DataFile>> data_files(const HostView& host, std::string_view kind,
                                         const std::vector<std::string>& directories);

}  // namespace gb10
