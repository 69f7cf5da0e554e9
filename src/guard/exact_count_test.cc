#include "guard/exact_count.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace gb10 {
namespace {

TEST(ExactCount, reads_what_is_a_processes_own_part) {
  EXPECT_EQ(proportional(
                "Rss: 9 kB\nPss_Anon:   10 kB\nPss_File: 99 kB\nPss_Shmem:  4 kB\nSwapPss: 2 kB\n"),
            16 * 1024);
  EXPECT_FALSE(proportional("Pss_Anon: 10 kB\nPss_Shmem: 4 kB\n").has_value());
  EXPECT_FALSE(proportional("Pss_Anon: ten kB\nPss_Shmem: 4 kB\nSwapPss: 2 kB\n").has_value());
}

/// This process and its children.
std::vector<ProcessUse> family() {
  std::vector<ProcessUse> all, ours;
  auto scan = ProcessScan::open("/proc");
  if (scan.ok()) scan->read(all);
  for (const ProcessUse& each : all) {
    if (each.parent == ::getpid() || each.pid == ::getpid()) ours.push_back(each);
  }
  return ours;
}

TEST(ExactCount, counts_in_its_own_time) {
  const std::vector<ProcessUse> ours = family();
  ExactCount count;
  EXPECT_FALSE(count.newest().has_value());
  count.begin(ours, {}, 5);
  for (int i = 0; i < 1000 && !count.newest(); ++i) ::usleep(10'000);
  ASSERT_TRUE(count.newest().has_value());
  EXPECT_EQ(count.newest()->begun, 5);
  EXPECT_GT(count.newest()->bytes, 0);
}

TEST(ExactCount, of_one_that_ended_meanwhile_is_not_to_be_trusted) {
  std::vector<ProcessUse> ours = family();
  ASSERT_FALSE(ours.empty());
  ASSERT_TRUE(counted_exactly(ours, {}).has_value());
  ProcessUse gone = ours[0];
  gone.started = 1;  // the number is another's now
  ours.push_back(gone);
  EXPECT_FALSE(counted_exactly(ours, {}).has_value());
}

TEST(ExactCount, counts_files_that_are_kept_once_and_beside_what_is_mapped) {
  constexpr std::size_t kSize = 16U << 20U;
  ::usleep(1'500'000);  // we are old enough to be asked
  const std::string bytes(kSize, 'x');
  const std::int64_t before = counted_exactly(family(), {}).value_or(0);
  const int kept = ::memfd_create("kept", 0), also = ::dup(kept), other = ::memfd_create("b", 0);
  ASSERT_EQ(::write(kept, bytes.data(), kSize), static_cast<ssize_t>(kSize));
  ASSERT_EQ(::write(other, bytes.data(), kSize), static_cast<ssize_t>(kSize));
  void* const mapped =
      ::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  std::memset(mapped, 1, kSize);
  const auto grown = static_cast<double>(counted_exactly(family(), {}).value_or(0) - before);
  EXPECT_NEAR(grown / kSize, 3, 0.5) << "two files, one of them by two descriptors, and a mapping";
  ::munmap(mapped, kSize);
  for (const int file : {kept, also, other}) ::close(file);
}

TEST(ExactCount, counts_pages_of_forks_once) {
  constexpr std::int64_t kSize = 48 << 20;
  ::usleep(1'500'000);  // we are old enough to be asked
  // Other tests of this process may have left much more to it.
  const std::int64_t before = counted_exactly(family(), {}).value_or(0);
  void* const memory =
      ::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  std::memset(memory, 1, kSize);
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::pause();
      ::_exit(0);
    }
    children.push_back(child);
  }
  const std::vector<ProcessUse> young = family();
  EXPECT_EQ(young.size(), 5U);
  EXPECT_LT(counted_exactly(young, {}).value_or(0), before + 3 * kSize);
  ::usleep(1'500'000);  // and when they are old enough to be asked themselves
  const std::vector<ProcessUse> ours = family();
  std::int64_t most = 0;
  for (const ProcessUse& each : ours) most += holding_of(each, {}).all();
  EXPECT_EQ(ours.size(), 5U);
  EXPECT_GT(most, before + 5 * kSize);
  const std::int64_t exact = counted_exactly(ours, {}).value_or(0);
  for (const pid_t child : children) {
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
  EXPECT_GT(exact, before + kSize / 2);
  EXPECT_LT(exact, before + 3 * kSize);
  ::munmap(memory, kSize);
}

}  // namespace
}  // namespace gb10
