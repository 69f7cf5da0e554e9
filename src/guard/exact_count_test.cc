#include "guard/exact_count.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <cstring>

namespace gb10 {
namespace {

TEST(ExactCount, reads_what_is_a_processes_own_part) {
  EXPECT_EQ(proportional(
                "Rss: 9 kB\nPss_Anon:   10 kB\nPss_File: 99 kB\nPss_Shmem:  4 kB\nSwapPss: 2 kB\n"),
            16 * 1024);
  EXPECT_FALSE(proportional("Pss_Anon: 10 kB\nPss_Shmem: 4 kB\n").has_value());
  EXPECT_FALSE(proportional("Pss_Anon: ten kB\nPss_Shmem: 4 kB\nSwapPss: 2 kB\n").has_value());
}

std::int64_t counted(std::span<const ProcessUse> all) {
  ExactCount count;
  count.begin(all, {}, 5);
  for (int i = 0; i < 1000; ++i) {
    if (const auto newest = count.newest()) return newest->bytes;
    ::usleep(10'000);
  }
  ADD_FAILURE() << "no count came";
  return 0;
}

TEST(ExactCount, counts_pages_of_forks_once) {
  constexpr std::size_t kSize = 48U << 20U;
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
  auto scan = ProcessScan::open("/proc");
  ASSERT_TRUE(scan.ok());
  std::vector<ProcessUse> all, ours;
  scan->read(all);
  std::int64_t most = 0;
  for (const ProcessUse& each : all) {
    if (each.parent != ::getpid() && each.pid != ::getpid()) continue;
    ours.push_back(each);
    most += holding_of(each, {}).all();
  }
  EXPECT_EQ(ours.size(), 5U);
  EXPECT_GT(most, static_cast<std::int64_t>(5 * kSize));
  const std::int64_t exact = counted(ours);
  for (const pid_t child : children) {
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
  EXPECT_GT(exact, static_cast<std::int64_t>(kSize));
  EXPECT_LT(exact, static_cast<std::int64_t>(3 * kSize));
  ::munmap(memory, kSize);
}

}  // namespace
}  // namespace gb10
