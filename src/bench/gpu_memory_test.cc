#include "bench/gpu_memory.h"

#include <gtest/gtest.h>

#include "bench/gpu_latency.h"
#include "bench/memory_allocation.h"
#include "bench/memory_contention.h"
#include "bench/memory_fakes.h"
#include "bench/memory_ladder.h"
#include "bench/random_cycle.h"

namespace gb10 {
namespace {

using memory_fakes::state;

constexpr std::uint64_t kMiB = 1ULL << 20U;

class MemoryOnFakes : public testing::Test {
 protected:
  MemoryOnFakes() { state() = {}; }

  MemoryPlace place() { return {cuda_, 0, module_, stream_}; }
  Result<MemoryCheck> checked() {
    const std::unique_ptr<GpuMemory> memory = TRY(GpuMemory::make(place(), kMiB));
    return memory->checked();
  }
  LadderMeasure ladder() {
    LadderMeasure out;
    out.sizes = {4096, 64U << 10U};
    out.enough = 0.0001;
    out.floor = 0;
    out.available = [] { return Result<std::uint64_t>(std::uint64_t{1} << 30U); };
    return out;
  }

  Cuda cuda_{memory_fakes::memory_cuda()};
  Module module_{cuda_.api(), nullptr};
  Stream stream_ = *cuda_.stream();
};

TEST_F(MemoryOnFakes, every_kind_of_work_is_right_in_the_geometry_that_was_chosen) {
  const auto memory = GpuMemory::make(place(), kMiB);
  ASSERT_TRUE(memory.ok()) << memory.error().what;
  ASSERT_TRUE((*memory)->choose().ok());
  const auto check = (*memory)->checked();
  ASSERT_TRUE(check.ok()) << check.error().what;
  EXPECT_EQ(check->wrong, 0U);
  EXPECT_EQ(check->checked, 1U + 3 * 257 + 256);
  const std::vector<Probe> probes = (*memory)->probes();
  ASSERT_EQ(probes.size(), 5U);
  EXPECT_EQ(probes[0].work, kMiB);
  EXPECT_EQ(probes[2].work, 2.0 * kMiB);  // read and written
  for (const Probe& probe : probes) EXPECT_TRUE(probe.enqueue().ok()) << probe.name;
  EXPECT_NE((*memory)->chosen().find("matrix_vector in "), std::string::npos);
}

TEST_F(MemoryOnFakes, what_is_left_out_is_found) {
  EXPECT_EQ(checked()->wrong, 0U);
  for (const bool at_end : {true, false}) {  // in the midst no place that is drawn shows it
    for (const char* const kernel : {"read", "write", "copy", "driver", "matrix_vector"}) {
      state().forgets = kernel;
      state().at_end = at_end;
      const auto check = checked();
      ASSERT_TRUE(check.ok()) << check.error().what;
      EXPECT_GT(check->wrong, 0U) << kernel;
    }
  }
}

TEST_F(MemoryOnFakes, a_round_comes_to_where_it_leads) {
  std::vector<std::uint64_t> nodes(kMiB / 8);
  const GpuReach where{"device", reinterpret_cast<cuda::Address>(nodes.data()), kMiB};
  GpuLatencyMeasure measure{.sizes = {64U << 10U, kMiB, 2 * kMiB}, .blocks = 3, .steps = 100};
  const auto found = latencies(place(), where, measure);
  ASSERT_TRUE(found.ok()) << found.error().what;
  ASSERT_EQ(found->runs.size(), 2U);  // there are no 2 MiB
  EXPECT_EQ(found->runs[0].name, "memory.gpu.latency.device.64KiB");
  EXPECT_EQ(found->runs[1].rates.size(), 3U);
  EXPECT_EQ(found->check.wrong, 0U);
  EXPECT_EQ(found->check.checked, 8U);  // the warm round, too
  state().forgets = "chase";
  EXPECT_GT(latencies(place(), where, measure)->check.wrong, 0U);
}

TEST_F(MemoryOnFakes, the_ladder_has_every_kind_and_checks_it) {
  const auto found = climbed(place(), ladder());
  ASSERT_TRUE(found.ok()) << found.error().what;
  RunRecord record;
  record.results = found->figures;
  for (const char* const name :
       {"memory.ladder.device.gpu_read.4KiB", "memory.ladder.managed.cpu_read.64KiB",
        "memory.ladder.pinned.h2d.64KiB", "memory.ladder.pageable.d2h.64KiB",
        "memory.ladder.file.gpu_read.64KiB", "memory.ladder.file.h2d.4KiB"}) {
    const Figure* const figure = record.find(name);
    ASSERT_NE(figure, nullptr) << name;
    EXPECT_GT(figure->value, 0) << name;
  }
  EXPECT_EQ(record.find("memory.ladder.file.d2h.4KiB"), nullptr);  // files are not written
  EXPECT_GT(found->check.checked, 0U);
  EXPECT_EQ(found->check.wrong, 0U);
  for (const char* const copy : {"h2d", "d2h", "read"}) {
    state().forgets = copy;
    for (const bool at_end : {true, false}) {
      state().at_end = at_end;
      EXPECT_GT(climbed(place(), ladder())->check.wrong, 0U) << copy;
    }
  }
}

TEST_F(MemoryOnFakes, what_is_refused_has_its_reason_and_no_number) {
  state().reads_pageable = state().has_managed = state().has_pinned = false;
  const auto found = climbed(place(), ladder());
  ASSERT_TRUE(found.ok()) << found.error().what;
  RunRecord record;
  record.results = found->figures;
  const Figure* const pageable = record.find("memory.ladder.pageable.gpu_read");
  ASSERT_NE(pageable, nullptr);
  EXPECT_TRUE(std::isnan(pageable->value));
  EXPECT_NE(pageable->how.find("does not reach pageable memory"), std::string::npos);
  EXPECT_NE(record.find("memory.ladder.pageable.h2d.4KiB"), nullptr);  // a copy can be
  EXPECT_NE(record.find("memory.ladder.managed.first_touch")->how.find("no managed memory"),
            std::string::npos);
  EXPECT_EQ(record.find("memory.ladder.pinned.first_touch")->how,
            "cuMemHostAlloc: CUDA_ERROR_FAKE (800)");
}

TEST_F(MemoryOnFakes, what_the_driver_cannot_do_ends_nothing_else) {
  cuda::Api api = memory_fakes::memory_cuda();
  api.cuMemcpyHtoDAsync_v2.function = [](cuda::Address, const void*, std::size_t,
                                         cuda::StreamHandle) { return cuda::kNotSupported; };
  const Cuda other(api);
  const Stream stream = *other.stream();
  const auto found = climbed({other, 0, module_, stream}, ladder());
  ASSERT_TRUE(found.ok()) << found.error().what;
  RunRecord record;
  record.results = found->figures;
  EXPECT_EQ(record.find("memory.ladder.pinned.h2d")->how,
            "cuMemcpyHtoDAsync_v2: CUDA_ERROR_FAKE (801)");
  EXPECT_GT(record.find("memory.ladder.pinned.d2h.64KiB")->value, 0);
}

TEST_F(MemoryOnFakes, the_ladder_stops_before_the_machine_suffers) {
  LadderMeasure measure = ladder();
  measure.floor = (1ULL << 30U) - 16384;  // room for two pieces of 4 KiB, not of 64
  const auto found = climbed(place(), measure);
  ASSERT_TRUE(found.ok()) << found.error().what;
  ASSERT_EQ(found->notes.size(), 5U);
  EXPECT_NE(found->notes[0].find("stopped before 64 KiB"), std::string::npos) << found->notes[0];
  for (const Figure& figure : found->figures)
    EXPECT_EQ(figure.name.find("64KiB"), std::string::npos) << figure.name;
  measure = ladder();
  measure.must_end = [] { return EarlyEnd{CutBy::interrupted, "interrupted"}; };
  const auto cut = climbed(place(), measure);
  EXPECT_EQ(cut->cut.why, CutBy::interrupted);
  EXPECT_EQ(cut->figures.size(), 3U);  // the first rung: touched, first and further passes
}

TEST_F(MemoryOnFakes, a_size_that_would_take_too_long_is_left_out) {
  LadderMeasure measure = ladder();
  measure.longest = 1e-12;
  const auto found = climbed(place(), measure);
  ASSERT_TRUE(found.ok()) << found.error().what;
  EXPECT_FALSE(found->notes.empty());
  for (const Figure& figure : found->figures)
    EXPECT_EQ(figure.name.find("64KiB"), std::string::npos) << figure.name;
}

TEST_F(MemoryOnFakes, allocations_stop_before_the_machine_suffers) {
  AllocationMeasure measure;
  measure.first = kMiB;
  measure.floor = 2 * kMiB;
  measure.available = [] { return Result<std::uint64_t>(10 * kMiB); };
  const auto found = allocated(place(), measure);
  ASSERT_TRUE(found.ok()) << found.error().what;
  ASSERT_EQ(found->figures.size(), 3U);  // 1, 2 and 4 MiB: 8 are more than half
  EXPECT_EQ(found->figures.back().name, "memory.allocation.4MiB");
  EXPECT_EQ(found->check.checked, 3U + 3U);  // the last byte and the sum of each
  EXPECT_EQ(found->check.wrong, 0U);
  state().forgets = "memset";
  state().at_end = false;
  EXPECT_EQ(allocated(place(), measure)->check.wrong, 3U);
  state() = {};
  EXPECT_EQ(found->notes.front(),
            "allocations stopped before 8 MiB: 10 MiB were available, of which half and at "
            "least 2 MiB stay for others");
  measure.floor = 9 * kMiB;  // what stays for others goes before
  EXPECT_EQ(allocated(place(), measure)->figures.size(), 1U);
  measure.longest = 1e-12;
  EXPECT_EQ(allocated(place(), measure)->figures.size(), 1U);
  cuda::Api api = memory_fakes::memory_cuda();
  api.cuMemAlloc_v2.function = [](cuda::Address*, std::size_t) { return cuda::kOutOfMemory; };
  const Cuda full(api);
  const Stream stream = *full.stream();
  const auto refused = allocated({full, 0, module_, stream}, measure);
  EXPECT_EQ(refused->notes.front(),
            "allocations stopped before 1 MiB: cuMemAlloc_v2: CUDA_ERROR_FAKE (2)");
}

TEST_F(MemoryOnFakes, both_at_once_are_beside_what_each_gets_alone) {
  const auto cpus = allowed_cpus();
  ASSERT_TRUE(cpus.ok());
  const std::vector<int> one = {cpus->front()};
  auto arrays = CpuArrays::make(4 * kMiB, one);
  ASSERT_TRUE(arrays.ok()) << arrays.error().what;
  const auto memory = GpuMemory::make(place(), kMiB);
  const std::vector<Probe> probes = (*memory)->probes();
  const auto found = contended(place(), probes.front(), *arrays, CpuWork::read, one,
                               {.blocks = 2, .block_seconds = 0.02});
  ASSERT_TRUE(found.ok()) << found.error().what;
  ASSERT_EQ(found->runs.size(), 4U);
  for (const ProbeRun& run : found->runs) EXPECT_EQ(run.rates.size(), 2U) << run.name;
  EXPECT_EQ(found->runs[2].name, "memory.together.cpu_read.gpu");
  EXPECT_EQ(found->check.wrong, 0U);
}

TEST(BufferSizes, are_many_times_the_caches_and_a_safe_part) {
  constexpr std::uint64_t kGiB = 1ULL << 30U;
  EXPECT_EQ(*gpu_buffer_size(120 * kGiB, 64 * kMiB, 4 * kGiB), 4 * kGiB);
  EXPECT_EQ(*gpu_buffer_size(16 * kGiB, 64 * kMiB, 4 * kGiB), 2 * kGiB);
  EXPECT_EQ(*gpu_buffer_size(120 * kGiB, 64 * kMiB, kGiB), kGiB);
  EXPECT_EQ(*gpu_buffer_size(120 * kGiB, 200 * kMiB, kGiB), 2001 * kMiB);
  const auto little =
      gpu_buffer_size(4 * kGiB, 64 * kMiB, kGiB);  // 512 of the 640 MiB that it takes
  ASSERT_FALSE(little.ok());
  EXPECT_EQ(little.error().kind, Error::Kind::busy);
}

TEST(SizeNames, are_words) {
  EXPECT_EQ(size_name(4096), "4KiB");
  EXPECT_EQ(size_name(512 * kMiB), "512MiB");
  EXPECT_EQ(size_name(1024 * kMiB), "1GiB");
  EXPECT_EQ(size_name(100), "100B");
}

}  // namespace
}  // namespace gb10
