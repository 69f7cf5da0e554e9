#include "bench/cpu_memory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmath>
#include <set>

#include "bench/cpu_kernels.h"
#include "bench/cpu_latency.h"
#include "bench/memory_room.h"
#include "bench/random_cycle.h"
#include "host/fake_host.h"

namespace gb10 {
namespace {

constexpr std::uint64_t kMiB = 1ULL << 20U, kGiB = 1ULL << 30U;

std::vector<int> here() { return *allowed_cpus(); }

class CpuMemory : public testing::TestWithParam<CpuWork> {
 protected:
  CpuArrays arrays_ = *CpuArrays::make(4 * kMiB, {here().front()});
};

TEST_P(CpuMemory, is_right_and_what_is_left_out_is_found) {
  if (GetParam() == CpuWork::read) return;
  arrays_.poison();
  EXPECT_GT(arrays_.checked(GetParam(), arrays_.pieces()).wrong, 0U);
  for (std::size_t i = 0; i + 1 < arrays_.pieces(); ++i) EXPECT_TRUE(arrays_.work(GetParam(), i));
  EXPECT_EQ(arrays_.checked(GetParam(), arrays_.pieces()).wrong, 4U);  // those of the last piece
  EXPECT_TRUE(arrays_.work(GetParam(), arrays_.pieces() - 1));
  const MemoryCheck check = arrays_.checked(GetParam(), arrays_.pieces());
  EXPECT_EQ(check.wrong, 0U);
  EXPECT_EQ(check.checked, 4 * arrays_.pieces());
}

TEST_P(CpuMemory, is_done_by_a_team_that_counts_what_is_finished) {
  const auto team = CpuTeam::start(arrays_, GetParam(), here());
  ASSERT_TRUE(team.ok()) << team.error().what;
  const CpuTeam::Mark begin = (*team)->mark();
  CpuTeam::Mark end = begin;
  while (end.bytes < begin.bytes + 8.0 * kMiB) end = (*team)->mark();
  EXPECT_GT(rate(begin, end), 0);
  const MemoryCheck check = (*team)->finish();
  EXPECT_GT(check.checked, 0U);
  EXPECT_EQ(check.wrong, 0U);
  EXPECT_GT((*team)->use().seconds, 0);
  EXPECT_LE((*team)->use().seconds, 1.05 * (*team)->use().of);
}

INSTANTIATE_TEST_SUITE_P(Works, CpuMemory, testing::ValuesIn(kCpuWorks),
                         [](const auto& each) { return std::string(word(each.param)); });

TEST(CpuArrays, are_filled_no_further_once_nobody_waits_for_them) {
  const auto cut = CpuArrays::make(64 * kMiB, {here().front()}, [] { return false; });
  ASSERT_FALSE(cut.ok());
  EXPECT_EQ(cut.error().kind, Error::Kind::cancelled);
}

TEST(CpuArrays, know_a_word_that_changed) {
  CpuArrays arrays = *CpuArrays::make(2 * kMiB, {here().front()});
  EXPECT_TRUE(arrays.work(CpuWork::read, 1));
  std::vector<std::uint64_t> words(64, 1);
  EXPECT_EQ(sum_words(words), 64U);
  words.back() = 2;
  EXPECT_EQ(sum_words(words), 65U);
}

TEST(CpuRates, take_turns_and_end_when_they_must) {
  CpuArrays arrays = *CpuArrays::make(2 * kMiB, {here().front()});
  const std::vector<CpuGroup> groups = {{"all", {here().front()}}};
  CpuMeasure measure{.blocks = 2, .block_seconds = 0.001};
  const auto found = measured(arrays, groups, measure);
  ASSERT_TRUE(found.ok()) << found.error().what;
  ASSERT_EQ(found->runs.size(), 5U);
  EXPECT_EQ(found->runs[2].name, "memory.cpu.all.write_streaming");
  for (const ProbeRun& run : found->runs) {
    ASSERT_EQ(run.rates.size(), 2U) << run.name;
    EXPECT_GT(run.rates[0], 0) << run.name;
  }
  EXPECT_EQ(found->check.wrong, 0U);
  int asked = 0;
  measure.must_end = [&] {
    return ++asked == 3 ? EarlyEnd{CutBy::interrupted, "interrupted"} : EarlyEnd{};
  };
  const auto cut = measured(arrays, groups, measure);
  EXPECT_EQ(cut->cut.why, CutBy::interrupted);
  EXPECT_EQ(cut->runs[2].rates.size(), 1U);
  EXPECT_TRUE(cut->runs[3].rates.empty());
}

TEST(CpuRates, cannot_be_of_a_cpu_that_is_not_there) {
  CpuArrays arrays = *CpuArrays::make(2 * kMiB, {here().front()});
  const auto team = CpuTeam::start(arrays, CpuWork::read, {here().front(), 8000});
  ASSERT_FALSE(team.ok());
  EXPECT_EQ(team.error().what, "1 of 2 threads cannot be held on their CPUs");
}

TEST(RandomCycle, comes_by_all_and_home) {
  const std::vector<std::uint32_t> next = random_cycle(1000, 7);
  std::set<std::uint32_t> seen;
  std::uint32_t at = 0;
  for (int i = 0; i < 1000; ++i) seen.insert(at = next[at]);
  EXPECT_EQ(seen.size(), 1000U);
  EXPECT_EQ(at, 0U);
  EXPECT_EQ(after_steps(next, 0, 2500), after_steps(next, 0, 500));
  EXPECT_NE(random_cycle(1000, 8), next);
}

TEST(CpuLatency, is_of_loads_that_come_to_where_the_round_leads) {
  auto round = ChaseRound::make(*Pages::make(kMiB, PageKind::base));
  ASSERT_TRUE(round.ok());
  EXPECT_EQ(round->nodes(), kMiB / 64);
  CpuRuns out;
  for (int i = 0; i < 3; ++i) EXPECT_GT(*round->seconds_of_load(here().front(), 5000, out), 0);
  EXPECT_EQ(out.check.checked, 3U);
  EXPECT_EQ(out.check.wrong, 0U);
  round->pages()->as<std::uint64_t>()[0] = 0;  // a node that leads to itself
  EXPECT_TRUE(round->seconds_of_load(here().front(), 3 * kMiB / 64, out).ok());
  EXPECT_EQ(out.check.wrong, 1U);
}

TEST(CpuLatency, names_both_kinds_of_pages_or_says_why_not) {
  const std::vector<CpuGroup> groups = {{"all", {here().front()}}};
  std::vector<std::string> notes;
  const auto found = latencies(groups, {.blocks = 2, .steps = 1000, .bytes = 8 * kMiB}, notes);
  ASSERT_TRUE(found.ok()) << found.error().what;
  ASSERT_EQ(found->runs.size(), 2U);
  EXPECT_EQ(found->runs[0].name, "memory.cpu.all.latency.base_pages");
  EXPECT_EQ(found->runs[0].rates.size(), 2U);
  // A smaller part may have come: then there is a note besides the blocks.
  EXPECT_EQ(found->runs[1].rates.size(), found->runs[1].rates.empty() ? 0U : 2U);
  EXPECT_TRUE(!found->runs[1].rates.empty() || notes.size() == 1);
}

TEST(Pages, are_found_among_those_of_the_process) {
  const char* const smaps =
      "7f0000000000-7f0000400000 rw-p 00000000 00:00 0 \n"
      "Size:               4096 kB\nAnonHugePages:      2048 kB\n"
      "7f0000400000-7f0000800000 rw-p 00000000 00:00 0 \n"
      "AnonHugePages:      4096 kB\nVmFlags: rd wr hg\n";
  EXPECT_EQ(huge_bytes(smaps, 0x7f0000000000, 0x7f0000400000), 2 * kMiB);
  EXPECT_EQ(huge_bytes(smaps, 0x7f0000000000, 0x7f0000800000), 6 * kMiB);
  EXPECT_EQ(huge_bytes(smaps, 0x100, 0x200), 0U);
}

/// A GB10's CPUs, two runs of each kind.
std::string gb10_cpuinfo() {
  std::string out;
  for (int cpu = 0; cpu < 20; ++cpu)
    out += "processor\t: " + std::to_string(cpu) +
           "\nCPU implementer\t: 0x41\nCPU part\t: " + (cpu % 10 < 5 ? "0xd87" : "0xd85") + "\n\n";
  return out;
}

/// Leaves this process, in which there may be only so many threads: with 0 where `tried` does not
/// succeed without saying why. Root has no such limit, so it becomes somebody who has nothing else.
template <class Tried>
[[noreturn]] void leave_with(rlim_t threads, const Tried& tried) {
  constexpr uid_t kNobodyElse = 54321;
  const rlimit limit{threads, threads};
  if (::geteuid() == 0 && ::setuid(kNobodyElse) != 0) ::_exit(0);
  if (::setrlimit(RLIMIT_NPROC, &limit) != 0) ::_exit(0);
  const auto found = tried();
  // Not every kernel holds to the limit.
  ::_exit(found.ok() || found.error().kind == Error::Kind::busy ? 0 : 1);
}

TEST(CpuThreads, that_may_not_start_are_an_error_and_those_that_did_are_joined) {
  const std::vector<int> cpus(6, here().front());
  CpuArrays arrays = *CpuArrays::make(4 * kMiB, {here().front()});
  auto round = ChaseRound::make(*Pages::make(kMiB, PageKind::base));
  ASSERT_TRUE(round.ok());
  CpuRuns runs;
  const auto without = testing::ExitedWithCode(0);
  EXPECT_EXIT(leave_with(3, [&] { return CpuArrays::make(4 * kMiB, cpus); }), without, "");
  EXPECT_EXIT(leave_with(3, [&] { return CpuTeam::start(arrays, CpuWork::read, cpus); }), without,
              "");
  EXPECT_EXIT(leave_with(1, [&] { return round->seconds_of_load(cpus[0], 1000, runs); }), without,
              "");
  const Error why = no_thread(std::system_error(EAGAIN, std::system_category()));
  EXPECT_EQ(why.what, "cannot start a thread: resource temporarily unavailable");
  EXPECT_NE(why.hint.find("pids limit"), std::string::npos);
}

TEST(CpuGroups, are_all_and_each_kind_as_far_as_it_may_be_used) {
  FakeHost host;
  host.file("/proc/cpuinfo", gb10_cpuinfo());
  std::vector<int> allowed(20);
  for (int i = 0; i < 20; ++i) allowed[static_cast<std::size_t>(i)] = i;
  const auto groups = cpu_groups(host, allowed);
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].cpus.size(), 20U);
  EXPECT_EQ(groups[1].name, "cortex-a725");
  EXPECT_EQ(groups[2].name, "cortex-x925");
  EXPECT_EQ(groups[2].cpus, (std::vector<int>{5, 6, 7, 8, 9, 15, 16, 17, 18, 19}));
  EXPECT_EQ(cpu_groups(host, {5, 6}).size(), 1U);  // one kind is all
  EXPECT_EQ(cpu_groups(FakeHost(), {0}).size(), 1U);
}

