#include "facts/library_table.h"

#include <map>

#include <gtest/gtest.h>

#include "base/embedded.h"
#include "base/text.h"

namespace gb10 {
namespace {

std::string text() { return std::string(*embedded("libraries.toml")); }
LibraryTable table() { return *LibraryTable::built_in(); }

TEST(LibraryTable, tells_the_generation_by_name_and_not_by_number) {
  EXPECT_EQ(table().cuda_major("libcudart.so.12"), 12);
  EXPECT_EQ(table().cuda_major("libcufft.so.11"), 12);
  EXPECT_EQ(table().cuda_major("libcufft.so.12"), 13);
  EXPECT_EQ(table().cuda_major("libcusparse.so.12"), std::nullopt);
  EXPECT_EQ(table().cuda_major("libcudart.so"), std::nullopt);
}

TEST(LibraryTable, knows_what_the_driver_and_the_c_library_bring) {
  EXPECT_TRUE(table().is_of_c_library("ld-linux-aarch64.so.1"));
  EXPECT_FALSE(table().is_of_c_library("libc.so.7"));
  EXPECT_FALSE(table().is_of_c_library("libgomp.so.1"));
  EXPECT_TRUE(table().is_of_driver("libcuda.so.1"));
  EXPECT_TRUE(table().is_of_driver("libnvidia-ml.so.1"));
  EXPECT_TRUE(table().must_be_single("libnccl.so.2"));
  EXPECT_FALSE(table().must_be_single("libcudnn_ops.so.9"));
}

TEST(LibraryTable, knows_packages_by_patterns) {
  EXPECT_TRUE(table().preloads("cupy-cuda13x"));
  EXPECT_FALSE(table().preloads("torch"));
  EXPECT_TRUE(table().dispatches_itself("torch", "libtorch_cuda.so"));
  EXPECT_TRUE(table().dispatches_itself("any", "libcublasLt.so.13"));
  EXPECT_FALSE(table().dispatches_itself("vllm", "_C.abi3.so"));
  EXPECT_TRUE(table().is_variant("bitsandbytes", "/x/libbitsandbytes_cuda130.so"));
  EXPECT_FALSE(table().is_variant("torch", "/x/libbitsandbytes_cuda130.so"));
  ASSERT_TRUE(table().build_of("torch"));
  EXPECT_FALSE(table().build_of("torch")->gpu_code);
  EXPECT_TRUE(table().build_of("vllm")->gpu_code);
  EXPECT_EQ(table().build_of("numpy"), nullptr);
}

TEST(LibraryTable, no_name_belongs_to_two_generations) {
  std::map<std::string, int> seen;
  const std::string all = text();
  for (const std::string_view line : lines(all)) {
    if (!line.starts_with("sonames = [ \"libcudart")) continue;
    for (const std::string_view part : split(line, '"')) {
      if (part.starts_with("lib")) ++seen[std::string(part)];
    }
  }
  EXPECT_GT(seen.size(), 20U);
  for (const auto& [name, count] : seen) EXPECT_EQ(count, 1) << name;
}

TEST(LibraryTable, a_mistake_in_it_is_told) {
  ASSERT_TRUE(LibraryTable::from(text(), "t.toml").ok());
  for (const auto& [from, to] :
       {std::pair("major   = 11", "major   = \"11\""), std::pair("[apart]", "[part]"),
        std::pair("[driver]\nsonames", "[driver]\nnames"), std::pair("date   =", "when   ="),
        std::pair("file     = \"*/libtorch_cuda*.so\"", "gpu_code = false"),
        std::pair("gpu_code = true", "gpu_code = 1")}) {
    const std::string changed = replaced(text(), from, to);
    ASSERT_NE(changed, text()) << from;
    const auto found = LibraryTable::from(changed, "t.toml");
    ASSERT_FALSE(found.ok()) << to;
    EXPECT_NE(found.error().what.find("t.toml"), std::string::npos) << found.error().what;
  }
}

}  // namespace
}  // namespace gb10
