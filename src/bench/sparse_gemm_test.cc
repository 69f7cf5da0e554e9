#include "bench/sparse_gemm.h"

#include <gtest/gtest.h>

#include "bench/gemm_turns.h"
#include "bench/prune.h"
#include "bench/sparse_fakes.h"

namespace gb10 {
namespace {

using sparse_fakes::SparseFault;

class SparseOnFakes : public testing::Test {
 protected:
  SparseOnFakes() {
    gemm_fakes::light() = {};
    gemm_fakes::light().computes = sparse_fakes::multiply_bytes;
    sparse_fakes::library() = {};
    fake::gpu().total = fake::gpu().free = std::size_t{8} << 30U;
    wish_.type = gemm_type("int8");
    wish_.m = 64, wish_.n = 48, wish_.k = 32;
    wish_.is_pruned = true;
  }

  GemmPlace place() { return {cuda_, 0, module_, stream_, dense_}; }
  /// A product through the fake library, and how its results came out.
  Result<GemmCheck> checked_with(SparseFault fault) {
    sparse_fakes::library().fault = fault;
    const CusparseLt library = TRY(CusparseLt::make(sparse_fakes::fake_sparse()));
    const std::unique_ptr<Gemm> gemm = TRY(Gemm::make(place(), wish_));
    const std::unique_ptr<SparseGemm> sparse = TRY(SparseGemm::make(place(), library, *gemm));
    notes_ = sparse->notes();
    return sparse->checked();
  }

