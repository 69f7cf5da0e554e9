#include "launch/build_jobs.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

constexpr double kGiB = 1 << 30;

TEST(BuildJobs, are_as_many_as_the_memory_holds) {
  EXPECT_EQ(build_jobs({110 * kGiB, 20, 8 * kGiB, 8 * kGiB, 0}).jobs, 12);
  EXPECT_EQ(build_jobs({8 * kGiB + 16 * kGiB, 20, 8 * kGiB, 8 * kGiB, 0}).jobs, 2);
  EXPECT_EQ(build_jobs({8 * kGiB + 16 * kGiB - 1, 20, 8 * kGiB, 8 * kGiB, 0}).jobs, 1);
}

TEST(BuildJobs, are_no_more_than_the_cores) {
  EXPECT_EQ(build_jobs({110 * kGiB, 20, kGiB, 8 * kGiB, 0}).jobs, 20);
  EXPECT_EQ(build_jobs({110 * kGiB, 0, kGiB, 8 * kGiB, 0}).jobs, 1);
  EXPECT_EQ(build_jobs({110 * kGiB, 20, 0, 8 * kGiB, 0}).jobs, 20);
}

TEST(BuildJobs, are_one_at_least_and_say_when_that_may_not_fit) {
  const BuildJobs jobs = build_jobs({4 * kGiB, 20, 8 * kGiB, 8 * kGiB, 90 * kGiB});
  EXPECT_EQ(jobs.jobs, 1);
  EXPECT_FALSE(jobs.fits);
  EXPECT_EQ(jobs.reason,
            "1 of 20 cores: 4.0 GiB available, 8.0 GiB for each, 8.0 GiB kept free; models hold "
            "90.0 GiB, and fewer of them mean more jobs; even one may run out of memory");
}

}  // namespace
}  // namespace gb10
