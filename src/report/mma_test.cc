#include "report/mma.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gb10 {
namespace {

RunRecord some_record() {
  RunRecord out;
  out.params = {{"result.kernels", "mma.bf16.sync mma.nvfp4.121a"},
                {"result.processors", "48"},
                {"result.verdict.mma.bf16.sync", "measured"},
                {"result.verdict.mma.nvfp4.121a", "invalid"},
                {"result.verdict.why.mma.nvfp4.121a", "3 of 10 accumulators and chains are wrong"}};
  const auto add = [&](const char* name, double value) {
    out.results.push_back({name, Unit::none, value, "measured", ""});
  };
  add("mma.bf16.sync", 98.5e12);
  add("mma.bf16.sync.lowest", 98.1e12);
  add("mma.bf16.sync.highest", 98.9e12);
  add("mma.bf16.sync.clock", NAN);
  add("mma.bf16.sync.clock.counted", 2.01e9);
  add("mma.bf16.sync.flop_per_clock", 1021);
  add("mma.bf16.sync.peak_share", 0.997);
  add("mma.bf16.sync.checked", 5000);
  add("mma.bf16.sync.wrong", 0);
  add("mma.nvfp4.121a", NAN);
  out.notes = {"refused: nvfp4 by 120f: no such code"};
  return out;
}

TEST(MmaText, has_a_line_for_each_instruction_and_no_number_of_what_is_invalid) {
  EXPECT_EQ(
      mma_text(some_record()),
      "type          by       TFLOP/s  blocks                     MHz   FLOP/clk  % of peak\n"
      "bf16          sync        98.5  (98.1 to 98.9)            2010       1021       99.7\n"
      "nvfp4         121a    invalid: 3 of 10 accumulators and chains are wrong\n"
      "  sync: mma.sync; wgmma: Hopper's own; 120f, 121a: mma.sync in code for these targets\n"
      "  FLOP/clk: of one of 48 multiprocessors, by its own counter; sparse ones count the "
      "zeros\n"
      "  5000 accumulators and chains over all rounds compared exactly, 0 wrong\n"
      "  ! refused: nvfp4 by 120f: no such code\n");
}

}  // namespace
}  // namespace gb10
