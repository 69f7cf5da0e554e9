#include "cli/doctor_options.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

Facts without_gpu() {
  Facts facts;
  facts.set("gpu.count", std::int64_t{0}, "NVML");
  return facts;
}

TEST(Untested, says_why_no_load_ran_where_there_is_no_gpu) {
  DoctorOptions wanted;
  EXPECT_FALSE(untested(wanted, without_gpu()));
  wanted.load = true;
  const auto load = untested(wanted, without_gpu());
  ASSERT_TRUE(load);
  EXPECT_EQ(load->reason, "no load ran: no NVIDIA GPU was found");
  EXPECT_EQ(load->area, Area::gpu);
  Facts facts = without_gpu();
  facts.set("gpu[0].name", std::string("a GPU"), "NVML");
  EXPECT_FALSE(untested(wanted, facts));
}

TEST(Untested, says_why_nothing_was_watched) {
  DoctorOptions wanted;
  wanted.watch = std::chrono::seconds(60);
  Facts facts;
  facts.unknown("gpu.count", {Error::Kind::timeout, "the driver did not answer within 5 s"},
                "NVML");
  const auto watch = untested(wanted, facts);
  ASSERT_TRUE(watch);
  EXPECT_EQ(watch->reason, "nothing was watched: the driver did not answer within 5 s");
}

}  // namespace
}  // namespace gb10
