#include "guard/torch_share.h"

#include <gtest/gtest.h>

#include "host/fake_host.h"

namespace gb10 {
namespace {

TEST(TorchShare, is_told_to_the_torch_of_the_programs_environment) {
  FakeHost host;
  host.file("/home/u/venv/bin/vllm", "", 0755)
      .directory("/home/u/venv/lib/python3.12/site-packages/torch-2.10.0+cu130.dist-info")
      .file("/usr/bin/python3", "", 0755)
      .directory("/usr/lib/python3/dist-packages/numpy-2.0.dist-info");
  const Environment environment = {{"PATH", "/home/u/venv/bin:/usr/bin"}};
  EXPECT_EQ(torch_beside(host, "vllm", environment), "2.10.0+cu130");
  EXPECT_EQ(torch_beside(host, "/home/u/venv/bin/vllm", {}), "2.10.0+cu130");
  EXPECT_FALSE(torch_beside(host, "python3", environment).has_value());
  EXPECT_FALSE(torch_beside(host, "none", environment).has_value());
}

TEST(TorchShare, is_known_since_2_10) {
  for (const char* const version : {"2.10.0+cu130", "2.11.0", "3.0", "2.12.0a0+git1"})
    EXPECT_TRUE(knows_share(version)) << version;
  for (const char* const version : {"2.9.1+cu130", "1.13", "", "2", "x.y"})
    EXPECT_FALSE(knows_share(version)) << version;
}

TEST(TorchShare, leaves_what_the_owner_set) {
  EXPECT_EQ(with_share({}, 0.5).at("PYTORCH_ALLOC_CONF"), "per_process_memory_fraction:0.5000");
  const Environment own = {{"PYTORCH_CUDA_ALLOC_CONF", "expandable_segments:True"}};
  EXPECT_EQ(with_share(own, 0.5).at("PYTORCH_CUDA_ALLOC_CONF"),
            "expandable_segments:True,per_process_memory_fraction:0.5000");
  const Environment set = {{"PYTORCH_ALLOC_CONF", "per_process_memory_fraction:0.2"}};
  EXPECT_EQ(with_share(set, 0.5), set);
}

}  // namespace
}  // namespace gb10
