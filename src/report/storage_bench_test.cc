#include "report/storage_bench.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

RunRecord record() {
  RunRecord out;
  out.params = {{"result.verdict", "healthy"},
                {"result.verdict.why", "5.90 GB/s at best"},
                {"result.where", "ext4 on nvme0n1"},
                {"reads", "O_DIRECT"},
                {"engine", "io_uring"},
                {"result.chosen", "a file of 1 GiB made for it"},
                {"result.advice", "fastest: pinned\nllama.cpp: --no-mmap"}};
  const auto add = [&](const char* name, Unit unit, double value) {
    out.results.push_back({name, unit, value, "measured", ""});
  };
  add("storage.read.random.256k.qd64", Unit::bytes_per_second, 5.9e9);
  add("storage.latency.random.4k.qd1.p50", Unit::seconds, 71e-6);
  add("storage.gpu.mmap.cold", Unit::bytes_per_second, 0.2e9);
  add("storage.gpu.mmap.warm", Unit::bytes_per_second, 0.25e9);
  add("storage.gpu.direct-pinned.cold", Unit::bytes_per_second, 5.5e9);
  add("storage.checked", Unit::none, 1000);
  add("storage.wrong", Unit::none, 0);
  out.notes = {"a note"};
  return out;
}

TEST(StorageText, has_the_verdict_first_and_nothing_for_what_is_not_known) {
  EXPECT_EQ(storage_text(record()),
            "healthy: 5.90 GB/s at best\n"
            "  ext4 on nvme0n1; O_DIRECT through io_uring; a file of 1 GiB made for it\n"
            "  GB/s         at once       1       4      16      64     128\n"
            "  random         4 KiB       -       -       -       -       -\n"
            "                64 KiB       -       -       -       -       -\n"
            "               256 KiB       -       -       -    5.90       -\n"
            "                 1 MiB       -       -       -       -       -\n"
            "  sequential     4 KiB       -       -       -       -       -\n"
            "                64 KiB       -       -       -       -       -\n"
            "               256 KiB       -       -       -       -       -\n"
            "                 1 MiB       -       -       -       -       -\n"
            "  4 KiB, one at a time: half within 71 µs, 99 % -, 99.9 % -, the slowest -\n"
            "  file to GPU, GB/s                 cold    warm\n"
            "  O_DIRECT into pinned, copied      5.50       -\n"
            "  mapped, then copied               0.20    0.25\n"
            "  1000 blocks of 4 KiB looked at, 0 wrong\n"
            "  load: fastest: pinned\n"
            "  load: llama.cpp: --no-mmap\n"
            "  ! a note\n");
}

}  // namespace
}  // namespace gb10
