#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

/// Readers of what Docker and the container toolkit write. They survive any bytes.
namespace gb10::containers_text {

/// What we keep of `docker info --format '{{json .}}'`.
struct DockerInfo {
  std::string version, default_runtime, cgroup_driver;
  std::vector<std::string> runtimes;  // sorted
  std::string swarm_address;          // empty outside a swarm
};

/// An Error (`denied` where the socket may not be opened) when the client could not reach the
/// daemon: it then prints a JSON of empty fields all the same.
Result<DockerInfo> docker_info(std::string_view json);

struct Container {
  std::string name, image, state;
};

/// One container per line of `docker ps`; lines that are no such JSON are left out.
std::vector<Container> containers(std::string_view json_lines);

/// True for a name that Docker itself would give, and that is no option when it stands in an argv.
bool is_container_name(std::string_view name);

struct Detail {
  std::string name, image_id, restart_policy;  // "on-failure:2"
  std::optional<std::int64_t> restarts;
};

std::vector<Detail> details(std::string_view json_lines);

/// True for "sha256:…".
bool is_image_id(std::string_view id);

/// The CPU of each image, by image id ("arm64").
std::map<std::string, std::string, std::less<>> image_architectures(std::string_view json_lines);

/// What /etc/docker/daemon.json says.
struct DaemonFile {
  std::vector<std::string> runtimes;  // those added to Docker's own
  std::string default_runtime;        // empty when not set
};
Result<DaemonFile> daemon_file(std::string_view json);

/// `mode` of [nvidia-container-runtime] in the toolkit's config.toml; empty when the file sets
/// none.
Result<std::string> toolkit_mode(std::string_view toml);

}  // namespace gb10::containers_text
