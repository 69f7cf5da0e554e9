#include "audit/target.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

GpuRules rules() { return *GpuRules::built_in(); }

AuditTarget here() {
  AuditTarget out;
  out.title = "this machine";
  out.machine = "x86_64";
  out.glibc = "2.36";
  out.system_is_seen = true;
  return out;
}

TEST(CapabilityNumber, is_two_or_three_digits_with_or_without_a_point) {
  EXPECT_EQ(capability_number("9.0"), 90);
  EXPECT_EQ(capability_number("12.1"), 121);
  EXPECT_EQ(capability_number("121"), 121);
  for (const char* const text : {"", "9", "-90", "+90", "90a", "1210", "49", "x", " 90"})
    EXPECT_FALSE(capability_number(text)) << text;
}

TEST(NamedTarget, gb10_is_the_documented_machine_whatever_is_here) {
  const auto found = named_target("gb10", "", rules(), here());
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->gpu.arch, 121);
  EXPECT_EQ(found->machine, "aarch64");
  EXPECT_EQ(found->glibc, "2.39");
  EXPECT_EQ(found->cuda, 13);
  EXPECT_FALSE(found->system_is_seen);
  EXPECT_EQ(found->title, "NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented");
  const auto newer = named_target("gb10", "610", rules(), here());
  EXPECT_EQ(newer->gpu.driver_cuda, (CudaVersion{13, 3}));
}

TEST(NamedTarget, a_gpu_is_that_gpu_on_this_machine) {
  const auto found = named_target("sm_90", "570.26", rules(), here());
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->gpu.arch, 90);
  EXPECT_EQ(found->machine, "x86_64");
  EXPECT_TRUE(found->system_is_seen);
  EXPECT_EQ(found->cuda, 12);
  EXPECT_EQ(found->title, "a GPU of compute capability 9.0, driver 570.26 (CUDA 12.8), x86_64");
}

TEST(NamedTarget, without_a_word_is_here_with_the_driver_that_is_named) {
  EXPECT_EQ(named_target("", "", rules(), here())->title, "this machine");
  EXPECT_EQ(named_target("", "580", rules(), here())->cuda, 13);
}

TEST(NamedTarget, nonsense_is_refused_with_what_there_is) {
  const auto wrong = named_target("gb1O", "", rules(), here());
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().kind, Error::Kind::invalid);
  EXPECT_NE(wrong.error().hint.find("gb10"), std::string::npos);
  for (const char* const word : {"sm_", "sm_9", "sm_90a", "90", "h100"})
    EXPECT_FALSE(named_target(word, "", rules(), here()).ok()) << word;
  for (const char* const driver : {"new", "300", "-580", "999"})
    EXPECT_FALSE(named_target("gb10", driver, rules(), here()).ok()) << driver;
}

}  // namespace
}  // namespace gb10
