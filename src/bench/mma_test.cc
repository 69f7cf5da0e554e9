#include "bench/mma.h"

#include <gtest/gtest.h>

#include <set>

#include "bench/mma_factors.h"
#include "bench/mma_fakes.h"

namespace gb10 {
namespace {

using fake_mma::Fault;

std::string name_of(const MmaKernel& kernel) {
  return std::string(kernel.type->name) + " by " + kernel.path;
}

class Mma : public testing::Test {
 protected:
  void SetUp() override { fake_mma::state() = {}; }
  void TearDown() override { fake_mma::state() = {}; }

  /// A kernel with some launches behind it, looked at.
  Result<MmaCheck> checked(const MmaKernel& kernel, Fault later = Fault::none) {
    const Stream stream = TRY(cuda_.stream());
    const Module module = TRY(cuda_.module({}));
    const auto run = TRY(MmaRun::make({cuda_, module, stream, 1}, kernel, 4711));
    const Probe probe = run->probe();
    EXPECT_GT(probe.work, 0);
    fake_mma::state().fault = later;
    TRY(probe.enqueue());
    fake_mma::state().fault = Fault::none;
    TRY(probe.enqueue());
    return run->check();
  }

  Cuda cuda_{fake_mma::api()};
};

TEST_F(Mma, every_kernel_finds_in_each_place_what_the_layouts_of_ptx_put_there) {
  for (std::size_t i = 0; i < mma_kernels().size(); i += GB10_TAKES_EVERY) {
    const MmaKernel& kernel = mma_kernels()[i];
    const auto found = checked(kernel);
    ASSERT_TRUE(found.ok()) << name_of(kernel) << ": " << found.error().what;
    EXPECT_EQ(found->wrong, 0) << name_of(kernel);
    EXPECT_GT(found->checked, kernel.threads()) << name_of(kernel);
    EXPECT_EQ(found->blocks, 2) << name_of(kernel);
    EXPECT_DOUBLE_EQ(found->per_clock, kernel.flop() / 1000) << name_of(kernel);
  }
}

TEST_F(Mma, a_step_or_a_round_that_one_launch_left_out_stays_seen) {
  const MmaKernel& kernel = mma_kernels()[0];
  for (const Fault fault :
       {Fault::forgets_a_step, Fault::forgets_a_round, Fault::swaps_two_lanes}) {
    const auto found = checked(kernel, fault);
    ASSERT_TRUE(found.ok());
    // The last launch was right: only the chains can tell.
    EXPECT_GT(found->wrong, 0) << static_cast<int>(fault);
    EXPECT_LE(found->wrong, kernel.threads());
  }
  const auto lost = checked(kernel, Fault::loses_a_block);
  ASSERT_TRUE(lost.ok());
  EXPECT_EQ(lost->blocks, -1);
}

TEST_F(Mma, what_the_code_lacks_is_refused_by_name) {
  fake_mma::state().has_no_kernels = true;
  const auto found = checked(mma_kernels()[0]);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().kind, Error::Kind::unsupported);
  EXPECT_NE(found.error().what.find("mma_fp64"), std::string::npos);
}

TEST(MmaProblem, other_seeds_give_other_data_and_the_same_seed_the_same) {
  for (const MmaKernel& kernel : mma_kernels()) {
    if (kernel.is_wgmma()) continue;
    const auto one = MmaProblem::make(kernel, 1), again = MmaProblem::make(kernel, 1);
    EXPECT_EQ(one.operands(), again.operands());
    EXPECT_NE(one.operands(), MmaProblem::make(kernel, 2).operands());
    EXPECT_NE(one.sums(0, 0), one.sums(1, 0)) << name_of(kernel);
    EXPECT_EQ(one.steps() % 4, 0);
    EXPECT_GE(one.steps(), 4) << name_of(kernel);
  }
}

TEST(MmaProblem, a_chain_of_rounds_is_what_it_is_one_by_one) {
  const MmaProblem problem = MmaProblem::make(mma_kernels()[0], 1);
  const std::uint32_t digest = problem.chain(0, 3, 1);
  std::uint32_t chain = 0;
  for (std::uint64_t rounds = 1; rounds < 40; ++rounds) {
    chain = chain * 0x01000193U + digest;
    EXPECT_EQ(problem.chain(0, 3, rounds), chain) << rounds;
  }
}

TEST(MmaPlaces, cover_the_result_once) {
  for (const MmaKernel& kernel : mma_kernels()) {
    std::set<std::pair<int, int>> seen;
    for (int thread = 0; thread < kernel.threads_of_set(); ++thread) {
      for (int value = 0; value < kernel.values(); ++value) {
        const MmaPlace at = place_of(kernel, thread, value);
        EXPECT_TRUE(seen.emplace(at.row, at.column).second);
        EXPECT_TRUE(at.row < kernel.rows() && at.column < kernel.columns());
      }
    }
    EXPECT_EQ(static_cast<int>(seen.size()), kernel.rows() * kernel.columns());
  }
}

TEST(MmaTypes, are_named_once_and_have_a_kernel_each) {
  std::set<std::string> names;
  for (const MmaKernel& kernel : mma_kernels()) {
    ASSERT_NE(kernel.type, nullptr) << kernel.function;
    EXPECT_TRUE(names.insert(name_of(kernel)).second) << name_of(kernel);
  }
  for (const MmaType& type : mma_types()) {
    EXPECT_TRUE(std::any_of(mma_kernels().begin(), mma_kernels().end(), [&](const MmaKernel& each) {
      return each.type == &type;
    })) << type.name;
  }
}

TEST(MmaNumbers, have_the_bits_of_their_format) {
  EXPECT_EQ(encoded(MmaFormat::fp16, 8), 0x3c00U);  // 8 / 8
  EXPECT_EQ(encoded(MmaFormat::bf16, -8), 0xbf80U);
  EXPECT_EQ(encoded(MmaFormat::e4m3, 2), 0x38U);  // 2 / 2
  EXPECT_EQ(encoded(MmaFormat::e5m2, 3), 0x3eU);
  EXPECT_EQ(encoded(MmaFormat::int8, -1), 0xffU);
  EXPECT_EQ(encoded(MmaFormat::e2m1, 1), 0x1U);  // 0.5, below what is normal
  EXPECT_EQ(encoded(MmaFormat::e2m1_of_byte, 2), 0x2U << 2U);
  EXPECT_EQ(encoded(MmaFormat::e3m2_of_byte, 4), 0x0cU);
  EXPECT_EQ(half_of(-2), 0xc000U);
}

}  // namespace
}  // namespace gb10
