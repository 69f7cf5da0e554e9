#include "facts/containers_text.h"

#include <gtest/gtest.h>

namespace gb10::containers_text {
namespace {

using List = std::vector<std::string>;

TEST(DockerInfoText, keeps_version_runtimes_drivers_and_swarm_address) {
  const auto info =
      docker_info(R"({"ServerVersion":"29.2.1","Runtimes":{"runc":{"path":"runc"},"nvidia":{},)"
                  R"("io.containerd.runc.v2":{}},"DefaultRuntime":"runc","CgroupDriver":"systemd",)"
                  R"("Swarm":{"NodeAddr":"192.0.2.9"}})");
  ASSERT_TRUE(info.ok());
  EXPECT_EQ(info->version, "29.2.1");
  EXPECT_EQ(info->runtimes, (List{"io.containerd.runc.v2", "nvidia", "runc"}));
  EXPECT_EQ(info->default_runtime, "runc");
  EXPECT_EQ(info->cgroup_driver, "systemd");
  EXPECT_EQ(info->swarm_address, "192.0.2.9");
}

TEST(DockerInfoText, a_closed_socket_is_denied) {
  const auto info = docker_info(
      R"({"ServerVersion":"","ServerErrors":["permission denied while trying to connect to the )"
      R"(Docker daemon socket at unix:///var/run/docker.sock"]})");
  ASSERT_FALSE(info.ok());
  EXPECT_EQ(info.error().kind, Error::Kind::denied);
}

TEST(DockerInfoText, empty_fields_of_a_client_without_daemon_are_no_answer) {
  EXPECT_FALSE(docker_info(R"({"ServerVersion":"","Runtimes":null})").ok());
  EXPECT_FALSE(docker_info("").ok());
  EXPECT_FALSE(docker_info("[1]").ok());
}

TEST(ContainerLines, one_container_per_line_and_other_lines_left_out) {
  const auto found = containers(
      "{\"Names\":\"vllm\",\"Image\":\"nvcr.io/nvidia/vllm:25.11-py3\",\"State\":\"running\"}\n"
      "WARNING: something\n"
      "{\"Names\":\"web/db,db\",\"Image\":\"postgres\",\"State\":\"exited\"}\n"
      "{\"Names\":\"--rm\",\"Image\":\"x\",\"State\":\"exited\"}\n");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].name, "vllm");
  EXPECT_EQ(found[0].image, "nvcr.io/nvidia/vllm:25.11-py3");
  EXPECT_EQ(found[0].state, "running");
  EXPECT_EQ(found[1].name, "db");
}

TEST(ContainerNames, options_and_paths_are_none) {
  EXPECT_TRUE(is_container_name("my_app-1.2"));
  EXPECT_FALSE(is_container_name("-v"));
  EXPECT_FALSE(is_container_name("a/b"));
  EXPECT_FALSE(is_container_name("a]b"));
  EXPECT_FALSE(is_container_name(""));
}

TEST(ContainerDetails, policy_carries_its_limit_and_restarts_are_counted) {
  const auto found = details(R"({"Name":"/vllm","Image":"sha256:12","RestartCount":35,)"
                             R"("RestartPolicy":{"Name":"unless-stopped","MaximumRetryCount":0}})"
                             "\n"
                             R"({"Name":"/once","Image":"sha256:13",)"
                             R"("RestartPolicy":{"Name":"on-failure","MaximumRetryCount":2}})");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].name, "vllm");
  EXPECT_EQ(found[0].restart_policy, "unless-stopped");
  EXPECT_EQ(found[0].restarts, 35);
  EXPECT_EQ(found[1].restart_policy, "on-failure:2");
  EXPECT_FALSE(found[1].restarts.has_value()) << "a count that was not told is not 0";
}

TEST(ImageIds, only_whole_digests_are_asked_for) {
  EXPECT_TRUE(is_image_id("sha256:" + std::string(64, 'a')));
  EXPECT_FALSE(is_image_id("sha256:" + std::string(63, 'a')));
  EXPECT_FALSE(is_image_id("sha256:" + std::string(64, 'g')));
  EXPECT_FALSE(is_image_id("vllm:latest"));
}

TEST(ImageArchitectures, by_image_id) {
  const auto cpus = image_architectures(
      "{\"Id\":\"sha256:1\",\"Architecture\":\"arm64\"}\n{\"Id\":\"sha256:2\"}\nnoise\n");
  ASSERT_EQ(cpus.size(), 1U);
  EXPECT_EQ(cpus.at("sha256:1"), "arm64");
}

TEST(DaemonFileText, names_added_runtimes_and_the_default) {
  const auto file = daemon_file(
      R"({"default-runtime":"nvidia","runtimes":{"nvidia":{"path":"nvidia-container-runtime"}}})");
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->runtimes, List{"nvidia"});
  EXPECT_EQ(file->default_runtime, "nvidia");
  EXPECT_TRUE(daemon_file(" \n")->runtimes.empty());
  EXPECT_FALSE(daemon_file("{").ok());
}

TEST(ToolkitModeText, reads_the_mode_of_the_runtime_section_only) {
  EXPECT_EQ(toolkit_mode("mode = \"x\"\n[nvidia-container-runtime]\nmode = \"cdi\"\n"),
            Result<std::string>("cdi"));
  EXPECT_EQ(toolkit_mode("[nvidia-container-runtime]\nlog-level = \"info\"\n"),
            Result<std::string>(""));
  EXPECT_FALSE(toolkit_mode("[nvidia-container-runtime]\nmode = 1\n").ok());
  EXPECT_FALSE(toolkit_mode("mode = ").ok());
}

}  // namespace
}  // namespace gb10::containers_text
