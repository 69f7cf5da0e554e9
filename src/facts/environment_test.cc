#include <gtest/gtest.h>

#include "facts/gb10_fixture.h"
#include "facts/topics.h"

namespace gb10 {
namespace {

using fixture::shown;

Facts collected(const HostView& host) { return fixture::collected(environment_topic(), host); }

TEST(environment, shows_only_variables_that_steer_cuda) {
  FakeHost host;
  host.environment("CUDA_LAUNCH_BLOCKING", "1").environment("HF_TOKEN", "hf_secret");
  const Facts facts = collected(host);
  EXPECT_EQ(shown(facts, "env[CUDA_LAUNCH_BLOCKING].value"), "1");
  EXPECT_EQ(facts.find("env[CUDA_LAUNCH_BLOCKING].value")->source, "this shell");
  EXPECT_EQ(shown(facts, "env.set"), "1");
  for (const auto& [key, fact] : facts.all()) {
    EXPECT_EQ(key.find("HF_TOKEN"), std::string::npos);
    EXPECT_TRUE(!fact.value.ok() || to_text(*fact.value).find("secret") == std::string::npos);
  }
}

TEST(environment, finds_what_files_set_for_everyone) {
  FakeHost host;
  host.environment("PATH", "/usr/bin");
  host.file("/etc/environment", "PATH=\"/usr/bin\"\n# MAX_JOBS=1\nNCCL_IB_DISABLE=\"1\"\n");
  host.file("/etc/profile.d/cuda.sh",
            "MAX_JOBS=4\nexport OMP_NUM_THREADS=20\n  export SECRET=x\nexport CUDA_HOME='/usr'\n");
  host.file("/etc/profile.d/readme", "export LANG=C\n");
  const Facts facts = collected(host);
  EXPECT_EQ(shown(facts, "env[NCCL_IB_DISABLE].value"), "1");
  EXPECT_EQ(facts.find("env[NCCL_IB_DISABLE].value")->source, "/etc/environment");
  EXPECT_EQ(shown(facts, "env[OMP_NUM_THREADS].value"), "20");
  EXPECT_EQ(shown(facts, "env[CUDA_HOME].value"), "/usr");
  EXPECT_EQ(facts.instances("env").size(), 3U);
}

TEST(environment, reads_scripts_as_a_shell_does) {
  FakeHost host;
  host.environment("PATH", "/usr/bin");
  host.file("/etc/profile.d/a.sh",
            "export MAX_JOBS=4 # old; export MAX_JOBS=20\n"
            "# export OMP_NUM_THREADS=1\n"
            "[ -d /x ] && export CUDA_HOME=\"/usr/a b\" NCCL_DEBUG='IN'FO\n"
            "echo 'export NCCL_IB_DISABLE=1'\n"
            "export LANG=a#b");
  const Facts facts = collected(host);
  EXPECT_EQ(shown(facts, "env[MAX_JOBS].value"), "4");
  EXPECT_EQ(shown(facts, "env[CUDA_HOME].value"), "/usr/a b");
  EXPECT_EQ(shown(facts, "env[NCCL_DEBUG].value"), "INFO");
  EXPECT_EQ(shown(facts, "env[LANG].value"), "a#b");
  EXPECT_EQ(facts.instances("env").size(), 4U);
}

TEST(environment, of_a_file_that_cannot_be_read_is_not_whole) {
  FakeHost host;
  host.environment("PATH", "/usr/bin");
  host.fail("/etc/environment", Error{Error::Kind::denied, "no"});
  EXPECT_EQ(collected(host).find("env.set")->gaps, "not read: /etc/environment: denied");
}

TEST(environment, takes_the_callers_value_and_names_the_other_places) {
  FakeHost host;
  host.environment("MAX_JOBS", "20");
  host.file("/etc/environment", "MAX_JOBS=4\n");
  const Facts facts = collected(host);
  EXPECT_EQ(shown(facts, "env[MAX_JOBS].value"), "20");
  EXPECT_EQ(facts.find("env[MAX_JOBS].value")->source, "this shell and /etc/environment");
}

TEST(environment, names_the_directories_that_put_other_cuda_libraries_first) {
  FakeHost host;
  host.environment("LD_LIBRARY_PATH", "/usr/local/cuda/lib64:/opt/tools:/nowhere");
  host.file("/usr/local/cuda/lib64/libcudnn.so.9", "").file("/opt/tools/libz.so.1", "");
  EXPECT_EQ(shown(collected(host), "env.library_path_cuda"), "/usr/local/cuda/lib64");
}

TEST(environment, of_the_caller_is_hidden_by_sudo) {
  FakeHost host;
  host.environment("SUDO_USER", "u").environment("LANG", "C").user(0);
  host.directory("/sys/class/net");
  const Facts facts = collected(host);
  EXPECT_EQ(shown(facts, "env.set"), "unknown not_recorded");
  EXPECT_EQ(shown(facts, "env.library_path_cuda"), "unknown not_recorded");
  EXPECT_EQ(shown(facts, "env[LANG].value"), "C") << "what is seen is told";
  host.user(1000);
  EXPECT_EQ(shown(collected(host), "env.set"), "1");
}

TEST(environment, a_fixed_index_is_a_number_that_is_not_negative) {
  FakeHost host;
  host.environment("NCCL_IB_GID_INDEX", "5");
  EXPECT_EQ(shown(collected(host), "env.gid_index"), "5");
  for (const char* const value : {"-1", "", "auto"}) {
    host.environment("NCCL_IB_GID_INDEX", value);
    EXPECT_EQ(shown(collected(host), "env.gid_index"), "unknown not_found") << value;
  }
}

TEST(environment, names_interfaces_that_are_not_there) {
  constexpr const char* kMissing = "fabric.named_interfaces_missing";
  FakeHost host;
  host.environment("PATH", "/usr/bin").directory("/sys/class/net/enp1s0f1np1");
  EXPECT_EQ(shown(collected(host), kMissing), "none");
  host.environment("NCCL_SOCKET_IFNAME", "enp1,eth9:1").environment("GLOO_SOCKET_IFNAME", "enp1");
  EXPECT_EQ(shown(collected(host), kMissing), "NCCL_SOCKET_IFNAME: eth9, GLOO_SOCKET_IFNAME: enp1");
  host.environment("NCCL_SOCKET_IFNAME", "=enp1").environment("GLOO_SOCKET_IFNAME", "enp1s0f1np1");
  EXPECT_EQ(shown(collected(host), kMissing), "NCCL_SOCKET_IFNAME: enp1");
  host.environment("NCCL_SOCKET_IFNAME", "^docker,lo");
  EXPECT_EQ(shown(collected(host), kMissing), "none");
}

TEST(environment, of_a_tree_without_a_caller_is_not_known) {
  EXPECT_EQ(shown(collected(FakeHost()), "env.library_path_cuda"), "unknown not_recorded");
}

}  // namespace
}  // namespace gb10