  GemmWish wish_;
  std::vector<std::string> notes_;
  Cuda cuda_{sparse_fakes::sparse_cuda()};
  Module module_{cuda_.api(), nullptr};
  Stream stream_ = *cuda_.stream();
  CublasLt dense_ = *CublasLt::make(gemm_fakes::fake_light());
};

TEST_F(SparseOnFakes, is_right_and_gives_back_what_it_held) {
  const auto check = checked_with(SparseFault::none);
  ASSERT_TRUE(check.ok()) << check.error().what;
  EXPECT_EQ(check->checked, 64 * 48);
  EXPECT_EQ(check->wrong, 0);
  EXPECT_EQ(sparse_fakes::library().searches, 1);
  EXPECT_EQ(sparse_fakes::library().chosen, 0);
  EXPECT_EQ(sparse_fakes::library().held, 0);
  EXPECT_TRUE(notes_.empty());
}

TEST_F(SparseOnFakes, shows_a_library_that_ignores_where_the_numbers_were) {
  const auto check = checked_with(SparseFault::ignores_metadata);
  ASSERT_TRUE(check.ok()) << check.error().what;
  EXPECT_GT(check->wrong, 3000);
}

TEST_F(SparseOnFakes, gives_the_librarys_own_reason_for_a_refusal) {
  const auto check = checked_with(SparseFault::refuses);
  ASSERT_FALSE(check.ok());
  EXPECT_EQ(check.error().kind, Error::Kind::unsupported);
  EXPECT_NE(check.error().what.find("cusparseLtMatmulDescriptorInit: not supported here (10)"),
            std::string::npos)
      << check.error().what;
  EXPECT_EQ(sparse_fakes::library().held, 0);
}

TEST_F(SparseOnFakes, does_not_compress_what_is_not_pruned) {
  const auto check = checked_with(SparseFault::finds_it_unpruned);
  ASSERT_FALSE(check.ok());
  EXPECT_EQ(check.error().kind, Error::Kind::failed);
  EXPECT_EQ(sparse_fakes::library().products, 0);
}

TEST_F(SparseOnFakes, tries_each_configuration_where_the_search_fails_and_says_so) {
  const auto check = checked_with(SparseFault::cannot_search);
  ASSERT_TRUE(check.ok()) << check.error().what;
  EXPECT_TRUE(check->passed());
  EXPECT_EQ(sparse_fakes::library().chosen, 3 + 1);  // and the fastest again
  EXPECT_EQ(sparse_fakes::library().held, 0);
  ASSERT_EQ(notes_.size(), 1U);
  EXPECT_NE(notes_[0].find("one by one"), std::string::npos);
}

TEST_F(SparseOnFakes, leaves_out_what_the_search_found_where_that_is_wrong_and_says_so) {
  const auto check = checked_with(SparseFault::finds_a_wrong_one);
  ASSERT_TRUE(check.ok()) << check.error().what;
  EXPECT_TRUE(check->passed());
  ASSERT_EQ(notes_.size(), 1U);
  EXPECT_NE(notes_[0].find("gives wrong results"), std::string::npos);
}

TEST_F(SparseOnFakes, is_refused_by_a_version_that_is_not_known) {
  sparse_fakes::library().minor = 11;
  const auto check = checked_with(SparseFault::none);
  ASSERT_FALSE(check.ok());
  EXPECT_EQ(check.error().kind, Error::Kind::unsupported);
  EXPECT_EQ(check.error().what, "cuSPARSELt 0.11 is not known to this gb10");
}

TEST_F(SparseOnFakes, takes_turns_with_the_dense_product_of_the_same_matrices) {
  const auto library = CusparseLt::make(sparse_fakes::fake_sparse());
  ASSERT_TRUE(library.ok());
  const auto gemm = Gemm::make(place(), wish_);
  ASSERT_TRUE(gemm.ok()) << gemm.error().what;
  const auto sparse = SparseGemm::make(place(), *library, **gemm);
  ASSERT_TRUE(sparse.ok()) << sparse.error().what;
  std::vector<GemmSide> sides = {side_of(place(), **gemm, GemmCandidate{}),
                                 side_of(place(), **sparse, **gemm)};
  sparse_fakes::library().products = gemm_fakes::light().products = 0;
  ProbeMeasure measure{.blocks = 6, .block_seconds = 0.002, .warm_seconds = 0};
  measure.sample = [] { return GpuSample{0, {}, 2e9, 90.0, 70.0, std::uint64_t{0}}; };
  const auto done = take_turns(sides, measure);
  ASSERT_TRUE(done.ok()) << done.error().what;
  EXPECT_GT(sparse_fakes::library().products, 1);
  EXPECT_GT(gemm_fakes::light().products, 1);
  for (const GemmSide& side : sides) {
    EXPECT_TRUE(side.run.before.passed());
    EXPECT_TRUE(side.run.after.passed());
    EXPECT_EQ(side.run.batches.size(), 6U);
    EXPECT_TRUE(side.run.wish.is_pruned);
  }
  EXPECT_FALSE(sides[0].run.is_sparse);
  EXPECT_TRUE(sides[1].run.is_sparse);
  EXPECT_EQ(sides[1].run.bytes_of_a, 64U * 32 * 3 / 4);
}

GpuReference made_up_gpu() {
  GpuReference out;
  out.state = GpuStateReference{{1e9, 3e9}, {50, 100}, 0.5e9, 30, {}, {}, {}};
  GemmReference type;
  type.type = "int8";
  type.flop_per_clock = 1000;
  type.healthy = std::pair<double, double>{1e12, 2e12};
  out.types.push_back(type);
  return out;
}

/// A run at 2 GHz whose dense ceiling is 20 TFLOP/s.
GemmRun run_at(double rate, bool is_sparse, const GemmWish& wish) {
  GemmRun out;
  out.wish = wish;
  out.wish.m = out.wish.n = out.wish.k = 8192;
  out.is_sparse = is_sparse;
  out.processors = 10;
  out.flop_of_batch = rate;
  out.before = out.after = {4096, 0, 0};
  for (int second = 1; second <= 20; ++second) {
    out.batches.push_back({static_cast<double>(second), 1});
    out.samples.push_back({static_cast<double>(second), {}, 2e9, 90.0, 70.0, std::uint64_t{0}});
  }
  return out;
}

TEST_F(SparseOnFakes, may_reach_twice_the_dense_peak_and_no_more) {
  const GpuReference gpu = made_up_gpu();
  const auto verdict = [&](double rate, bool is_sparse) {
    const GemmRun run = run_at(rate, is_sparse, wish_);
    return verdict_of(run, summary_of(run, &gpu), &gpu);
  };
  EXPECT_EQ(verdict(19e12, false).reason, "other-shape");  // half of its A is 0
  EXPECT_EQ(verdict(25e12, false).reason, "over-the-ceiling");
  EXPECT_EQ(verdict(25e12, true).verdict, "cannot tell");
  EXPECT_EQ(verdict(25e12, true).says, "no 2:4 int8 figures of good units are known");
  EXPECT_EQ(verdict(42e12, true).verdict, "invalid");
  EXPECT_EQ(verdict(42e12, true).reason, "over-the-ceiling");
}

TEST_F(SparseOnFakes, is_of_few_types_and_one_layout) {
  int found = 0;
  for (const GemmType& type : gemm_types()) found += has_sparse_form(type) ? 1 : 0;
  EXPECT_EQ(found, 4);
  wish_.layout = GemmLayout::nn;
  EXPECT_EQ(Gemm::make(place(), wish_).error().kind, Error::Kind::unsupported);
}

}  // namespace
}  // namespace gb10
