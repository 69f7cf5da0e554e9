#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/host.h"

/// Shared libraries of the machine, by the names of their files.
namespace gb10::libraries {

/// The directories in which the loader looks without being told to: those of /etc/ld.so.conf and
/// the built-in ones. Links are followed, each comes once; in the order of the loader.
std::vector<std::string> loader_dirs(const HostView& host);

/// Those that are built into the loader of a machine ("aarch64"); where it has a cache, it reads no
/// configuration.
std::vector<std::string> built_in_dirs(const HostView& host, const std::string& machine);

/// The directories of an LD_LIBRARY_PATH.
std::vector<std::string> path_dirs(std::string_view list);

/// "libcudnn.so.9.13.0" is name "libcudnn", version "9.13.0"; "libcudnn.so" has no version. Nothing
/// for what is no library.
struct Name {
  std::string name, version;
};
std::optional<Name> named(std::string_view file);

/// "13" of "13.0.88".
std::string major(std::string_view version);

}  // namespace gb10::libraries
