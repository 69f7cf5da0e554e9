#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/toml.h"
#include "host/tables.h"

namespace gb10 {

/// What a compose file of a tool is made of; data/containers/NAME.toml is one:
///
///     name     = "vllm"
///     title    = "vLLM, with an API like OpenAI's"
///     image    = "nvcr.io/nvidia/vllm"     without its tag
///     tag      = "26.07-py3"               empty where no source names one for a GB10
///     row      = "ngc-vllm"                of the compatibility matrix; empty for none
///     why      = "…"                       the image's reason
///     command  = [ "vllm", "serve", "{model}" ]     {model}, {port}, {memory}; empty: the image's
///     command_why = "…"
///     terminal = true                      (optional) stdin_open and tty
///     ipc      = "host"                    or "private", with shm_size
///     shm_size = "16gb"
///     ipc_why  = "…"
///     folder   = "/workspace"              (optional) the working directory
///     [memory]                             (optional) how its share of the memory is given
///     flag = "--gpu-memory-utilization"    or variable = "NAME"
///     most = 0.85                          never more
///     otherwise = 0.70                     where what is available is not known
///     why  = "…"
///     [health]                             (optional)
///     test = [ "python3", "-c", "…" ], every = "30s", start = "600s", why = "…"
///     [[port]]        container = 8000, why = "…"
///     [[volume]]      from = "cache", "workspace" or a name; to = "/…"; why
///     [[environment]] name, value, why
///     [[ulimit]]      name, value, why
///     [[evidence]]    source, date, kind, says: of the image and its settings
struct ServiceTemplate {
  struct Port {
    std::int64_t container = 0;
    std::string why;
  };
  struct Volume {
    std::string from, to, why;
  };
  struct Variable {
    std::string name, value, why;
  };
  struct Limit {
    std::string name;
    std::int64_t value = 0;
    std::string why;
  };
  struct Memory {
    std::string flag, variable, why;
    double most = 0, otherwise = 0;
  };
  struct Health {
    std::vector<std::string> test;
    std::string every, start, why;
  };

  std::string name, title, image, tag, row, why;
  std::vector<std::string> command;
  std::string command_why, ipc, shm_size, ipc_why, folder;
  bool terminal = false;
  std::optional<Memory> memory;
  std::optional<Health> health;
  std::vector<Port> ports;
  std::vector<Volume> volumes;
  std::vector<Variable> environment;
  std::vector<Limit> limits;
  std::vector<std::string> evidence;  // "reported 2026-10: says (source)"
  std::string origin;

  bool wants_model() const;
};

/// Reads one template; errors name file and line.
Result<ServiceTemplate> read_service_template(std::string_view text, std::string_view file);

/// Those of `files`, sorted by name.
Result<std::vector<ServiceTemplate>> read_service_templates(const std::vector<DataFile>& files);

/// Why `name` cannot be a project or a service; empty where it can.
std::string why_no_service_name(std::string_view name);

/// Why `image` is no reference to an image; empty where it is one.
std::string why_no_image(std::string_view image);

}  // namespace gb10