TEST(CpuGroups, have_caches_that_count_once) {
  FakeHost host;
  for (int cpu = 0; cpu < 4; ++cpu) {
    const std::string at = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cache/index";
    host.file(at + "0/level", "1\n").file(at + "0/size", "64K\n");
    host.file(at + "0/shared_cpu_list", std::to_string(cpu) + "\n");
    host.file(at + "1/level", "3\n").file(at + "1/size", cpu < 2 ? "8192K\n" : "16384K\n");
    host.file(at + "1/shared_cpu_list", cpu < 2 ? "0-1\n" : "2-3\n");
  }
  EXPECT_EQ(last_level_caches(host, {0, 1, 2, 3}), 24 * kMiB);
  EXPECT_EQ(last_level_caches(host, {2}), 16 * kMiB);
  EXPECT_EQ(last_level_caches(FakeHost(), {0}), std::nullopt);
}

TEST(MemoryRoom, is_what_the_machine_and_the_control_group_leave) {
  FakeHost host;
  host.file("/proc/meminfo", "MemTotal: 33554432 kB\nMemAvailable: 16777216 kB\n");
  EXPECT_EQ(*memory_room(host), 16 * kGiB);
  host.file("/sys/fs/cgroup/memory.max", "max\n").file("/sys/fs/cgroup/memory.current", "1000\n");
  EXPECT_EQ(*memory_room(host), 16 * kGiB);
  host.file("/sys/fs/cgroup/memory.max", "3221225472\n");
  host.file("/sys/fs/cgroup/memory.current", "1073741824\n");
  EXPECT_EQ(*memory_room(host), 2 * kGiB);
  EXPECT_FALSE(memory_room(FakeHost()).ok());
}

TEST(MemoryRoom, gives_arrays_that_the_caches_do_not_hold) {
  const auto gb10 = cpu_array_size(120 * kGiB, 24 * kMiB);
  EXPECT_EQ(gb10->bytes, 512 * kMiB);
  EXPECT_EQ(gb10->note, "");
  const auto large = cpu_array_size(22 * kGiB, 480 * kMiB);
  EXPECT_EQ(large->bytes, kGiB);
  EXPECT_EQ(cpu_array_size(8 * kGiB, 480 * kMiB)->bytes, kGiB / 2);
  EXPECT_NE(large->note.find("only 2.1 times"), std::string::npos) << large->note;
  EXPECT_NE(cpu_array_size(22 * kGiB, std::nullopt)->note.find("not known"), std::string::npos);
  EXPECT_EQ(cpu_array_size(kGiB / 2, 24 * kMiB).error().kind, Error::Kind::busy);
}

}  // namespace
}  // namespace gb10
