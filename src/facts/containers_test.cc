#include <gtest/gtest.h>

#include "facts/topic_testing.h"
#include "facts/topics.h"

namespace gb10 {
namespace {

using Kind = Error::Kind;
using List = std::vector<std::string>;
using topic_testing::misfits;
using topic_testing::missing;
using topic_testing::reason;
using topic_testing::text;

const List kInfo = {
    "docker", "info", "--format",
    R"({"ServerErrors":{{json .ServerErrors}}{{if .Info}},"ServerVersion":{{json .ServerVersion}},)"
    R"("DefaultRuntime":{{json .DefaultRuntime}},"CgroupDriver":{{json .CgroupDriver}},)"
    R"("Runtimes":{{json .Runtimes}},"Swarm":{"NodeAddr":{{json .Swarm.NodeAddr}}}{{end}}})"};
const List kList = {
    "docker",   "ps",
    "-a",       "--no-trunc",
    "--format", R"({"Names":{{json .Names}},"Image":{{json .Image}},"State":{{json .State}}})"};
constexpr const char* kContainer =
    R"({"Name":{{json .Name}},"Image":{{json .Image}},"RestartCount":{{json .RestartCount}},)"
    R"("RestartPolicy":{{json .HostConfig.RestartPolicy}}})";
constexpr const char* kImage = R"({"Id":{{json .Id}},"Architecture":{{json .Architecture}}})";

List inspect(const char* type, const char* format, const List& names) {
  List argv = {"docker", "inspect", "--type", type, "--format", format};
  argv.insert(argv.end(), names.begin(), names.end());
  return argv;
}

Facts collected(const FakeHost& host) { return topic_testing::collected(containers_topic(), host); }

/// A stock DGX OS machine: the toolkit is installed, but Docker was never told.
FakeHost stock() {
  FakeHost host;
  host.file("/usr/bin/docker", "")
      .query_answer(kInfo, R"({"ServerVersion":"29.2.1","Runtimes":{"runc":{},)"
                           R"("io.containerd.runc.v2":{}},"DefaultRuntime":"runc",)"
                           R"("CgroupDriver":"systemd","Swarm":{"NodeAddr":""}})")
      .query_answer(kList, "")
      .file("/var/lib/dpkg/status",
            "Package: nvidia-container-toolkit\nStatus: install ok installed\nVersion: 1.19.0-1\n")
      .file("/etc/nvidia-container-runtime/config.toml",
            "[nvidia-container-runtime]\nmode = \"auto\"\n")
      .file("/etc/cdi/nvidia.yaml", "")
      .file("/var/run/cdi/README", "");
  return host;
}

TEST(Containers, a_toolkit_that_docker_was_never_told_of) {
  const Facts facts = collected(stock());
  EXPECT_EQ(text(facts, "docker.installed"), "yes");
  EXPECT_EQ(text(facts, "docker.running"), "yes");
  EXPECT_EQ(text(facts, "docker.socket_access"), "yes");
  EXPECT_EQ(text(facts, "docker.version"), "29.2.1");
  EXPECT_EQ(text(facts, "docker.runtimes"), "io.containerd.runc.v2, runc");
  EXPECT_EQ(text(facts, "docker.nvidia_runtime"), "no");
  EXPECT_EQ(text(facts, "docker.default_runtime"), "runc");
  EXPECT_EQ(text(facts, "docker.cgroup_driver"), "systemd");
  EXPECT_EQ(text(facts, "docker.toolkit"), "1.19.0-1");
  EXPECT_EQ(text(facts, "docker.toolkit_mode"), "auto");
  EXPECT_EQ(text(facts, "docker.cdi_specs"), "/etc/cdi/nvidia.yaml");
  EXPECT_EQ(text(facts, "docker.containers"), "0");
  EXPECT_EQ(reason(facts, "net.swarm_address").what, "this machine is in no Docker swarm");
}

TEST(Containers, without_docker_each_fact_says_so) {
  FakeHost host;
  host.query_answer(kInfo, Error{Kind::not_found, "no docker"});
  host.query_answer(kList, Error{Kind::not_found, "no docker"});
  const Facts facts = collected(host);
  EXPECT_EQ(text(facts, "docker.installed"), "no");
  for (const char* const key :
       {"docker.running", "docker.version", "docker.runtimes", "docker.nvidia_runtime",
        "docker.default_runtime", "docker.socket_access", "docker.cgroup_driver",
        "docker.containers", "net.swarm_address"}) {
    EXPECT_EQ(reason(facts, key), (Error{Kind::not_found, "docker is not installed"})) << key;
  }
  EXPECT_EQ(text(facts, "docker.cdi_specs"), "none");
  EXPECT_EQ(text(facts, "docker.toolkit"), "unknown: unsupported") << "no Debian";
  EXPECT_EQ(text(facts, "docker.toolkit_mode"), "unknown: unsupported");
  host.file("/var/lib/dpkg/status", "Package: fwupd\nStatus: install ok installed\nVersion: 1\n");
  EXPECT_EQ(text(collected(host), "docker.toolkit"), "unknown: not_found");
  EXPECT_EQ(text(collected(host), "docker.toolkit_mode"), "unknown: not_found");
}

TEST(Containers, a_closed_socket_leaves_what_files_tell) {
  FakeHost host = stock();
  const Output closed{.exit = 1,
                      .out = "",
                      .err =
                          "permission denied while trying to connect to the docker API at "
                          "unix:///var/run/docker.sock"};
  host.query_answer(kInfo, closed).query_answer(kList, closed);
  host.file("/run/docker.pid", "1200").file("/proc/1200/stat", "");
  host.file("/etc/docker/daemon.json", R"({"runtimes":{"nvidia":{}}})");
  const Facts facts = collected(host);
  EXPECT_EQ(text(facts, "docker.installed"), "yes");
  EXPECT_EQ(text(facts, "docker.socket_access"), "no");
  EXPECT_EQ(text(facts, "docker.running"), "yes");
  EXPECT_EQ(text(facts, "docker.nvidia_runtime"), "yes");
  EXPECT_EQ(text(facts, "docker.runtimes"), "nvidia");
  EXPECT_EQ(reason(facts, "docker.version").kind, Kind::denied);
  EXPECT_FALSE(reason(facts, "docker.containers").hint.empty());
}

TEST(Containers, a_runtime_that_the_daemons_file_does_not_name_is_not_ruled_out) {
  FakeHost host = stock();
  host.query_answer(kInfo, Output{.exit = 1, .out = "", .err = "permission denied"});
  const Facts facts = collected(host);
  EXPECT_EQ(text(facts, "docker.nvidia_runtime"), "unknown: denied");
  EXPECT_EQ(text(facts, "docker.running"), "unknown: denied");
}

TEST(Containers, a_daemon_that_is_not_there_does_not_run) {
  FakeHost host = stock();
  host.query_answer(kInfo, Output{.exit = 1,
                                  .out = "",
                                  .err = "Cannot connect to the Docker daemon at "
                                         "unix:///var/run/docker.sock. Is the docker daemon "
                                         "running?"});
  const Facts facts = collected(host);
  EXPECT_EQ(text(facts, "docker.running"), "no");
  EXPECT_EQ(text(facts, "docker.socket_access"), "unknown: failed");
}

TEST(Containers, a_daemon_that_does_not_answer_in_time_stays_unknown) {
  FakeHost host = stock();
  host.query_answer(kInfo, Error{Kind::timeout, "docker did not answer in 2 s"});
  EXPECT_EQ(text(collected(host), "docker.running"), "unknown: timeout");
}

TEST(Containers, the_toolkits_default_mode_where_its_file_sets_none) {
  FakeHost host = stock();
  host.file("/etc/nvidia-container-runtime/config.toml", "[nvidia-container-cli]\n");
  EXPECT_EQ(text(collected(host), "docker.toolkit_mode"), "auto");
  host.file("/etc/nvidia-container-runtime/config.toml", "[nvidia-container-runtime]\nmode = 3\n");
  EXPECT_EQ(text(collected(host), "docker.toolkit_mode"), "unknown: failed");
}

TEST(Containers, restarts_policy_and_cpu_come_from_a_second_round) {
  FakeHost host = stock();
  const std::string image = "sha256:" + std::string(64, '1');
  host.query_answer(kList,
                    "{\"Names\":\"old\",\"Image\":\"x\",\"State\":\"exited\"}\n"
                    "{\"Names\":\"vllm\",\"Image\":\"vllm:1\",\"State\":\"restarting\"}\n");
  host.query_answer(inspect("container", kContainer, {"vllm", "old"}),
                    R"({"Name":"/vllm","Image":")" + image +
                        R"(","RestartCount":35,"RestartPolicy":{"Name":"always"}})");
  host.query_answer(inspect("image", kImage, {image}),
                    R"({"Id":")" + image + R"(","Architecture":"amd64"})");
  const Facts facts = collected(host);
  EXPECT_EQ(text(facts, "docker.containers"), "2");
  EXPECT_EQ(text(facts, "container[vllm].image"), "vllm:1");
  EXPECT_EQ(text(facts, "container[vllm].state"), "restarting");
  EXPECT_EQ(text(facts, "container[vllm].restart_policy"), "always");
  EXPECT_EQ(text(facts, "container[vllm].restarts"), "35");
  EXPECT_EQ(text(facts, "container[vllm].architecture"), "amd64");
  EXPECT_EQ(text(facts, "container[old].state"), "exited");
  EXPECT_EQ(text(facts, "container[old].restarts"), "unknown: failed");
}

TEST(Containers, details_of_at_most_16) {
  FakeHost host = stock();
  std::string all;
  for (int i = 0; i < 40; ++i) {
    all += "{\"Names\":\"c" + std::to_string(i) + "\",\"Image\":\"x\",\"State\":\"exited\"}\n";
  }
  host.query_answer(kList, all);
  const Facts facts = collected(host);
  EXPECT_EQ(text(facts, "docker.containers"), "40");
  ASSERT_FALSE(host.asked.empty());
  EXPECT_EQ(host.asked.back().size(), 6U + 16U);
}

TEST(Containers, every_fact_fits_a_spec_and_none_is_forgotten) {
  for (const FakeHost& host : {stock(), FakeHost()}) {
    const Facts facts = collected(host);
    EXPECT_EQ(misfits(containers_topic(), facts), List{});
    EXPECT_EQ(missing(containers_topic(), facts), List{});
  }
}

}  // namespace
}  // namespace gb10
