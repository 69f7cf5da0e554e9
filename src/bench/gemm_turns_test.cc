#include "bench/gemm_turns.h"

#include <gtest/gtest.h>

#include "bench/comparison.h"
#include "bench/gemm_fakes.h"

namespace gb10 {
namespace {

using namespace gemm_fakes;

/// Two sides of one product on a fake GPU.
class GemmSides : public testing::Test {
 protected:
  GemmSides() {
    light() = {};
    fake::gpu().total = fake::gpu().free = std::size_t{8} << 30U;
    gemm_ = *Gemm::make(place(), {gemm_type("fp32"), 32, 32, 32, GemmData::random, 3});
    for (int i = 0; i < 2; ++i) sides_.push_back(side());
  }
  GemmPlace place() { return {cuda_, 0, module_, stream_, library_}; }
  GemmSide side(std::uint64_t algorithm = 0) {
    return side_of(place(), *gemm_, {{{algorithm}}, 0, 0, 0.001});
  }

  static RunRecord record_of(const GemmRun& run, const char* side) {
    RunRecord out;
    out.id = side;
    add_to(out, run, summary_of(run, nullptr), verdict_of(run, summary_of(run, nullptr), nullptr));
    out.params["side"] = side;
    return out;
  }

  Cuda cuda_{gemm_cuda()};
  Module module_{cuda_.api(), nullptr};
  Stream stream_ = *cuda_.stream();
  CublasLt library_ = *CublasLt::make(fake_light());
  std::unique_ptr<Gemm> gemm_;
  std::vector<GemmSide> sides_;
};

TEST_F(GemmSides, have_a_block_each_in_turn_and_are_checked_before_and_after) {
  std::string order;
  sides_[0].begins = [&] { order += 'a'; };
  sides_[1].begins = [&] { order += 'b'; };
  const auto done =
      take_turns(sides_, {.blocks = 6, .block_seconds = 0.01, .warm_seconds = 0, .sample = [] {
                            GpuSample sample;
                            sample.sm_clock = 1e9;
                            return std::optional(sample);
                          }});
  ASSERT_TRUE(done.ok()) << done.error().what;
  EXPECT_EQ(order, "abbaabbaabba");
  for (const GemmSide& each : sides_) {
    EXPECT_EQ(each.run.batches.size(), 6U);
    EXPECT_TRUE(each.run.before.passed());
    EXPECT_TRUE(each.run.after.passed());
  }
  const RunRecord a = record_of(sides_[0].run, "a"), b = record_of(sides_[1].run, "b");
  const auto found = compared(a, b, {.by = "side"});
  ASSERT_TRUE(found.ok()) << found.error().what;
  ASSERT_FALSE(found->metrics.empty());
  EXPECT_EQ(found->metrics[0].a.blocks, 6);
  EXPECT_EQ(found->metrics[0].b.blocks, 6);
  EXPECT_TRUE(found->notes.empty());  // they took turns
}

TEST_F(GemmSides, of_which_one_is_wrong_are_invalid_there_and_only_there) {
  sides_.pop_back();
  sides_.push_back(side(5));
  light().wrong = 5;
  const auto done = take_turns(sides_, {.blocks = 1, .block_seconds = 0.01, .warm_seconds = 0});
  ASSERT_TRUE(done.ok()) << done.error().what;
  EXPECT_NE(record_of(sides_[0].run, "a").params["result.verdict"], "invalid");
  EXPECT_EQ(record_of(sides_[1].run, "b").params["result.verdict.reason"], "wrong-results");
}

TEST_F(GemmSides, count_the_work_that_comes_before_a_product) {
  int before = 0;
  sides_[1].first = [&](std::size_t) -> Result<void> {
    ++before;
    return {};
  };
  const auto done = take_turns(sides_, {.blocks = 1, .block_seconds = 0.01, .warm_seconds = 0});
  ASSERT_TRUE(done.ok()) << done.error().what;
  EXPECT_EQ(before, 20);  // as many as products of a millisecond in a graph of 20 ms
}

TEST_F(GemmSides, end_early_with_what_was_finished) {
  int blocks = 0;
  const auto done = take_turns(
      sides_, {.blocks = 9, .block_seconds = 0.01, .warm_seconds = 0, .must_end = [&](const auto&) {
                 return ++blocks == 4 ? EarlyEnd{CutBy::interrupted, "interrupted"} : EarlyEnd{};
               }});
  ASSERT_TRUE(done.ok()) << done.error().what;
  EXPECT_EQ(sides_[0].run.batches.size() + sides_[1].run.batches.size(), 4U);
  EXPECT_EQ(record_of(sides_[0].run, "a").params["result.verdict.reason"], "cut");
}

}  // namespace
}  // namespace gb10
