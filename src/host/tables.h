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

/// An empty file and what it takes out of force.
struct DataMask {
  DataFile hidden;  // only its name where nothing was called so: then nothing is masked
  std::string path;
  bool masks = false;
};

/// A file or a folder of the owner's that did not count, and why, in words without its path.
struct PassedOver {
  std::string path, why;
};

/// The files of one kind as they are on this machine, each list sorted by name or path.
struct DataTables {
  std::vector<DataFile> files;  // in force
  std::vector<DataMask> masks;
  std::vector<PassedOver> passed_over;
};

/// The files of `kind` ("rules") on this machine: the built-in ones, replaced by name from
/// /etc/gb10/<kind>.d, then ~/.config/gb10/<kind>.d, then each of `directories`/<kind>; an empty
/// file masks. With effective user 0 only root's own files that nobody else may write count, and
/// none from a home directory; one below `directories` that does not count, or that cannot be read,
/// is an Error.
Result<DataTables> data_tables(const HostView& host, std::string_view kind,
                               const std::vector<std::string>& directories);

/// Those in force alone.
Result<std::vector<DataFile>> data_files(const HostView& host, std::string_view kind,
                                         const std::vector<std::string>& directories);

/// Where the files of `kind` of the user lie whose home is `home`.
std::string user_tables(std::string_view home, std::string_view kind);

}  // namespace gb10
