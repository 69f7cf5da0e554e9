#include "facts/containers_text.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "base/toml.h"

namespace gb10::containers_text {

namespace {

std::vector<std::string> member_names(const Json* object) {
  std::vector<std::string> names;
  if (!object || !object->as_object()) return names;
  for (const auto& [name, value] : *object->as_object()) names.push_back(printable(name, 100));
  std::sort(names.begin(), names.end());
  return names;
}

/// The objects among the lines of `text`.
std::vector<Json> objects(std::string_view text) {
  std::vector<Json> found;
  for (const std::string_view line : lines(text)) {
    auto json = parse_json(line);
    if (json.ok() && json->as_object()) found.push_back(*std::move(json));
  }
  return found;
}

std::string text_of(const Json& json, std::string_view key) {
  return printable(json.text(key), 300);
}

/// What the client says about a daemon that it did not reach; empty when it did.
std::string server_error(const Json& json) {
  const Json* const errors = json.find("ServerErrors");
  if (!errors || !errors->as_array()) return {};
  for (const Json& error : *errors->as_array()) {
    if (error.as_string()) return printable(*error.as_string(), 200);
  }
  return {};
}

std::string policy_of(const Json* policy) {
  if (!policy) return {};
  const std::string name = text_of(*policy, "Name");
  const Json* const limit = policy->find("MaximumRetryCount");
  const std::int64_t* const count = limit ? limit->as_int() : nullptr;
  return name == "on-failure" && count && *count > 0 ? fmt::format("{}:{}", name, *count) : name;
}

/// Docker gives names as "/vllm", and behind commas those that other containers know it by.
std::string first_name(std::string_view names) {
  for (std::string_view name : split(names, ',')) {
    if (name.starts_with('/')) name.remove_prefix(1);
    if (!name.empty() && name.find('/') == std::string_view::npos) return std::string(name);
  }
  return {};
}

}  // namespace

Result<DockerInfo> docker_info(std::string_view json_text) {
  const Json json = TRY(parse_json(trimmed(json_text)));
  const std::string problem = server_error(json);
  if (!problem.empty()) {
    const bool denied = problem.find("permission denied") != std::string::npos;
    return Error{denied ? Error::Kind::denied : Error::Kind::failed, problem};
  }
  DockerInfo info;
  info.version = text_of(json, "ServerVersion");
  if (info.version.empty()) {
    return Error{Error::Kind::failed, "docker info names no version of the daemon"};
  }
  info.default_runtime = text_of(json, "DefaultRuntime");
  info.cgroup_driver = text_of(json, "CgroupDriver");
  info.runtimes = member_names(json.find("Runtimes"));
  if (const Json* const swarm = json.find("Swarm")) {
    info.swarm_address = text_of(*swarm, "NodeAddr");
  }
  return info;
}

std::vector<Container> containers(std::string_view json_lines) {
  std::vector<Container> found;
  for (const Json& json : objects(json_lines)) {
    Container container{first_name(json.text("Names")), text_of(json, "Image"),
                        text_of(json, "State")};
    if (is_container_name(container.name)) found.push_back(std::move(container));
  }
  return found;
}

bool is_container_name(std::string_view name) {
  if (name.empty() || name.size() > 200) return false;
  if (std::isalnum(static_cast<unsigned char>(name.front())) == 0) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
  });
}

std::vector<Detail> details(std::string_view json_lines) {
  std::vector<Detail> found;
  for (const Json& json : objects(json_lines)) {
    Detail detail{.name = first_name(json.text("Name")),
                  .image_id = text_of(json, "Image"),
                  .restart_policy = policy_of(json.find("RestartPolicy")),
                  .restarts = std::nullopt};
    const Json* const restarts = json.find("RestartCount");
    if (restarts && restarts->as_int()) detail.restarts = *restarts->as_int();
    found.push_back(std::move(detail));
  }
  return found;
}

bool is_image_id(std::string_view id) {
  if (!id.starts_with("sha256:")) return false;
  id.remove_prefix(7);
  return id.size() == 64 && id.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::map<std::string, std::string, std::less<>> image_architectures(std::string_view json_lines) {
  std::map<std::string, std::string, std::less<>> found;
  for (const Json& json : objects(json_lines)) {
    const std::string architecture = text_of(json, "Architecture");
    if (!architecture.empty()) found[text_of(json, "Id")] = architecture;
  }
  return found;
}

Result<DaemonFile> daemon_file(std::string_view text) {
  // An empty file is what Docker takes for no settings.
  if (trimmed(text).empty()) return DaemonFile{};
  const Json json = TRY(parse_json(trimmed(text)));
  return DaemonFile{member_names(json.find("runtimes")), text_of(json, "default-runtime")};
}

Result<std::string> toolkit_mode(std::string_view text) {
  const toml::Node file = TRY(toml::parse(text, "config.toml"));
  const toml::Node* const runtime = file.find("nvidia-container-runtime");
  const toml::Node* const mode = runtime ? runtime->find("mode") : nullptr;
  if (!mode) return std::string();
  const std::string word = TRY(mode->text());
  return printable(word, 60);
}

}  // namespace gb10::containers_text
