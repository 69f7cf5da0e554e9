#include "ledger/ledger.h"

#include <random>

#include <gtest/gtest.h>

#include "ledger/amounts.h"

namespace gb10 {
namespace {

constexpr double kGib = 1024.0 * 1024 * 1024;

void set_kib(Facts& facts, const std::string& field, double kib) {
  facts.set("memory." + field, kibibytes(kib), "/proc/meminfo");
}

/// A GB10 after a model server was stopped, as an owner's /proc/meminfo shows it: the sum of what
/// the kernel counts leaves about 80 GiB over.
Facts gb10_with_driver_memory() {
  Facts facts;
  facts.set("identity.gb10", true, "PCI");
  facts.set("memory.installed", bytes(128 * kGib), "every GB10 machine has 128 GiB");
  facts.set("memory.page_size", bytes(4096), "test");
  for (const auto& [field, kib] :
       std::initializer_list<std::pair<const char*, double>>{{"total", 127600816},
                                                             {"free", 3139656},
                                                             {"available", 40174336},
                                                             {"buffers", 13252},
                                                             {"cached", 37694160},
                                                             {"anonymous", 1712244},
                                                             {"kernel_reclaimable", 477572},
                                                             {"slab_unreclaimable", 520360},
                                                             {"cma_total", 131072},
                                                             {"cma_free", 69320}}) {
    set_kib(facts, field, kib);
  }
  return facts;
}

void add_process(Facts& facts, const std::string& pid, double memory, bool orphan) {
  facts.set(key("gpu_process", pid, "memory"), bytes(memory), "NVML");
  facts.set(key("gpu_process", pid, "name"), std::string("VLLM::EngineCore"), "/proc");
  facts.set(key("gpu_process", pid, "orphan"), orphan, "/proc");
}

std::int64_t sum_of(const Ledger& ledger) {
  std::int64_t sum = 0;
  for (const Line& line : ledger.lines) sum += static_cast<std::int64_t>(line.amount.value);
  return sum;
}

const Line* line_of(const Ledger& ledger, Line::Kind kind) {
  for (const Line& line : ledger.lines) {
    if (line.kind == kind) return &line;
  }
  return nullptr;
}

TEST(ledger, of_an_owners_machine_leaves_eighty_gib_to_the_driver) {
  const auto ledger = gb10::ledger(gb10_with_driver_memory());
  ASSERT_TRUE(ledger.ok());
  EXPECT_EQ(sum_of(*ledger), static_cast<std::int64_t>(128 * kGib));
  const Line* const rest = line_of(*ledger, Line::Kind::driver);
  ASSERT_NE(rest, nullptr);
  EXPECT_NEAR(rest->amount.value / kGib, 80.1, 0.2);
  const Line* const firmware = line_of(*ledger, Line::Kind::firmware);
  ASSERT_NE(firmware, nullptr);
  EXPECT_NEAR(firmware->amount.value / kGib, 6.3, 0.05);
  EXPECT_EQ(firmware->label,
            "never reaches Linux (firmware; about 2.0 of it the kernel's page map, computed)");
  EXPECT_EQ(ledger->overlap.value, 0);
  ASSERT_EQ(ledger->notes.size(), 1U) << "80 GiB without a program must be remarked";
}

TEST(ledger, takes_gpu_processes_out_of_the_rest) {
  Facts facts = gb10_with_driver_memory();
  add_process(facts, "4711", 33.6 * kGib, true);
  const auto ledger = gb10::ledger(facts);
  ASSERT_TRUE(ledger.ok());
  const Line* const process = line_of(*ledger, Line::Kind::gpu_process);
  ASSERT_NE(process, nullptr);
  EXPECT_EQ(process->pid, 4711);
  EXPECT_EQ(process->label, "GPU memory of VLLM::EngineCore, pid 4711, whose parent is gone");
  EXPECT_NEAR(line_of(*ledger, Line::Kind::driver)->amount.value / kGib, 46.5, 0.2);
  EXPECT_EQ(sum_of(*ledger), static_cast<std::int64_t>(128 * kGib));
  EXPECT_TRUE(ledger->notes.empty());
}

TEST(ledger, says_that_memory_overlaps_when_the_driver_claims_more_than_is_left) {
  Facts facts = gb10_with_driver_memory();
  add_process(facts, "1", 60 * kGib, false);
  add_process(facts, "2", 50 * kGib, false);
  const auto ledger = gb10::ledger(facts);
  ASSERT_TRUE(ledger.ok());
  EXPECT_NEAR(ledger->overlap.value / kGib, 29.9, 0.2);
  EXPECT_EQ(line_of(*ledger, Line::Kind::driver), nullptr);
  EXPECT_EQ(sum_of(*ledger), static_cast<std::int64_t>(128 * kGib));
  EXPECT_NE(ledger->notes.at(0).find("counted twice"), std::string::npos);
}

TEST(ledger, leaves_gpu_memory_out_where_the_gpu_has_its_own) {
  Facts facts;
  set_kib(facts, "total", 24683656);
  set_kib(facts, "free", 24076688);
  add_process(facts, "4711", 60 * kGib, false);
  const auto ledger = gb10::ledger(facts);
  ASSERT_TRUE(ledger.ok());
  EXPECT_FALSE(ledger->whole_board);
  EXPECT_EQ(line_of(*ledger, Line::Kind::gpu_process), nullptr);
  EXPECT_EQ(line_of(*ledger, Line::Kind::firmware), nullptr);
  EXPECT_EQ(sum_of(*ledger), 24683656LL * 1024);
}

TEST(ledger, counts_the_stacks_within_vmalloc_once) {
  Facts facts;
  for (const auto& [field, kib] : std::initializer_list<std::pair<const char*, double>>{
           {"total", 1000}, {"free", 100}, {"kernel_stack", 50}, {"vmalloc_used", 70}}) {
    set_kib(facts, field, kib);
  }
  const auto ledger = gb10::ledger(facts);
  ASSERT_TRUE(ledger.ok());
  EXPECT_EQ(line_of(*ledger, Line::Kind::kernel)->amount, kibibytes(70));
}

TEST(ledger, keeps_the_free_contiguous_area_apart_from_free_memory) {
  const auto ledger = gb10::ledger(gb10_with_driver_memory());
  ASSERT_TRUE(ledger.ok());
  EXPECT_EQ(line_of(*ledger, Line::Kind::contiguous)->amount, kibibytes(69320));
  EXPECT_EQ(line_of(*ledger, Line::Kind::free)->amount, kibibytes(3139656 - 69320));
}

TEST(ledger, remarks_the_contiguous_area_of_kernel_7_0_0_1019) {
  Facts facts = gb10_with_driver_memory();
  set_kib(facts, "cma_total", 0);
  set_kib(facts, "cma_free", 220924);
  const auto ledger = gb10::ledger(facts);
  ASSERT_TRUE(ledger.ok());
  EXPECT_NE(ledger->notes.at(0).find("kho=off"), std::string::npos);
}

TEST(ledger, gives_the_reason_when_the_kernels_table_could_not_be_read) {
  Facts facts;
  facts.unknown("memory.total", {Error::Kind::denied, "cannot read /proc/meminfo"},
                "/proc/meminfo");
  const auto ledger = gb10::ledger(facts);
  ASSERT_FALSE(ledger.ok());
  EXPECT_EQ(ledger.error().kind, Error::Kind::denied);
}

/// The law of the ledger: whatever the kernel and the driver say, no line is below zero and the
/// lines add up to the whole, to the byte.
TEST(ledger, of_any_numbers_adds_up_and_has_no_negative_line) {
  std::mt19937_64 random(7);
  const char* const kFields[] = {
      "available",          "buffers",     "cached",       "anonymous",    "dirty",
      "writeback",          "mapped",      "shared",       "cma_total",    "cma_free",
      "kernel_reclaimable", "page_tables", "kernel_stack", "vmalloc_used", "slab_reclaimable",
      "slab_unreclaimable", "percpu",      "swap_total",   "swap_used",    "huge_pages_bytes"};
  for (int round = 0; round < 500; ++round) {
    Facts facts;
    const bool gb10 = random() % 2 == 0;
    facts.set("identity.gb10", gb10, "test");
    if (gb10) facts.set("memory.installed", bytes(128 * kGib), "test");
    if (random() % 2 == 0) facts.set("memory.page_size", bytes(4096 << random() % 5), "test");
    const auto total = static_cast<double>(1 + random() % 140'000'000);
    set_kib(facts, "total", total);
    set_kib(facts, "free", static_cast<double>(random() % 140'000'000));
    for (const char* field : kFields) {
      if (random() % 4 != 0) set_kib(facts, field, static_cast<double>(random() % 60'000'000));
    }
    for (std::uint64_t i = random() % 4; i > 0; --i) {
      add_process(facts, std::to_string(random() % 5000),
                  static_cast<double>(random() % 200'000'000'000), random() % 2 == 0);
    }
    const auto ledger = gb10::ledger(facts);
    ASSERT_TRUE(ledger.ok());
    ASSERT_EQ(sum_of(*ledger), static_cast<std::int64_t>(ledger->sum.value)) << "round " << round;
    for (const Line& line : ledger->lines) ASSERT_GE(line.amount.value, 0) << line.label;
    ASSERT_GE(ledger->overlap.value, 0);
    if (round % 25 == 0) {
      ASSERT_FALSE(to_text(*ledger).empty());
    }
  }
}

TEST(clean_cache, is_what_is_neither_dirty_nor_mapped_nor_shared) {
  Facts facts;
  for (const auto& [field, kib] : std::initializer_list<std::pair<const char*, double>>{
           {"cached", 1000}, {"buffers", 100}, {"shared", 50}, {"dirty", 20}, {"writeback", 10}}) {
    set_kib(facts, field, kib);
  }
  EXPECT_FALSE(clean_cache(facts).has_value()) << "the mapped part is not known";
  set_kib(facts, "mapped", 200);
  EXPECT_EQ(clean_cache(facts), kibibytes(820));
  set_kib(facts, "mapped", 5000);
  EXPECT_EQ(clean_cache(facts), kibibytes(0));
}

TEST(fragmentation, is_judged_only_where_much_is_free) {
  Facts facts;
  facts.set("memory.free", bytes(42 * kGib), "test");
  EXPECT_FALSE(is_fragmented(facts)) << "blocks not known";
  facts.set("memory.large_block_memory", bytes(0.4 * kGib), "test");
  EXPECT_TRUE(is_fragmented(facts));
  facts.set("memory.free", bytes(3 * kGib), "test");
  EXPECT_FALSE(is_fragmented(facts));
  facts.set("memory.free", bytes(110 * kGib), "test");
  facts.set("memory.large_block_memory", bytes(782 * 32.0 * 1024 * 1024), "test");
  EXPECT_FALSE(is_fragmented(facts)) << "a fresh boot";
}

TEST(ledger_text, shows_every_line_the_whole_and_both_views_in_100_columns) {
  Facts facts = gb10_with_driver_memory();
  add_process(facts, "4711", 33.6 * kGib, true);
  set_kib(facts, "shared", 5000);
  set_kib(facts, "dirty", 1000);
  set_kib(facts, "writeback", 0);
  set_kib(facts, "mapped", 300000);
  set_kib(facts, "swap_total", 16777212);
  set_kib(facts, "swap_used", 0);
  facts.set("memory.large_block_memory", bytes(0.4 * kGib), "test");
  const auto ledger = gb10::ledger(facts);
  ASSERT_TRUE(ledger.ok());
  EXPECT_EQ(
      to_text(*ledger),
      "    6.3   never reaches Linux (firmware; about 2.0 of it the kernel's page map, computed)\n"
      "   33.6   GPU memory of VLLM::EngineCore, pid 4711, whose parent is gone (from NVML; not in "
      "any\n"
      "          process's RSS)\n"
      "   46.6   pinned by the driver or used by the kernel, counted nowhere else (what is left "
      "over)\n"
      "    1.6   processes\n"
      "    1.0   kernel (reclaimable 0.5, other slab 0.5)\n"
      "   36.0   page cache, 35.7 clean\n"
      "    0.1   free in the contiguous area (CMA), which the driver's pinned memory cannot use\n"
      "    2.9   free\n"
      "  128.0   installed (GiB); swap 0.0 of 16.0\n"
      "\n"
      "  CUDA's own query would say 3.0 (free); the kernel says 38.3 (free + what it can take "
      "back)\n"
      "  0.4 GiB is free in blocks of 32 MiB or more\n");
}

TEST(ledger_json, has_the_lines_with_kind_and_amount) {
  Facts facts = gb10_with_driver_memory();
  add_process(facts, "4711", 1 * kGib, false);
  const auto ledger = gb10::ledger(facts);
  ASSERT_TRUE(ledger.ok());
  const Json json = to_json(*ledger);
  const auto* const lines = json.find("lines")->as_array();
  ASSERT_NE(lines, nullptr);
  EXPECT_EQ(lines->at(0).text("kind"), "firmware");
  EXPECT_EQ(*lines->at(1).find("pid")->as_int(), 4711);
  EXPECT_EQ(lines->back().text("kind"), "free");
  EXPECT_TRUE(*json.find("whole_board")->as_bool());
  EXPECT_TRUE(json.find("swap_total")->is_null());
}

}  // namespace
}  // namespace gb10
