#include "bench/gates.h"

#include <limits>

#include <gtest/gtest.h>

#include "bench/import_samples.h"

namespace gb10 {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kEndless = std::numeric_limits<double>::infinity();

TEST(Gates, know_the_dense_peaks_of_a_gb10) {
  const GpuCeilings gb10 = import_samples::gb10_ceilings();
  const auto tera = [&](const char* format) {
    return *dense_peak(gb10, format, gb10.clock) / 1e12;
  };
  EXPECT_NEAR(tera("bf16"), 118.85, 0.01);
  EXPECT_NEAR(tera("fp16"), 118.85, 0.01);
  EXPECT_NEAR(tera("fp8"), 237.70, 0.01);
  EXPECT_NEAR(tera("fp8-e4m3"), 237.70, 0.01);
  EXPECT_NEAR(tera("nvfp4"), 475.40, 0.01);
  EXPECT_NEAR(tera("tf32"), 59.42, 0.01);
  EXPECT_NEAR(tera("fp64"), 0.464, 0.001);
  EXPECT_EQ(dense_peak(gb10, "fp7", gb10.clock), std::nullopt);
  EXPECT_EQ(dense_peak(gb10, "fp80", gb10.clock), std::nullopt);
  EXPECT_EQ(dense_peak(GpuCeilings{.gpu = "x"}, "bf16", 2e9), std::nullopt);
}

TEST(Gates, let_pass_what_the_machine_can_do) {
  const GpuCeilings gb10 = import_samples::gb10_ceilings();
  EXPECT_FALSE(bandwidth_over_ceiling("read", 273e9, gb10));
  EXPECT_FALSE(compute_over_peak({"x", "bf16", 118.8e12}, gb10));
  EXPECT_FALSE(compute_over_peak({"x", "bf16", 125e12, 2.6e9}, gb10));
  EXPECT_FALSE(decode_over_bandwidth({14, 16e9}, 234e9));
  EXPECT_FALSE(peak_below_average(50, 50));
  EXPECT_FALSE(sums_disagree("x", 100, 98.1));
  EXPECT_FALSE(sums_disagree("x", 0, 0));
  EXPECT_FALSE(percentiles_out_of_order("x", {{99, 3}, {50, 1}, {90, 2}, {50, 1}}));
  EXPECT_FALSE(failed_requests(0, 10));
  EXPECT_FALSE(tpot_itl(0.1, 0.05));
  EXPECT_FALSE(n_too_small("x", std::vector<double>(10, 1.0)));
  EXPECT_FALSE(wide_spread("x", 100, 20));
  EXPECT_FALSE(negative_figure("x", 0));
}

TEST(Gates, refuse_what_the_machine_cannot_do) {
  const GpuCeilings gb10 = import_samples::gb10_ceilings();
  const auto copy = bandwidth_over_ceiling("a read", 287e9, gb10);
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->reason, "bandwidth-over-ceiling");
  EXPECT_EQ(copy->says,
            "a read: 287 GB/s is more than the 273 GB/s that the memory of a GB10 can move; the "
            "buffer was in a cache, or bytes were counted twice");
  const auto gemm = compute_over_peak({"x", "fp8", 1139e12}, gb10);
  ASSERT_TRUE(gemm);
  EXPECT_EQ(gemm->reason, "compute-over-peak");
  EXPECT_NE(
      gemm->says.find("237.7 TFLOP/s, the dense fp8 peak of 48 SMs at 2.418 GHz (the default, "
                      "no clock was given)"),
      std::string::npos);
  EXPECT_TRUE(compute_over_peak({"x", "bf16", 118.8e12, 2.1e9}, gb10));
  // BF16 weights of 8 billion parameters at 25.1 tokens/s.
  const auto decode = decode_over_bandwidth({25.1, 16.8e9}, 273e9);
  ASSERT_TRUE(decode);
  EXPECT_NE(decode->says.find("need 421.7 GB/s"), std::string::npos);
  EXPECT_FALSE(decode_over_bandwidth({25.1, 16.8e9, 2}, 273e9));
}

TEST(Gates, refuse_numbers_that_contradict_each_other) {
  EXPECT_EQ(peak_below_average(153, 329.3)->reason, "peak-below-average");
  EXPECT_EQ(sums_disagree("x", 100, 97.9)->reason, "sums-disagree");
  EXPECT_EQ(percentiles_out_of_order("x", {{50, 2}, {90, 1}})->says, "x: p50 is 2, p90 only 1");
  EXPECT_EQ(failed_requests(1, 199)->says,
            "1 of 200 requests failed; times and rates are those of the others");
  EXPECT_EQ(tpot_itl(0.060, 0.0228)->reason, "tpot-itl");
  EXPECT_EQ(tpot_itl(0.0228, 0.060)->reason, "tpot-itl");
  EXPECT_EQ(n_too_small("x", std::vector<double>{3, 1, 2})->says,
            "x: n = 3 is too small for an interval; median 2, from 1 to 3");
  EXPECT_EQ(wide_spread("x", 5656, 2666)->reason, "wide-spread");
  EXPECT_EQ(negative_figure("x", -1)->reason, "negative-figure");
}

TEST(Gates, say_nothing_of_what_is_not_known) {
  const GpuCeilings gb10 = import_samples::gb10_ceilings();
  for (const double none : {kNone, kEndless, -kEndless}) {
    EXPECT_FALSE(bandwidth_over_ceiling("x", none, gb10));
    EXPECT_FALSE(compute_over_peak({"x", "bf16", none}, gb10));
    EXPECT_FALSE(compute_over_peak({"x", "bf16", 1e15, kNone}, GpuCeilings{.gpu = "y"}));
    EXPECT_FALSE(decode_over_bandwidth({none, 1e9}, 273e9));
    EXPECT_FALSE(decode_over_bandwidth({1e9, none}, 273e9));
    EXPECT_FALSE(peak_below_average(none, 5) || peak_below_average(5, none));
    EXPECT_FALSE(sums_disagree("x", none, 5) || sums_disagree("x", 5, none));
    EXPECT_FALSE(percentiles_out_of_order("x", {{50, none}, {90, 1}, {99, none}}));
    EXPECT_FALSE(failed_requests(none, 5));
    EXPECT_FALSE(tpot_itl(none, 1) || tpot_itl(1, none) || tpot_itl(0, 1) || tpot_itl(1, 0));
    EXPECT_FALSE(n_too_small("x", std::vector<double>{none}));
    EXPECT_FALSE(wide_spread("x", none, 1) || wide_spread("x", 1, none));
    EXPECT_FALSE(negative_figure("x", none));
  }
  EXPECT_FALSE(decode_over_bandwidth({1e9, {}}, 273e9));
  EXPECT_FALSE(n_too_small("x", {}));
  EXPECT_FALSE(bandwidth_over_ceiling("x", 1e15, GpuCeilings{.gpu = "y"}));
}

}  // namespace
}  // namespace gb10
