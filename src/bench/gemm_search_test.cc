#include "bench/gemm_search.h"

#include <gtest/gtest.h>

#include "bench/gemm_fakes.h"

namespace gb10 {
namespace {

using namespace gemm_fakes;

/// A setting of a fake algorithm: its place in the 64 bytes.
std::uint64_t& setting(Algorithm& algorithm, int which) { return algorithm.data[1 + which % 7]; }

/// Milliseconds of a product: tile 2 and stages 1 are good, custom option 1 is the fastest and
/// wrong.
int milliseconds_of(Algorithm algorithm) {
  const int saved = (setting(algorithm, kTile) == 2 ? 3 : 0) +
                    (setting(algorithm, kStages) == 1 ? 3 : 0) +
                    (setting(algorithm, kCustom) == 1 ? 2 : 0);
  return 12 - saved;
}

/// The GPU's clock, milliseconds: only products take time.
double& now() {
  static double clock = 0;
  return clock;
}

cuda::Api cuda_with_clock() {
  cuda::Api api = gemm_cuda();
  api.cuEventCreate.function = [](cuda::EventHandle* out, unsigned) {
    *out = reinterpret_cast<cuda::EventHandle>(new double(0));
    return cuda::kSuccess;
  };
  api.cuEventDestroy_v2.function = [](cuda::EventHandle event) {
    delete reinterpret_cast<double*>(event);
    return cuda::kSuccess;
  };
  api.cuEventRecord.function = [](cuda::EventHandle event, cuda::StreamHandle) {
    *reinterpret_cast<double*>(event) = now();
    return cuda::kSuccess;
  };
  api.cuEventSynchronize.function = [](cuda::EventHandle) { return cuda::kSuccess; };
  api.cuEventElapsedTime.function = [](float* out, cuda::EventHandle begin, cuda::EventHandle end) {
    *out = static_cast<float>(*reinterpret_cast<double*>(end) - *reinterpret_cast<double*>(begin));
    return cuda::kSuccess;
  };
  return api;
}

Api searchable() {
  Api api = fake_light();
  static auto* const plain = api.cublasLtMatmul.function;
  api.cublasLtMatmul.function = [](Handle handle, MatmulHandle form, const void* alpha,
                                   const void* a, LayoutHandle la, const void* b, LayoutHandle lb,
                                   const void* beta, const void* c, LayoutHandle lc, void* d,
                                   LayoutHandle ld, const Algorithm* algorithm, void* workspace,
                                   std::size_t bytes, cuda::StreamHandle stream) {
    Algorithm with = *algorithm;
    now() += milliseconds_of(with);
    with.data[0] = setting(with, kCustom) == 1 ? 99 : 0;  // the rank that gives wrong results
    return plain(handle, form, alpha, a, la, b, lb, beta, c, lc, d, ld, &with, workspace, bytes,
                 stream);
  };
  api.cublasLtMatmulAlgoGetIds.function = [](Handle, int, int, int, int, int, int, int, int* ids,
                                             int* found) {
    return ids[0] = 7, *found = 1, kSuccess;
  };
  api.cublasLtMatmulAlgoInit.function = [](Handle, int, int, int, int, int, int, int id,
                                           Algorithm* out) {
    return *out = {{static_cast<std::uint64_t>(id)}}, kSuccess;
  };
  api.cublasLtMatmulAlgoCheck.function = [](Handle, MatmulHandle, LayoutHandle, LayoutHandle,
                                            LayoutHandle, LayoutHandle, const Algorithm* algorithm,
                                            Proposal* out) {
    Algorithm with = *algorithm;
    *out = {*algorithm, 0, kSuccess, 1, {}};
    return setting(with, kCluster) == 5 ? kNotSupported : kSuccess;
  };
  api.cublasLtMatmulAlgoCapGetAttribute.function = [](const Algorithm*, int which, void* out,
                                                      std::size_t, std::size_t* written) {
    const std::uint32_t list[] = {0, 1, 2};
    const bool is_list = which == kTiles || which == kAllStages;
    *written = is_list ? sizeof list : sizeof list[0];
    std::memcpy(out, is_list ? &list[0] : &list[1], *written);
    return kSuccess;
  };
  api.cublasLtMatmulAlgoConfigSetAttribute.function = [](Algorithm* algorithm, int which,
                                                         const void* value, std::size_t size) {
    std::uint64_t number = 0;
    std::memcpy(&number, value, size);
    return setting(*algorithm, which) = number, kSuccess;
  };
  return api;
}

class GemmSearches : public testing::Test {
 protected:
  GemmSearches() {
    light() = {};
    light().wrong = 99;
    fake::gpu().total = fake::gpu().free = std::size_t{8} << 30U;
  }
  Result<GemmSearch> search(const SearchLimits& limits) {
    const std::unique_ptr<Gemm> gemm =
        TRY(Gemm::make({cuda_, 0, module_, stream_, library_},
                       {gemm_type("fp32"), 32, 32, 32, GemmData::random, 3}));
    const std::vector<GemmCandidate> from = {{{{0}}, 0, 0, 0.012}};
    return searched(*gemm, from, limits);
  }

  Cuda cuda_{cuda_with_clock()};
  Module module_{cuda_.api(), nullptr};
  Stream stream_ = *cuda_.stream();
  CublasLt library_ = *CublasLt::make(searchable());
};

TEST_F(GemmSearches, go_from_better_to_better_and_leave_out_what_is_wrong) {
  const auto found = search({.seconds = 60, .tries = 1});
  ASSERT_TRUE(found.ok()) << found.error().what;
  Algorithm best = found->best.algorithm;
  EXPECT_EQ(setting(best, kTile), 2U);
  EXPECT_EQ(setting(best, kStages), 1U);
  EXPECT_NE(setting(best, kCustom), 1U);
  EXPECT_GE(found->wrong, 1);
  EXPECT_EQ(found->best.rank, -1);
}

TEST_F(GemmSearches, end_when_they_must_with_the_best_so_far) {
  int asked = 0;
  const auto found = search({.seconds = 60, .tries = 1, .goes_on = [&] { return ++asked < 5; }});
  ASSERT_TRUE(found.ok()) << found.error().what;
  EXPECT_LT(found->tried, 5);
  EXPECT_GT(found->best.seconds, 0);
}

}  // namespace
}  // namespace gb10
