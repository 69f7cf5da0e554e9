#include "report/quick.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

TEST(QuickText, says_what_is_wrong_before_what_is_not_known) {
  const std::vector<QuickPart> parts = {
      {"gemm", "throttled", "unreported power state", "shut down"},
      {"memory", "healthy", "231 GB/s"},
      {"storage", "cannot tell", "vda is no NVMe disk"}};
  EXPECT_EQ(quick_text(parts),
            "not as it should be: gemm is throttled\n"
            "  gemm      throttled    unreported power state\n"
            "                         do: shut down\n"
            "  memory    healthy      231 GB/s\n"
            "  storage   cannot tell  vda is no NVMe disk\n");
  EXPECT_FALSE(is_as_it_should_be(parts));
}

TEST(QuickText, calls_healthy_only_what_is_so_in_all_parts) {
  std::vector<QuickPart> parts = {{"gemm", "healthy", "a"}, {"memory", "healthy", "b"}};
  EXPECT_TRUE(quick_text(parts).starts_with("healthy: "));
  parts.push_back({"storage", "cannot tell", "c"});
  EXPECT_TRUE(quick_text(parts).starts_with("cannot tell: of storage\n"));
  EXPECT_TRUE(is_as_it_should_be(parts));
}

TEST(QuickJson, has_each_part_with_its_run) {
  RunRecord record;
  record.id = "x";
  const Json json = to_json({{"gemm", "healthy", "a", "", record}, {"memory", "slow", "b"}});
  const Json* const parts = json.find("parts");
  ASSERT_TRUE(parts && parts->as_array());
  ASSERT_EQ(parts->as_array()->size(), 2U);
  EXPECT_NE(parts->as_array()->at(0).find("run"), nullptr);
  EXPECT_EQ(parts->as_array()->at(1).find("run"), nullptr);
  EXPECT_EQ(json.text("verdict"), "not as it should be: memory is slow");
}

}  // namespace
}  // namespace gb10
