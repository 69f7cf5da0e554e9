#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "host/host.h"

namespace gb10 {

/// Which interpreter, or which environment, a command ends in. Nothing is started.
struct PythonProgram {
  std::string interpreter;  // "/v/bin/python"; empty where it is none that is known
  std::string prefix;       // of the environment where only that is known ("uv run", "conda run")
  std::string program;      // the file that is started, behind env, nohup and their like
  std::vector<std::string> notes;  // what cannot be seen into
};

PythonProgram python_program(const HostView& host, std::span<const std::string> command,
                             const std::string& folder);

/// The file that a shell would start for `name`; nothing where there is none.
std::optional<std::string> program_on_path(const HostView& host, const std::string& name,
                                           const std::string& folder);

/// The python3 that a shell would start, behind a shim of pyenv the one that it starts.
std::optional<std::string> python_on_path(const HostView& host, const std::string& folder);

}  // namespace gb10
