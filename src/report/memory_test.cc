#include "report/memory.h"

#include <gtest/gtest.h>

#include <limits>

namespace gb10 {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// A machine with a GPU, two kinds of cores, and a kind of memory that the GPU does not reach. The
/// numbers are made up.
RunRecord made_up() {
  RunRecord out;
  out.params = {{"cpu.group.all", "0-3"},
                {"cpu.group.small", "0-1"},
                {"page.size", "4 KiB"},
                {"result.verdict", "slow"},
                {"result.verdict.why", "a reason"},
                {"result.verdict.remedy", "a remedy"}};
  const auto add = [&](const char* name, double value, Unit unit, const char* how = "") {
    out.results.push_back({name, unit, value, "measured", how});
  };
  const auto rate = [&](const char* name, double giga) {
    add(name, giga * 1e9, Unit::bytes_per_second);
  };
  rate("memory.gpu.read", 231.4);
  rate("memory.gpu.copy", 220);
  rate("memory.gpu.matrix_vector", 0.5);
  rate("memory.cpu.all.read", 99.94);
  rate("memory.cpu.all.write_streaming", 80);
  rate("memory.cpu.small.read", 50);
  add("memory.cpu.small.latency.base_pages", 113e-9, Unit::seconds);
  add("memory.gpu.latency.device.1MiB", 300e-9, Unit::seconds);
  add("memory.gpu.latency.device.1MiB.lowest", 290e-9, Unit::seconds);
  rate("memory.together.cpu_read.gpu_alone", 200);
  rate("memory.together.cpu_read.gpu", 150);
  rate("memory.ladder.pinned.first_touch.4KiB", 0.004);
  rate("memory.ladder.pinned.first_touch.1MiB", 3);
  rate("memory.ladder.pinned.h2d.1MiB", 40);
  rate("memory.ladder.pageable.first_touch.4KiB", 0.25);
  add("memory.ladder.pageable.gpu_read", kUnknown, Unit::bytes_per_second, "it cannot");
  rate("memory.allocation.1GiB", 12);
  add("memory.checked", 7, Unit::none);
  add("memory.wrong", 0, Unit::none);
  out.notes = {"a note"};
  return out;
}

TEST(MemoryText, has_the_verdict_first_and_a_dash_for_what_is_not_known) {
  EXPECT_EQ(memory_text(made_up()),
            "slow: a reason\n"
            "  do: a remedy\n"
            "\n"
            "  GB/s             read  write  past caches  copy  by driver  triad  GEMV\n"
            "  GPU              231   -      -            220   -          -      0.500\n"
            "  CPU all (0-3)    99.9  -      80.0         -     -          -      -\n"
            "  CPU small (0-1)  50.0  -      -            -     -          -      -\n"
            "  latency of CPU small: 113.0 ns in pages of 4 KiB, - ns in huge pages\n"
            "  latency of the GPU: device 1MiB 300.0 ns\n"
            "\n"
            "  both at once, GB/s         alone  together  change\n"
            "  GPU reads, CPU reads: GPU  200    150       -25.0 %\n"
            "\n"
            "  ladder, GB/s   first touch  GPU first  GPU again  one core  to GPU  from GPU\n"
            "  pinned 1MiB    3.0          -          -          -         40.0    -\n"
            "  pageable 4KiB  0.250        -          -          -         -       -\n"
            "  asked for at once and written, GB/s: 1GiB 12.0\n"
            "  pageable.gpu_read: it cannot\n"
            "  7 results checked, 0 wrong; bytes that the program moves, lines that a plain store "
            "fetches first are not counted\n"
            "  ! a note\n");
}

TEST(MemoryText, is_little_where_little_was_measured) {
  RunRecord record;
  record.params["result.verdict"] = "cannot tell";
  EXPECT_EQ(memory_text(record).substr(0, 12), "cannot tell\n");
}

}  // namespace
}  // namespace gb10
