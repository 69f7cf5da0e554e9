#include <gtest/gtest.h>

#include "audit/audit_samples.h"

namespace gb10 {
namespace {

using namespace audit_samples;

TEST(Dangers, two_copies_of_a_library_that_must_be_single_are_named_with_their_owners) {
  FakeHost host = machine();
  const std::string nccl = bytes_of(FakeElf{.soname = "libnccl.so.2"});
  install(host, "nvidia_nccl_cu13", "2.28", {{"nvidia/nccl/lib/libnccl.so.2", nccl}});
  EXPECT_TRUE(audit(host).dangers.empty());
  install(host, "other", "1.0", {{"other/libnccl-1234.so.2", nccl}});
  const Audit found = audit(host);
  ASSERT_EQ(kinds(found.dangers), std::vector<std::string>{"two-copies"});
  EXPECT_EQ(found.dangers[0].what,
            "libnccl.so.2 is there 2 times: nvidia-nccl-cu13 2.28, other 1.0");
}

TEST(Dangers, two_copies_of_other_libraries_are_none) {
  FakeHost host = machine();
  const std::string any = bytes_of(FakeElf{.soname = "libgomp.so.1"});
  install(host, "a", "1", {{"a.libs/libgomp-1.so.1", any}});
  install(host, "b", "1", {{"b.libs/libgomp-2.so.1", any}});
  EXPECT_TRUE(audit(host).dangers.empty());
}

TEST(Dangers, a_library_path_that_goes_before_the_environments_copy_is_one) {
  FakeHost host = machine();
  install_torch(host);
  host.file("/usr/local/cuda/lib64/libcublas.so.13", "");
  host.environment("LD_LIBRARY_PATH", "relative:/usr/local/cuda/lib64/:/none");
  const Audit found = audit(host);
  ASSERT_EQ(kinds(found.dangers), std::vector<std::string>{"two-copies"});
  EXPECT_EQ(found.dangers[0].what,
            "LD_LIBRARY_PATH puts /usr/local/cuda/lib64/libcublas.so.13 before that of "
            "nvidia-cublas 13.1.0.3");
  host.environment("LD_LIBRARY_PATH", kSite + "/nvidia/cu13/lib");
  EXPECT_TRUE(audit(host).dangers.empty());
}

TEST(Dangers, two_generations_of_cuda_in_one_environment_are_one) {
  FakeHost host = machine();
  install(host, "a", "1", {{"a/libcudart.so.12", bytes_of(FakeElf{.soname = "libcudart.so.12"})}});
  EXPECT_TRUE(audit(host).dangers.empty());
  install(host, "b", "2", {{"b/libcudart.so.13", bytes_of(FakeElf{.soname = "libcudart.so.13"})}});
  const Audit found = audit(host);
  ASSERT_EQ(kinds(found.dangers), std::vector<std::string>{"two-cuda-majors"});
  EXPECT_EQ(found.dangers[0].what,
            "two generations of CUDA in one environment: CUDA 12 (a 1), CUDA 13 (b 2)");
}

TEST(Dangers, a_package_that_brings_one_of_each_chooses) {
  FakeHost host = machine();
  install(host, "triton", "3.9",
          {{"triton/cupti/libcupti-12.so", bytes_of(FakeElf{.soname = "libcupti.so.12"})},
           {"triton/cupti/libcupti.so", bytes_of(FakeElf{.soname = "libcupti.so.13"})}});
  install(host, "b", "2", {{"b/libcudart.so.13", bytes_of(FakeElf{.soname = "libcudart.so.13"})}});
  EXPECT_TRUE(audit(host).dangers.empty());
  install(host, "old", "3", {{"old/libcupti.so", bytes_of(FakeElf{.soname = "libcupti.so.12"})}});
  EXPECT_TRUE(audit(host).dangers.empty());
}

}  // namespace
}  // namespace gb10
