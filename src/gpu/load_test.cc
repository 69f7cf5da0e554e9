#include "gpu/load.h"

#include <cmath>

#include <gtest/gtest.h>

#include "gpu/fake_cuda.h"
#include "gpu/kernels.h"
#include "gpu/load_work.h"

namespace gb10 {
namespace {

constexpr LoadKind kKinds[] = {LoadKind::fma, LoadKind::matrix_vector, LoadKind::copy};

class Load : public testing::Test {
 protected:
  Load() { fake::gpu() = {}; }
  ~Load() override { fake::gpu() = {}; }  // others of this program have the same one

  /// Whether one pass of `kind` on the fake GPU is found right.
  Result<bool> verified(LoadKind kind) const {
    const Module module = TRY(cuda_.module({}));
    const Stream stream = TRY(cuda_.stream());
    const WorkPlace place{cuda_, module, stream, 1, std::uint64_t{1} << 20U, 17};
    const auto work = TRY(make_work(place, kind));
    TRY(work->poison());
    TRY(work->enqueue());
    return work->verified();
  }

  Result<LoadResult> loaded(LoadKind kind, double seconds) const {
    return own_load(cuda_, 0, {kind, seconds, 5}, [] {
      GpuSample sample;
      sample.power = 30;
      return Result<GpuSample>(sample);
    });
  }

  Cuda cuda_{fake_cuda()};
};

TEST_F(Load, a_right_result_of_every_kind_is_verified) {
  for (const LoadKind kind : kKinds) {
    const Result<bool> right = verified(kind);
    ASSERT_TRUE(right.ok()) << right.error().what;
    EXPECT_FALSE(fake::gpu().unpoisoned) << word(kind);
    fake::gpu().fresh = true;
    EXPECT_TRUE(*right) << word(kind);
  }
}

TEST_F(Load, a_kernel_that_did_not_run_is_seen_by_the_poison) {
  fake::gpu().fault = fake::Fault::leaves_out_the_kernels;
  for (const LoadKind kind : kKinds) EXPECT_FALSE(*verified(kind)) << word(kind);
}

TEST_F(Load, the_trials_result_does_not_pass_for_the_measured_ones) {
  if (doctor_load_fatbin().empty()) GTEST_SKIP() << "built without device code";
  fake::gpu().fault = fake::Fault::works_for_the_trial;
  for (const LoadKind kind : kKinds) {
    if (GB10_TAKES_EVERY > 1 && kind != LoadKind::fma) continue;  // the others take minutes
    fake::gpu().fresh = true;
    const Result<LoadResult> load = loaded(kind, 0.2);
    ASSERT_TRUE(load.ok()) << load.error().what;
    EXPECT_FALSE(load->verified) << word(kind);
  }
}

TEST_F(Load, a_wrong_result_is_seen) {
  fake::gpu().fault = fake::Fault::forgets_a_round;
  EXPECT_FALSE(*verified(LoadKind::fma));
  fake::gpu().fault = fake::Fault::forgets_the_last_element;
  EXPECT_FALSE(*verified(LoadKind::matrix_vector));
  EXPECT_FALSE(*verified(LoadKind::copy));
}

TEST_F(Load, it_lasts_as_long_as_asked_and_is_sampled_every_half_second) {
  if (doctor_load_fatbin().empty()) GTEST_SKIP() << "built without device code";
  const Result<LoadResult> load = loaded(LoadKind::fma, 1.2);
  ASSERT_TRUE(load.ok()) << load.error().what;
  EXPECT_TRUE(load->verified);
  EXPECT_EQ(load->kind, LoadKind::fma);
  EXPECT_GT(load->rate, 1e6);
  EXPECT_GT(load->seconds, 1.0);
  ASSERT_FALSE(load->samples.empty());
  EXPECT_LE(load->samples.size(), 2U);
  EXPECT_EQ(load->samples.front().power, 30);
  EXPECT_GE(load->samples.front().seconds, 0.5);
}

TEST_F(Load, little_memory_is_refused_as_busy) {
  if (doctor_load_fatbin().empty()) GTEST_SKIP() << "built without device code";
  fake::gpu().free = std::size_t{3} << 30U;
  const Result<LoadResult> load = loaded(LoadKind::matrix_vector, 0.2);
  ASSERT_FALSE(load.ok());
  EXPECT_EQ(load.error().kind, Error::Kind::busy);
  EXPECT_EQ(load.error().what, "only 3.0 GiB of GPU memory are available, a load needs 4.0 GiB");
  EXPECT_EQ(fake::gpu().launches, 0);
}

TEST_F(Load, a_length_that_makes_no_sense_is_invalid) {
  for (const double seconds : {0.0, -1.0, 1e9, std::nan("")}) {
    EXPECT_EQ(loaded(LoadKind::fma, seconds).error().kind, Error::Kind::invalid);
  }
}

TEST_F(Load, an_error_of_cuda_has_its_name_and_number) {
  cuda::Api api = fake_cuda();
  api.cuMemAlloc_v2.function = [](cuda::Address*, std::size_t) { return 2; };
  const Cuda cuda{api};
  const Result<DeviceMemory> memory = cuda.allocate(100);
  ASSERT_FALSE(memory.ok());
  EXPECT_EQ(memory.error().what, "cuMemAlloc_v2: CUDA_ERROR_FAKE (2)");
}

TEST_F(Load, a_gpu_that_shares_the_machines_memory_counts_the_page_cache_too) {
  fake::gpu().free = 1;
  EXPECT_EQ(*available_memory(cuda_, 0), 1U);
  cuda::Api api = fake_cuda();
  api.cuDeviceGetAttribute.function = [](int* value, int, cuda::Device) {
    return *value = 1, cuda::kSuccess;
  };
  EXPECT_GT(*available_memory(Cuda{api}, 0), std::uint64_t{1} << 20U);
}

}  // namespace
}  // namespace gb10
