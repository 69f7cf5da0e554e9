// What only a machine with an NVIDIA GPU can show: that it makes the same small numbers and scales
// as the CPU. The products that follow are not needed for it, nor a library that has them.

#include <gtest/gtest.h>

#include "bench/quantise.h"
#include "bench/real_gpu.h"

namespace gb10 {
namespace {

TEST(QuantiseOnGpu, makes_the_bytes_that_the_cpu_makes) {
  const auto gpu = real_gpu();
  if (!gpu) GTEST_SKIP() << "no NVIDIA GPU on this machine, or no device code";
  gemm_fakes::light() = {};
  for (const char* const type : {"fp8-e4m3", "fp8-e5m2", "mxfp8", "nvfp4"}) {
    for (const GemmData data : {GemmData::random, GemmData::integers, GemmData::zeros}) {
      const GemmWish wish{gemm_type(type), 640, 256, 1024, data, 11};
      const auto gemm = Gemm::make(gpu->place(), wish);
      ASSERT_TRUE(gemm.ok()) << type << ": " << gemm.error().what;
      const auto quantiser = Quantiser::make(gpu->place(), **gemm);
      ASSERT_TRUE(quantiser.ok()) << type << ": " << quantiser.error().what;
      const auto check = quantiser->checked();
      ASSERT_TRUE(check.ok()) << type << ": " << check.error().what;
      EXPECT_GT(check->checked, 64 * 500) << type;
      EXPECT_EQ(check->wrong, 0) << type << " " << word(data);
    }
  }
}

}  // namespace
}  // namespace gb10
