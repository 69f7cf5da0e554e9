#include "sampler/texts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace gb10::texts {
namespace {

TEST(texts, a_key_is_a_whole_word_at_the_begin_of_a_line) {
  const std::string_view meminfo =
      "MemTotal:       127600748 kB\nMemFree:         3139656 kB\nSwapFree:       16777212 kB\n"
      "Active(file):     123 kB\nFree: 7 kB\n";
  EXPECT_EQ(after(meminfo, "MemFree"), 3139656);
  EXPECT_EQ(after(meminfo, "Active(file)"), 123);
  EXPECT_EQ(after(meminfo, "Free"), 7) << "MemFree and SwapFree are others";
  EXPECT_TRUE(std::isnan(after(meminfo, "Mem")));
  EXPECT_TRUE(std::isnan(after(meminfo, "MemAvailable")));
  EXPECT_EQ(after("pswpin 1\npswpout 22\n", "pswpout"), 22);
}

TEST(texts, what_is_cut_or_no_number_is_not_known) {
  for (const std::string_view text :
       {"", "MemFree", "MemFree:", "MemFree:   ", "MemFree: kB", "MemFree:\nMemTotal: 3 kB",
        "MemFree: -", "MemFree: nan kB", "MemFree: inf", "\n\n\n"}) {
    EXPECT_TRUE(std::isnan(after(text, "MemFree"))) << text;
  }
  EXPECT_EQ(after("MemFree: 31", "MemFree"), 31) << "a last line without an end";
}

TEST(texts, pressure_is_told_by_kind_and_field) {
  const std::string_view text =
      "some avg10=1.50 avg60=0.00 avg300=0.00 total=123\nfull avg10=0.00 avg60=0.25 total=45\n";
  EXPECT_EQ(pressure(text, "some total"), 123);
  EXPECT_EQ(pressure(text, "full total"), 45);
  EXPECT_EQ(pressure(text, "full avg60"), 0.25);
  EXPECT_TRUE(std::isnan(pressure(text, "full avg300")));
  EXPECT_TRUE(std::isnan(pressure("some total=\n", "some total")));
  EXPECT_TRUE(std::isnan(pressure("", "some total")));
}

TEST(texts, free_blocks_count_from_the_wanted_size_up) {
  const std::string_view text =
      "Node 0, zone      DMA      1      2      4\nNode 0, zone   Normal     10     20     40\n";
  EXPECT_EQ(in_blocks(text, 4096, 4096), 11 * 4096 + 22 * 8192 + 44 * 16384);
  EXPECT_EQ(in_blocks(text, 8193, 4096), 44 * 16384);
  EXPECT_EQ(in_blocks(text, 8192, 4096), 22 * 8192 + 44 * 16384);
  EXPECT_EQ(in_blocks(text, 65536, 65536), 11 * 65536.0 + 22 * 131072.0 + 44 * 262144.0);
  EXPECT_TRUE(std::isnan(in_blocks(text, 32 << 20, 4096))) << "the kernel has no such blocks";
  EXPECT_TRUE(std::isnan(in_blocks("Node 0, zone", 4096, 4096)));
  EXPECT_TRUE(std::isnan(in_blocks("", 4096, 4096)));
}

TEST(texts, busy_time_is_all_but_idle_and_waiting) {
  const CpuTime time = cpu_time("cpu  10 20 30 400 50 6 7 8 90 1\ncpu0 1 2 3 4\n");
  EXPECT_EQ(time.all, 10 + 20 + 30 + 400 + 50 + 6 + 7 + 8);
  EXPECT_EQ(time.busy, 10 + 20 + 30 + 6 + 7 + 8);
  EXPECT_TRUE(std::isnan(cpu_time("").all));
  EXPECT_TRUE(std::isnan(cpu_time("cpu0 1 2 3 4\n").all));
  EXPECT_EQ(cpu_time("cpu  10 20").all, 30) << "kernels of old have fewer columns";
}

TEST(texts, a_sum_takes_the_named_lines_alone) {
  const std::string_view disks =
      " 259 0 nvme0n1 5 1 100 2 7 1 200 9\n 259 1 nvme0n1p1 5 1 90 2 7 1 190 9\n"
      "   7 0 loop0 1 0 8 0 0 0 0 0\n";
  const std::string names[] = {"nvme0n1"};
  EXPECT_EQ(sum(disks, names, 2, 2), 100);
  EXPECT_EQ(sum(disks, names, 2, 6), 200);
  const std::string both[] = {"eth0", "wlan0"};
  const std::string_view links =
      "Inter-| Receive\n face |bytes\n  eth0:1234 5 0 0 0 0 0 0 99 1\n wlan0: 10 0 0 0 0 0 0 0 1 "
      "0\n"
      "    lo: 777 0 0 0 0 0 0 0 777 0\n";
  EXPECT_EQ(sum(links, both, 0, 0), 1244) << "with and without a blank behind the colon";
  EXPECT_EQ(sum(links, both, 0, 8), 100);
  EXPECT_TRUE(std::isnan(sum(links, {}, 0, 0)));
  EXPECT_TRUE(std::isnan(sum("  eth0:", both, 0, 0)));
}

/// Whatever the kernel, or a cut in the middle, may leave: no crash, no end that does not come.
TEST(texts, odd_bytes_do_no_harm) {
  std::mt19937 random(7);
  const std::string_view alphabet = "cpu some full total=zone MemFree: 0123456789.-e\n\t\0\xff";
  const std::string names[] = {"MemFree", ""};
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (unsigned i = random() % 200; i > 0; --i) text += alphabet[random() % alphabet.size()];
    after(text, "MemFree");
    pressure(text, "some total");
    in_blocks(text, 4096, 4096);
    cpu_time(text);
    sum(text, names, 1, 2);
  }
}

}  // namespace
}  // namespace gb10::texts
