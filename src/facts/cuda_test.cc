#include <gtest/gtest.h>

#include "elf/fake_elf.h"
#include "facts/gb10_fixture.h"
#include "facts/topics.h"

namespace gb10 {
namespace {

using fixture::shown;

constexpr const char* kTarget = "/usr/local/cuda-13.0/targets/sbsa-linux/lib/";

Facts collected(const HostView& host) { return fixture::collected(cuda_topic(), host); }

std::string compiler(const std::string& version) {
  const std::string release = version.substr(0, version.rfind('.'));
  return bytes_of(
      {.rodata = "Cuda compilation tools, release " + release + ", V" + version + "\n"});
}

/// A toolkit as DGX OS installs it: three numbers for one toolkit, and not on PATH.
FakeHost spark() {
  FakeHost host;
  host.environment("PATH", "/usr/local/bin:/usr/bin");
  host.file("/usr/local/cuda-13.0/version.json",
            R"({"cuda": {"name": "CUDA SDK", "version": "13.0.3"},)"
            R"( "cuda_nvcc": {"name": "CUDA NVCC", "version": "13.0.88"}})");
  host.file("/usr/local/cuda-13.0/bin/nvcc", "").file("/usr/local/cuda-13.0/bin/ptxas", "");
  host.file(std::string(kTarget) + "libcudart.so.13.0.88", "");
  host.link_at(std::string(kTarget) + "libcudart.so.13", "libcudart.so.13.0.88");
  host.file(std::string(kTarget) + "libcublasLt.so.13.1.0.3", "");
  host.link_at("/usr/local/cuda-13.0/lib64", "targets/sbsa-linux/lib");
  host.link_at("/usr/local/cuda", "/etc/alternatives/cuda");
  host.link_at("/etc/alternatives/cuda", "/usr/local/cuda-13.0");
  host.link_at("/usr/local/cuda-13", "/etc/alternatives/cuda-13");
  host.link_at("/etc/alternatives/cuda-13", "/usr/local/cuda-13.0");
  return host;
}

TEST(cuda, finds_a_toolkit_once_behind_all_its_links) {
  const Facts facts = collected(spark());
  EXPECT_EQ(shown(facts, "cuda.toolkits"), "1");
  EXPECT_EQ(shown(facts, "cuda.default_path"), "/usr/local/cuda-13.0");
  EXPECT_EQ(shown(facts, "cuda.default"), "13.0.3");
  EXPECT_EQ(shown(facts, "toolkit[/usr/local/cuda-13.0].nvcc"), "13.0.88");
  EXPECT_EQ(shown(facts, "toolkit[/usr/local/cuda-13.0].ptxas"), "13.0.88");
  EXPECT_EQ(shown(facts, "toolkit[/usr/local/cuda-13.0].on_path"), "no");
  EXPECT_EQ(shown(facts, "cuda.nvcc_on_path"), "unknown not_found");
}

TEST(cuda, reads_the_compiler_where_there_is_no_version_file) {
  FakeHost host;
  host.file("/usr/local/cuda-12.8/bin/nvcc", compiler("12.8.93"));
  const Facts facts = collected(host);
  EXPECT_EQ(shown(facts, "toolkit[/usr/local/cuda-12.8].version"), "12.8.93");
  EXPECT_EQ(shown(facts, "toolkit[/usr/local/cuda-12.8].ptxas"), "not set");
  EXPECT_EQ(shown(facts, "cuda.default"), "unknown not_found");
  EXPECT_EQ(shown(facts, "toolkit[/usr/local/cuda-12.8].on_path"), "unknown not_recorded");
}

TEST(cuda, does_not_list_tools_that_only_the_version_file_names) {
  FakeHost host;
  host.file("/usr/local/cuda-13.0/version.json", R"({"cuda_nvcc": {"version": "13.0.88"}})");
  const Facts facts = collected(host);
  EXPECT_EQ(shown(facts, "toolkit[/usr/local/cuda-13.0].nvcc"), "not set");
  EXPECT_EQ(shown(facts, "toolkit[/usr/local/cuda-13.0].version"), "unknown failed");
}

TEST(cuda, tells_that_the_default_leads_nowhere) {
  FakeHost host;
  host.link_at("/usr/local/cuda", "/usr/local/cuda-12.8");
  const Facts facts = collected(host);
  EXPECT_EQ(shown(facts, "cuda.default"), "unknown not_found");
  EXPECT_NE(facts.find("cuda.default")->value.error().what.find("cuda-12.8"), std::string::npos);
}

TEST(nvcc_on_path, is_the_first_of_the_callers_path) {
  FakeHost host = spark();
  host.environment("PATH", "/usr/local/cuda/bin:/usr/bin");
  host.file("/usr/bin/nvcc", compiler("12.0.140"));
  const Facts facts = collected(host);
  EXPECT_EQ(shown(facts, "cuda.nvcc_on_path"), "/usr/local/cuda/bin/nvcc");
  EXPECT_EQ(shown(facts, "cuda.nvcc_on_path_version"), "13.0.88");
  EXPECT_EQ(shown(facts, "toolkit[/usr/local/cuda-13.0].on_path"), "yes");
}

TEST(nvcc_on_path, of_debian_is_a_script_that_hides_an_old_toolkit) {
  FakeHost host = spark();
  host.file("/usr/bin/nvcc", "#!/bin/sh\nexec /usr/lib/nvidia-cuda-toolkit/bin/nvcc \"$@\"\n");
  host.file("/usr/lib/nvidia-cuda-toolkit/bin/nvcc", "");
  host.file("/var/lib/dpkg/status",
            "Package: nvidia-cuda-toolkit\nStatus: install ok installed\n"
            "Version: 12.0.140~12.0.1-4build4\n\n");
  const Facts facts = collected(host);
  EXPECT_EQ(shown(facts, "cuda.nvcc_on_path"), "/usr/bin/nvcc");
  EXPECT_EQ(shown(facts, "cuda.nvcc_on_path_version"), "12.0.140");
  EXPECT_EQ(shown(facts, "toolkit[/usr/lib/nvidia-cuda-toolkit].on_path"), "yes");
  EXPECT_EQ(shown(facts, "cuda.toolkits"), "2");
}

TEST(ptxas_override, is_the_version_behind_tritons_variable) {
  FakeHost host = spark();
  host.file("/opt/ptxas", compiler("12.8.93")).environment("TRITON_PTXAS_PATH", "/opt/ptxas");
  EXPECT_EQ(shown(collected(host), "cuda.ptxas_override"), "12.8.93");
}

TEST(cuda_libraries, are_listed_by_file_and_chosen_as_the_loader_does) {
  FakeHost host = spark();
  host.file("/usr/lib/aarch64-linux-gnu/libcudnn.so.9.13.0", "");
  host.link_at("/usr/lib/aarch64-linux-gnu/libcudnn.so.9", "libcudnn.so.9.13.0");
  host.file(std::string(kTarget) + "libcudnn.so.9.20.0", "");
  const Facts facts = collected(host);
  EXPECT_EQ(shown(facts, "cuda.cudnn"), "9.13.0");
  EXPECT_EQ(shown(facts, "cuda.cublaslt"), "13.1.0.3");
  EXPECT_EQ(shown(facts, "cuda.nccl"), "unknown not_found");
  EXPECT_EQ(shown(facts, "cuda.cudart_majors"), "13");
  const auto* const all = facts.known<std::vector<std::string>>("cuda.libraries");
  ASSERT_NE(all, nullptr);
  EXPECT_EQ(all->size(), 4U);
  EXPECT_EQ(all->front(), "libcudnn 9.13.0 /usr/lib/aarch64-linux-gnu/libcudnn.so.9.13.0");
}

TEST(cuda_libraries, with_a_major_version_alone_have_no_version) {
  FakeHost host;
  host.file("/usr/lib/aarch64-linux-gnu/libcudnn.so.9", "");
  EXPECT_EQ(shown(collected(host), "cuda.cudnn"), "unknown failed");
}

TEST(cudart_links, show_a_13_that_poses_as_12) {
  FakeHost host = spark();
  const std::string posing = std::string(kTarget) + "libcudart.so.12";
  host.link_at(posing, "libcudart.so.13");
  const Facts facts = collected(host);
  EXPECT_EQ(shown(facts, "cuda.cudart_links"), posing + " -> " + kTarget + "libcudart.so.13.0.88");
  EXPECT_EQ(shown(facts, "cuda.cudart_majors"), "13");
}

TEST(cudart_links, show_a_copy_under_the_wrong_name) {
  FakeHost host;
  const std::string copy = "/usr/lib/aarch64-linux-gnu/libcudart.so.12";
  host.file(copy, bytes_of({.soname = "libcudart.so.13"}));
  const Facts facts = collected(host);
  EXPECT_EQ(shown(facts, "cuda.cudart_links"), copy + " is libcudart.so.13");
  EXPECT_EQ(shown(facts, "cuda.cudart_majors"), "13");
}

TEST(cuda_compat, is_the_driver_version_of_its_libcuda) {
  FakeHost host;
  host.file("/usr/local/cuda-13.1/compat/libcuda.so.590.44.01", "");
  host.link_at("/usr/local/cuda-13.1/compat/libcuda.so.1", "libcuda.so.590.44.01");
  const Facts facts = collected(host);
  EXPECT_EQ(shown(facts, "cuda.compat"), "590.44.01");
  EXPECT_EQ(shown(facts, "cuda.toolkits"), "0");
}

}  // namespace
}  // namespace gb10
