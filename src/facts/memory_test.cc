#include "facts/memory.h"

#include <gtest/gtest.h>

#include "facts/gb10_fixture.h"
#include "facts/meminfo.h"
#include "facts/topics.h"

namespace gb10 {
namespace {

using fixture::collected;
using fixture::shown;
using Counts = std::vector<std::int64_t>;

constexpr std::int64_t kMib = 1 << 20;

/// A GB10 after a model server was stopped, values of an owner's machine.
constexpr const char* kMeminfo =
    "MemTotal:       127600816 kB\nMemFree:          3139656 kB\nMemAvailable:   40174336 kB\n"
    "Buffers:           13252 kB\nCached:         37694160 kB\nSwapTotal:      16777212 kB\n"
    "SwapFree:       16142332 kB\nAnonPages:       1712244 kB\nKReclaimable:     477572 kB\n"
    "SUnreclaim:       520360 kB\nCmaTotal:         131072 kB\nCmaFree:           69320 kB\n"
    "HugePages_Total:       0\nHugepagesize:       2048 kB\n";

FakeHost gb10_memory() {
  FakeHost host = fixture::spark();
  host.file("/proc/meminfo", kMeminfo);
  return host;
}

TEST(meminfo, takes_kb_for_kibibytes_and_counts_for_counts) {
  const auto table = meminfo("MemTotal:  127600816 kB\nHugePages_Total:  4\nBad: x kB\nNo colon\n");
  EXPECT_EQ(table.at("MemTotal"), 127600816LL * 1024);
  EXPECT_EQ(table.at("HugePages_Total"), 4);
  EXPECT_EQ(table.size(), 2U);
  EXPECT_TRUE(meminfo("A: -1 kB\nB: 99999999999999999 kB\n").empty());
}

TEST(free_blocks, add_up_over_zones_and_nodes) {
  EXPECT_EQ(free_blocks("Node 0, zone      DMA      1      2      3\n"
                        "Node 0, zone   Normal     10     20     30     40\n"),
            (Counts{11, 22, 33, 40}));
  EXPECT_TRUE(free_blocks("").empty());
  EXPECT_TRUE(free_blocks("Node 0, zone\nrubbish 1 2 3 4 5\n").empty());
}

TEST(page_size, is_the_one_whose_blocks_add_up_to_the_free_memory) {
  const Counts blocks = {100, 50, 10};
  const std::int64_t pages = 100 + 100 + 40;
  EXPECT_EQ(page_size_of(blocks, pages * 4096 + 50000), 4096);
  EXPECT_EQ(page_size_of(blocks, pages * 65536), 65536);
  EXPECT_FALSE(page_size_of(blocks, pages * 4096 * 100).has_value());
  EXPECT_FALSE(page_size_of({}, 0).has_value());
}

TEST(memory_in_blocks, counts_blocks_of_32_mib_and_more) {
  Counts blocks(15, 7);
  blocks[13] = 782;
  blocks[14] = 2;
  EXPECT_EQ(*memory_in_blocks(blocks, 4096, 32 * kMib), 782 * 32 * kMib + 2 * 64 * kMib);
  // With pages of 64 KiB a block of 32 MiB is of order 9.
  EXPECT_EQ(*memory_in_blocks(Counts(10, 3), 65536, 32 * kMib), 3 * 32 * kMib);
}

TEST(memory_in_blocks, cannot_say_where_the_kernels_largest_block_is_4_mib) {
  const auto large = memory_in_blocks(Counts(11, 500), 4096, 32 * kMib);
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.error().kind, Error::Kind::unsupported);
  EXPECT_NE(large.error().what.find("4 MiB"), std::string::npos) << large.error().what;
}

TEST(memory_topic, shows_the_kernels_table_in_bytes) {
  const Facts facts = collected(memory_topic(), gb10_memory());
  EXPECT_EQ(*facts.known<Quantity>("memory.total"), kibibytes(127600816));
  EXPECT_EQ(shown(facts, "memory.available"), "38.3 GiB");
  EXPECT_EQ(shown(facts, "memory.swap_used"), "620 MiB");
  EXPECT_EQ(shown(facts, "memory.installed"), "128.0 GiB");
  EXPECT_EQ(shown(facts, "memory.huge_pages_total"), "0");
  EXPECT_EQ(shown(facts, "memory.dirty"), "unknown unsupported") << "the table has no such line";
  EXPECT_EQ(facts.find("memory.total")->source, "/proc/meminfo");
}

TEST(memory_topic, of_another_machine_does_not_know_what_is_installed) {
  FakeHost host;
  host.file("/proc/meminfo", kMeminfo);
  EXPECT_EQ(shown(collected(memory_topic(), host), "memory.installed"), "unknown unsupported");
}

TEST(memory_topic, without_the_table_gives_the_reason_for_each_fact) {
  FakeHost host;
  host.fail("/proc/meminfo", {Error::Kind::denied, "cannot read /proc/meminfo"});
  const Facts facts = collected(memory_topic(), host);
  EXPECT_EQ(shown(facts, "memory.free"), "unknown denied");
  EXPECT_EQ(shown(facts, "memory.swap_used"), "unknown failed");
}

/// Seen after seven days of serving: 27 blocks of 16 MiB and none of 32 MiB.
FakeHost fragmented() {
  FakeHost host = gb10_memory();
  host.file("/proc/buddyinfo", "Node 0, zone   Normal 0 0 0 0 0 0 0 0 0 0 0 0 27 0\n");
  host.file("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size", "2097152\n");
  host.file("/proc/vmstat", "oom_kill 3\ncompact_stall 2700000\ncompact_fail 1350000\n");
  return host;
}

TEST(memory_topic, sees_that_no_large_block_is_left) {
  const Facts facts = collected(memory_topic(), fragmented());
  EXPECT_EQ(shown(facts, "memory.page_size"), "4 KiB");
  EXPECT_EQ(shown(facts, "memory.large_blocks"), "0");
  EXPECT_EQ(*facts.known<Quantity>("memory.large_block_memory"), bytes(0));
  const auto* const blocks = facts.known<std::vector<std::string>>("memory.free_blocks");
  ASSERT_NE(blocks, nullptr);
  EXPECT_EQ(blocks->front(), "4 KiB: 0");
  EXPECT_EQ(blocks->at(12), "16 MiB: 27");
  EXPECT_EQ(blocks->at(13), "32 MiB: 0");
  EXPECT_EQ(shown(facts, "memory.compact_stall"), "2700000");
  EXPECT_EQ(shown(facts, "memory.compact_fail"), "1350000");
  EXPECT_EQ(shown(facts, "memory.oom_kills"), "3");
}

TEST(memory_topic, finds_the_page_size_by_the_sum_where_the_kernel_does_not_say_it) {
  FakeHost host = fixture::spark();
  host.file("/proc/meminfo", "MemTotal: 1000000 kB\nMemFree: 33000 kB\n");
  host.file("/proc/buddyinfo", "Node 0, zone Normal 0 0 0 0 0 0 0 0 0 1\n");
  const Facts facts = collected(memory_topic(), host);
  EXPECT_EQ(shown(facts, "memory.page_size"), "64 KiB");
  EXPECT_EQ(shown(facts, "memory.large_blocks"), "1");
  EXPECT_EQ(facts.find("memory.page_size")->source, "computed: free blocks and free memory agree");
}

TEST(memory_topic, does_not_guess_a_page_size) {
  FakeHost host = gb10_memory();
  host.file("/proc/buddyinfo", "Node 0, zone Normal 1 1 1\n");
  const Facts facts = collected(memory_topic(), host);
  EXPECT_EQ(shown(facts, "memory.page_size"), "unknown failed");
  EXPECT_EQ(shown(facts, "memory.large_blocks"), "unknown failed");
}

TEST(memory_topic, reads_pressure_in_percent) {
  FakeHost host;
  host.file(
      "/proc/pressure/memory",
      "some avg10=12.50 avg60=1.00 avg300=0.00 total=9\nfull avg10=0.00 avg60=0.00 total=1\n");
  const Facts facts = collected(memory_topic(), host);
  EXPECT_EQ(*facts.known<Quantity>("memory.pressure_some"), percent(12.5));
  EXPECT_EQ(*facts.known<Quantity>("memory.pressure_full"), percent(0));
  EXPECT_EQ(shown(collected(memory_topic(), FakeHost()), "memory.pressure_some"),
            "unknown not_found");
}

TEST(memory_topic, lists_swap_and_sees_when_it_lies_in_memory) {
  FakeHost host;
  host.file("/proc/swaps",
            "Filename\tType\t\tSize\tUsed\tPriority\n/swap.img  file\t16777212\t0\t-2\n");
  EXPECT_EQ(shown(collected(memory_topic(), host), "memory.swap_devices"), "/swap.img 16.0 GiB");
  EXPECT_EQ(shown(collected(memory_topic(), host), "memory.swap_on_zram"), "no");
  host.file("/proc/swaps",
            "Filename Type Size Used Priority\n/dev/zram0 partition 1048576 0 100\n");
  EXPECT_EQ(shown(collected(memory_topic(), host), "memory.swap_on_zram"), "yes");
}

TEST(memory_topic, reads_settings) {
  FakeHost host;
  host.file("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  host.file("/sys/kernel/mm/transparent_hugepage/defrag", "always defer [madvise] never\n");
  host.file("/proc/sys/vm/swappiness", "60\n").file("/proc/sys/vm/dirty_ratio", "0\n");
  host.file("/proc/sys/vm/dirty_bytes", "2147483648\n");
  host.file("/proc/sys/vm/min_free_kbytes", "67584\n");
  const Facts facts = collected(memory_topic(), host);
  EXPECT_EQ(shown(facts, "memory.transparent_huge_pages"), "madvise");
  EXPECT_EQ(shown(facts, "memory.huge_page_defrag"), "madvise");
  EXPECT_EQ(shown(facts, "memory.swappiness"), "60");
  EXPECT_EQ(shown(facts, "memory.dirty_bytes"), "2.0 GiB");
  EXPECT_EQ(shown(facts, "memory.min_free"), "66 MiB");
  EXPECT_EQ(shown(facts, "memory.dirty_background_ratio"), "unknown not_found");
}

TEST(earlyoom, is_asked_of_systemd_and_its_arguments_come_from_its_defaults) {
  FakeHost host;
  EXPECT_EQ(shown(collected(memory_topic(), host), "memory.earlyoom"), "unknown not_recorded");
  const auto argv = memory::earlyoom_question().argv;
  host.query_answer(argv, "ActiveState=inactive\n");
  EXPECT_EQ(shown(collected(memory_topic(), host), "memory.earlyoom"), "inactive");
  EXPECT_EQ(shown(collected(memory_topic(), host), "memory.earlyoom_arguments"),
            "unknown not_found");
  host.query_answer(argv,
                    "ActiveState=active\nExecStart={ path=/usr/bin/earlyoom ; "
                    "argv[]=/usr/bin/earlyoom $EARLYOOM_ARGS ; ignore_errors=no ; pid=0 }\n");
  host.file("/etc/default/earlyoom", "EARLYOOM_ARGS=\"-m 2 -s 80\"\n");
  EXPECT_EQ(shown(collected(memory_topic(), host), "memory.earlyoom"), "active");
  EXPECT_EQ(shown(collected(memory_topic(), host), "memory.earlyoom_arguments"), "-m 2 -s 80");
}

TEST(memory_topic, has_its_one_question_asked_beforehand) {
  const Topic topic = memory_topic();
  ASSERT_NE(topic.questions, nullptr);
  ASSERT_EQ(topic.questions(Self{}).size(), 1U);
  EXPECT_EQ(topic.questions(Self{})[0].argv, memory::earlyoom_question().argv);
}

}  // namespace
}  // namespace gb10
