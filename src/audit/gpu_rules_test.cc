#include "audit/gpu_rules.h"

#include <gtest/gtest.h>

#include "base/embedded.h"
#include "base/text.h"

namespace gb10 {
namespace {

std::string table() { return std::string(*embedded("audit/gpu-code.toml")); }

TEST(GpuRules, know_families_and_do_not_guess_those_they_do_not_know) {
  const auto rules = GpuRules::built_in();
  ASSERT_TRUE(rules.ok()) << rules.error().what;
  EXPECT_EQ(rules->is_in_family(120, 121), true);
  EXPECT_EQ(rules->is_in_family(121, 120), false);
  EXPECT_EQ(rules->is_in_family(100, 120), false);
  EXPECT_EQ(rules->is_in_family(130, 130), std::nullopt);
  EXPECT_TRUE(rules->is_tegra(110));
  EXPECT_FALSE(rules->is_tegra(121));
}

TEST(GpuRules, know_which_cuda_takes_which_ptx) {
  const auto rules = *GpuRules::built_in();
  EXPECT_EQ(rules.cuda_of_ptx(8, 6), (CudaVersion{12, 7}));
  EXPECT_EQ(rules.cuda_of_ptx(9, 7), (CudaVersion{13, 7}));
  EXPECT_EQ(rules.cuda_of_ptx(7, 8), (CudaVersion{11, 8}));
  EXPECT_EQ(rules.cuda_of_ptx(10, 0), std::nullopt);
  EXPECT_EQ(rules.cuda_of_ptx(0, 0), std::nullopt);
  EXPECT_EQ(rules.driver_of({12, 7}), "570.26");
  EXPECT_EQ(rules.driver_of({14, 0}), "");
  EXPECT_EQ(rules.cuda_of_driver(""), std::nullopt);
  EXPECT_EQ(rules.driver_floor(12), 525);
  EXPECT_EQ(rules.driver_floor(14), 0);
}

TEST(GpuRules, a_mistake_in_the_table_is_told) {
  ASSERT_TRUE(GpuRules::from(table(), "t.toml").ok());
  for (const auto& [from, to] :
       {std::pair("arch    = 100\nruns_on = [ 100, 103 ]", "arch    = \"100\"\nruns_on = [ 100 ]"),
        std::pair("runs_on = [ 100, 103 ]", "runs_on = [ 100, 'a' ]"),
        std::pair("version = \"8.0\"", "version = \"8\""), std::pair("[tegra]", "[tegras]"),
        std::pair("branch = 450", "branches = 450"), std::pair("source = ", "sources = ")}) {
    const std::string text = replaced(table(), from, to);
    ASSERT_NE(text, table()) << from;
    const auto found = GpuRules::from(text, "t.toml");
    ASSERT_FALSE(found.ok()) << to;
    EXPECT_NE(found.error().what.find("t.toml"), std::string::npos) << found.error().what;
  }
}

}  // namespace
}  // namespace gb10
