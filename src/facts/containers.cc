#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "facts/ask.h"
#include "facts/containers_text.h"
#include "facts/topics.h"

namespace gb10 {

namespace {

using Kind = Error::Kind;
namespace parse = containers_text;

constexpr FactSpec kSpecs[] = {
    {"docker.installed", Type::boolean, Unit::none, "whether the docker program is there"},
    {"docker.running", Type::boolean, Unit::none, "whether the Docker daemon runs"},
    {"docker.version", Type::version, Unit::none, "version of the Docker daemon"},
    {"docker.runtimes", Type::list, Unit::none, "runtimes that Docker knows"},
    {"docker.nvidia_runtime", Type::boolean, Unit::none, "whether Docker knows the nvidia runtime"},
    {"docker.default_runtime", Type::text, Unit::none, "runtime of a container that names none"},
    {"docker.cdi_specs", Type::list, Unit::none, "CDI device descriptions on this machine"},
    {"docker.toolkit", Type::version, Unit::none, "version of nvidia-container-toolkit"},
    {"docker.toolkit_mode", Type::text, Unit::none, "mode of the NVIDIA container runtime"},
    {"docker.socket_access", Type::boolean, Unit::none, "whether this user may talk to Docker"},
    {"docker.cgroup_driver", Type::text, Unit::none, "who manages Docker's cgroups"},
    {"docker.containers", Type::integer, Unit::none, "containers, stopped ones too"},
    {"container[*].image", Type::text, Unit::none, "image of the container"},
    {"container[*].state", Type::text, Unit::none, "state of the container"},
    {"container[*].restart_policy", Type::text, Unit::none, "when Docker starts it again"},
    {"container[*].restarts", Type::integer, Unit::none, "times Docker has started it again"},
    {"container[*].architecture", Type::text, Unit::none, "CPU that its image was made for"},
    {"net.swarm_address", Type::text, Unit::none, "address this node gives to its Docker swarm"},
};

// Only the fields that are kept are asked for: a container's command line, labels and environment
// hold passwords, the daemon's answer names proxies and swarms, and a snapshot keeps every answer.
constexpr const char* kInfoFormat =
    R"({"ServerErrors":{{json .ServerErrors}}{{if .Info}},"ServerVersion":{{json .ServerVersion}},)"
    R"("DefaultRuntime":{{json .DefaultRuntime}},"CgroupDriver":{{json .CgroupDriver}},)"
    R"("Runtimes":{{json .Runtimes}},"Swarm":{"NodeAddr":{{json .Swarm.NodeAddr}}}{{end}}})";
constexpr const char* kLineFormat =
    R"({"Names":{{json .Names}},"Image":{{json .Image}},"State":{{json .State}}})";
constexpr const char* kDetailFormat =
    R"({"Name":{{json .Name}},"Image":{{json .Image}},"RestartCount":{{json .RestartCount}},)"
    R"("RestartPolicy":{{json .HostConfig.RestartPolicy}}})";
constexpr const char* kImageFormat = R"({"Id":{{json .Id}},"Architecture":{{json .Architecture}}})";
constexpr std::size_t kMostDetails = 16;

constexpr const char* kDaemonFile = "/etc/docker/daemon.json";
constexpr const char* kToolkitFile = "/etc/nvidia-container-runtime/config.toml";

Command info_question() { return {{"docker", "info", "--format", kInfoFormat}}; }
Command list_question() { return {{"docker", "ps", "-a", "--no-trunc", "--format", kLineFormat}}; }

std::vector<Command> questions(const Self&) { return {info_question(), list_question()}; }

/// Errors of readers of text are none of the kinds in which a fact may be unknown.
Error as_unknown(Error error) {
  if (error.kind == Kind::invalid) error.kind = Kind::failed;
  return error;
}

/// Whether the program is there: known as soon as one of its places holds it.
Result<Value> is_installed(const HostView& host) {
  Result<Value> answer = Value(false);
  for (const char* const path : {"/usr/bin/docker", "/usr/local/bin/docker", "/snap/bin/docker"}) {
    const auto there = ask::exists(host, path);
    if (there.ok() && *there) return Value(true);
    if (!there.ok()) answer = there.error();
  }
  return answer;
}

Result<parse::DockerInfo> asked_daemon(const HostView& host) {
  const std::string text = TRY(ask::printed(host, info_question()));
  return parse::docker_info(text);
}

Result<parse::DockerInfo> daemon_info(const HostView& host) {
  auto info = asked_daemon(host);
  if (info.ok()) return info;
  if (info.error().kind != Kind::denied) return as_unknown(info.error());
  return Error{Kind::denied, "this user may not open Docker's socket",
               "sudo usermod -aG docker $USER, then log in again"};
}

bool says_not_running(const Error& error) {
  return error.what.find("Is the docker daemon running") != std::string::npos ||
         error.what.find("Cannot connect to the Docker daemon") != std::string::npos;
}

/// A daemon whose socket is closed to us still shows itself by its pid file.
Result<Value> runs_by_pid_file(const HostView& host, const Error& otherwise) {
  const auto pid = ask::number(host, "/run/docker.pid");
  if (!pid.ok()) return otherwise;
  const auto alive = ask::exists(host, fmt::format("/proc/{}", *pid));
  if (!alive.ok()) return otherwise;
  return Value(*alive);
}

void set_daemon_unknown(const Machine& machine, const Error& why, Facts& facts) {
  constexpr const char* kSource = "docker info";
  for (const char* const key : {"docker.version", "docker.cgroup_driver", "net.swarm_address"}) {
    facts.unknown(key, why, kSource);
  }
  if (why.kind == Kind::denied) {
    facts.put("docker.running", runs_by_pid_file(machine.host, why), "/run/docker.pid");
    facts.set("docker.socket_access", false, kSource);
  } else {
    facts.put("docker.running",
              says_not_running(why) ? Result<Value>(Value(false)) : Result<Value>(why), kSource);
    facts.unknown("docker.socket_access", why, kSource);
  }
}

/// What the daemon's file alone can tell: a runtime that it names is configured; one that it does
/// not name may still be there by an option of the daemon.
void set_runtimes_from_file(const HostView& host, const Error& why, Facts& facts) {
  const auto text = host.read(kDaemonFile);
  const auto file = text.ok() ? parse::daemon_file(*text) : Result<parse::DaemonFile>(why);
  const bool named = file.ok() && std::count(file->runtimes.begin(), file->runtimes.end(),
                                             std::string("nvidia")) > 0;
  const Result<Value> unknown = why;
  facts.put("docker.runtimes", named ? Result<Value>(Value(file->runtimes)) : unknown,
            named ? kDaemonFile : "docker info");
  facts.put("docker.nvidia_runtime", named ? Result<Value>(Value(true)) : unknown,
            named ? kDaemonFile : "docker info");
  const bool has_default = file.ok() && !file->default_runtime.empty();
  facts.put("docker.default_runtime",
            has_default ? Result<Value>(Value(file->default_runtime)) : unknown,
            has_default ? kDaemonFile : "docker info");
}

void set_daemon(const parse::DockerInfo& info, Facts& facts) {
  constexpr const char* kSource = "docker info";
  facts.set("docker.running", true, kSource);
  facts.set("docker.socket_access", true, kSource);
  facts.set("docker.version", Version{info.version}, kSource);
  facts.set("docker.runtimes", info.runtimes, kSource);
  const bool nvidia = std::count(info.runtimes.begin(), info.runtimes.end(), "nvidia") > 0;
  facts.set("docker.nvidia_runtime", nvidia, kSource);
  const auto or_unknown = [](const std::string& text, const char* what) -> Result<Value> {
    if (text.empty()) return Error{Kind::not_found, what};
    return Value(text);
  };
  facts.put("docker.default_runtime",
            or_unknown(info.default_runtime, "docker info names no default runtime"), kSource);
  facts.put("docker.cgroup_driver",
            or_unknown(info.cgroup_driver, "docker info names no cgroup driver"), kSource);
  facts.put("net.swarm_address",
            or_unknown(info.swarm_address, "this machine is in no Docker swarm"), kSource);
}

void set_cdi_specs(const HostView& host, Facts& facts) {
  constexpr const char* kSource = "/etc/cdi, /var/run/cdi";
  std::vector<std::string> specs;
  for (const std::string_view dir : {"/etc/cdi", "/var/run/cdi"}) {
    const auto entries = host.list(dir);
    if (!entries.ok() && entries.error().kind != Kind::not_found) {
      return facts.unknown("docker.cdi_specs", entries.error(), kSource);
    }
    for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
      const bool is_spec = entry.name.ends_with(".yaml") || entry.name.ends_with(".json") ||
                           entry.name.ends_with(".yml");
      if (is_spec) specs.push_back(fmt::format("{}/{}", dir, ask::instance(entry.name)));
    }
  }
  facts.set("docker.cdi_specs", std::move(specs), kSource);
}

Result<Value> toolkit_version(const HostView& host) {
  const auto status = host.read(ask::kPackageStatus);
  if (!status.ok() && status.error().kind == Kind::not_found) {
    // Another distribution: whether the toolkit is there cannot be told from here.
    return Error{Kind::unsupported, "this machine has no list of Debian packages"};
  }
  if (!status.ok()) return status.error();
  for (const char* const package :
       {"nvidia-container-toolkit", "nvidia-container-toolkit-base", "nvidia-docker2"}) {
    if (const auto version = ask::package_version(*status, package))
      return Value(Version{*version});
  }
  return Error{Kind::not_found, "nvidia-container-toolkit is not installed"};
}

void set_toolkit(const HostView& host, Facts& facts) {
  const Result<Value> version = toolkit_version(host);
  facts.put("docker.toolkit", version, std::string(ask::kPackageStatus));
  const auto text = host.read(kToolkitFile);
  const auto mode = text.ok() ? parse::toolkit_mode(*text) : Result<std::string>(text.error());
  if (mode.ok() && !mode->empty()) return facts.set("docker.toolkit_mode", *mode, kToolkitFile);
  // Without a file, or without the key in it, the toolkit takes its documented default.
  const bool is_default = mode.ok() || (mode.error().kind == Kind::not_found && version.ok());
  if (is_default) {
    return facts.set("docker.toolkit_mode", std::string("auto"),
                     fmt::format("default: {} sets none", kToolkitFile));
  }
  const bool absent = !version.ok() && mode.error().kind == Kind::not_found;
  facts.unknown("docker.toolkit_mode", absent ? version.error() : as_unknown(mode.error()),
                kToolkitFile);
}

/// Docker's exit status is 1 when one of several things asked for is gone; what it printed about
/// the others still holds.
std::string details_printed(const HostView& host, std::string_view type, const char* format,
                            const std::vector<std::string>& names) {
  Command command{{"docker", "inspect", "--type", std::string(type), "--format", format}};
  command.argv.insert(command.argv.end(), names.begin(), names.end());
  const auto output = host.query(command);
  return output.ok() ? output->out : std::string();
}

/// The containers whose details are worth asking for: those that run or start again and again
/// first.
std::vector<std::string> detailed_names(const std::vector<parse::Container>& containers) {
  std::vector<std::string> names;
  for (const bool live : {true, false}) {
    for (const parse::Container& one : containers) {
      const bool is_live = one.state == "running" || one.state == "restarting";
      if (is_live == live && names.size() < kMostDetails) names.push_back(one.name);
    }
  }
  return names;
}

void set_details(const HostView& host, const std::vector<parse::Container>& containers,
                 Facts& facts) {
  constexpr const char* kSource = "docker inspect";
  const auto details =
      parse::details(details_printed(host, "container", kDetailFormat, detailed_names(containers)));
  std::vector<std::string> images;
  for (const parse::Detail& detail : details) {
    const bool is_new = std::count(images.begin(), images.end(), detail.image_id) == 0;
    if (is_new && parse::is_image_id(detail.image_id)) images.push_back(detail.image_id);
  }
  const auto cpus =
      images.empty()
          ? parse::image_architectures({})
          : parse::image_architectures(details_printed(host, "image", kImageFormat, images));
  for (const parse::Detail& detail : details) {
    if (!parse::is_container_name(detail.name)) continue;
    const auto key_of = [&](const char* field) { return key("container", detail.name, field); };
    if (!detail.restart_policy.empty()) {
      facts.set(key_of("restart_policy"), detail.restart_policy, kSource);
    }
    if (detail.restarts) facts.set(key_of("restarts"), *detail.restarts, kSource);
    const auto cpu = cpus.find(detail.image_id);
    if (cpu != cpus.end()) facts.set(key_of("architecture"), cpu->second, kSource);
  }
}

/// What was not told of a container is unknown, not absent.
void fill_gaps(const std::vector<parse::Container>& containers, Facts& facts) {
  const Error why{Kind::failed, "docker inspect did not tell"};
  for (const parse::Container& one : containers) {
    for (const char* const field : {"restart_policy", "restarts", "architecture"}) {
      const std::string name = key("container", one.name, field);
      if (!facts.find(name)) facts.unknown(name, why, "docker inspect");
    }
  }
}

/// What is wrong with the daemon as a whole says more than what the second question met.
Error why_none(const Result<parse::DockerInfo>& info, const Error& otherwise) {
  return info.ok() ? otherwise : info.error();
}

void set_containers(const HostView& host, const Result<parse::DockerInfo>& info, Facts& facts) {
  const auto text = ask::printed(host, list_question());
  if (!text.ok())
    return facts.unknown("docker.containers", why_none(info, text.error()), "docker ps");
  const auto containers = parse::containers(*text);
  facts.set("docker.containers", static_cast<std::int64_t>(containers.size()), "docker ps");
  for (const parse::Container& one : containers) {
    facts.set(key("container", one.name, "image"), one.image, "docker ps");
    facts.set(key("container", one.name, "state"), one.state, "docker ps");
  }
  if (!containers.empty()) set_details(host, containers, facts);
  fill_gaps(containers, facts);
}

void collect(const Machine& machine, const CollectOptions&, Facts& facts) {
  const auto info = daemon_info(machine.host);
  if (info.ok()) {
    facts.set("docker.installed", true, "docker info");
    set_daemon(*info, facts);
  } else {
    facts.put("docker.installed", is_installed(machine.host), "/usr/bin/docker");
    set_daemon_unknown(machine, info.error(), facts);
    set_runtimes_from_file(machine.host, info.error(), facts);
  }
  set_cdi_specs(machine.host, facts);
  set_toolkit(machine.host, facts);
  set_containers(machine.host, info, facts);
}

}  // namespace

Topic containers_topic() {
  return {"docker", "Docker, its NVIDIA runtime and its containers", kSpecs, questions, collect};
}

}  // namespace gb10
