#include "sampler/sampler.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <thread>

#include <fmt/format.h>

#include "host/fake_host.h"
#include "host/real_host.h"
#include "host/rooted_host.h"
#include "sampler/clock.h"

namespace {
/// How often this program asked for memory, in the thread that counts.
thread_local long allocations = 0;
}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  std::abort();
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return operator new(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace gb10 {
namespace {

/// A tree whose files change under the sampler.
class Tree {
 public:
  Tree() {
    std::string pattern = testing::TempDir() + "gb10-sampler-XXXXXX";
    CHECK(mkdtemp(pattern.data()) != nullptr);
    root_ = pattern;
    for (const char* const folder : {"sys/block/nvme0n1/device", "sys/block/loop0",
                                     "sys/class/net/eth0/device", "sys/class/net/lo"}) {
      std::filesystem::create_directories(root_ + "/" + folder);
    }
  }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  ~Tree() { std::filesystem::remove_all(root_); }

  void write(const std::string& path, const std::string& text) const {
    const std::filesystem::path whole = root_ + path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text;
  }
  RootedHost host() const { return *RootedHost::at(root_); }

 private:
  std::string root_;
};

Sampler::Settings pages() { return {.page_size = 4096}; }

TEST(Sampler, levels_come_in_the_base_unit) {
  FakeHost host;
  host.file("/proc/meminfo", "MemAvailable: 1024 kB\nMemFree: 512 kB\nSwapFree: 0 kB\n")
      .file("/proc/vmstat", "oom_kill 3\n")
      .file("/proc/loadavg", "1.25 0.50 0.10 2/300 4711\n")
      .file("/sys/class/thermal/thermal_zone0/temp", "45000\n")
      .file("/sys/class/thermal/thermal_zone1/temp", "61500\n")
      .file("/sys/class/thermal/cooling_device0/temp", "99000\n");
  Sampler sampler(host, pages());
  Reading reading;
  sampler.read(reading, 10, true);
  EXPECT_EQ(reading.seconds, 10);
  EXPECT_EQ(reading.at(metric("memory.available")), 1024 * 1024);
  EXPECT_EQ(reading.at(metric("memory.swap_free")), 0) << "nothing left is a number";
  EXPECT_EQ(reading.at(metric("memory.oom_kills")), 3);
  EXPECT_EQ(reading.at(metric("cpu.load")), 1.25);
  EXPECT_EQ(reading.at(metric("thermal.hottest")), 61.5);
  EXPECT_FALSE(reading.knows(metric("memory.dirty")));
  EXPECT_FALSE(reading.knows(metric("gpu.power")));
}

TEST(Sampler, a_machine_that_tells_nothing_is_not_known_and_says_why) {
  const FakeHost host;
  Sampler sampler(host, pages());
  Reading reading;
  sampler.read(reading, 1, true);
  sampler.read(reading, 2, true);
  for (std::size_t i = 0; i < kMetricCount; ++i) EXPECT_FALSE(reading.knows(i)) << kMetrics[i].name;
  EXPECT_NE(sampler.why_not(metric("memory.free")).find("/proc/meminfo"), std::string::npos);
  EXPECT_EQ(sampler.why_not(metric("thermal.hottest")), "the kernel names no thermal zone");
}

TEST(Sampler, a_rate_is_what_a_counter_grew_in_a_second) {
  const Tree tree;
  const auto write = [&](int read, int written, int received) {
    tree.write("/proc/diskstats", fmt::format("259 0 nvme0n1 1 0 {} 0 1 0 {} 0\n"
                                              "7 0 loop0 1 0 999 0 1 0 999 0\n",
                                              read, written));
    tree.write("/proc/net/dev",
               fmt::format("eth0: {} 0 0 0 0 0 0 0 5 0\n lo: 9 0 0 0 0 0 0 0 9 0\n", received));
    tree.write("/proc/pressure/memory", fmt::format("some total={}\n", read * 1000));
  };
  write(100, 50, 1000);
  const RootedHost host = tree.host();
  Sampler sampler(host, pages());
  Reading reading;
  sampler.read(reading, 10, true);
  EXPECT_FALSE(reading.knows(metric("disk.read"))) << "one reading shows no rate";
  write(300, 50, 1500);
  sampler.read(reading, 12, true);
  EXPECT_EQ(reading.at(metric("disk.read")), 200 * 512 / 2.0);
  EXPECT_EQ(reading.at(metric("disk.written")), 0);
  EXPECT_EQ(reading.at(metric("network.received")), 250);
  EXPECT_NEAR(reading.at(metric("pressure.memory_some")), 0.1, 1e-9);
}

TEST(Sampler, a_counter_that_fell_is_not_known_once) {
  const Tree tree;
  const auto read = [&](Sampler& sampler, Reading& reading, int received, double at) {
    tree.write("/proc/net/dev", fmt::format("eth0: {} 0 0 0 0 0 0 0 5 0\n", received));
    sampler.read(reading, at, true);
  };
  tree.write("/proc/net/dev", "eth0: 1000 0 0 0 0 0 0 0 5 0\n");
  const RootedHost host = tree.host();
  Sampler sampler(host, pages());
  Reading reading;
  read(sampler, reading, 1000, 1);
  read(sampler, reading, 10, 2);
  EXPECT_FALSE(reading.knows(metric("network.received")));
  read(sampler, reading, 30, 3);
  EXPECT_EQ(reading.at(metric("network.received")), 20);
  read(sampler, reading, 40, 3);
  EXPECT_FALSE(reading.knows(metric("network.received"))) << "no time has passed";
}

TEST(Sampler, quick_readings_keep_what_they_do_not_read) {
  const Tree tree;
  tree.write("/proc/meminfo", "MemFree: 1 kB\n");
  tree.write("/proc/loadavg", "1.00 0 0\n");
  const RootedHost host = tree.host();
  Sampler sampler(host, pages());
  Reading reading;
  sampler.read(reading, 1, true);
  tree.write("/proc/meminfo", "MemFree: 2 kB\n");
  tree.write("/proc/loadavg", "9.00 0 0\n");
  sampler.read(reading, 2, false);
  EXPECT_EQ(reading.at(metric("memory.free")), 2048);
  EXPECT_EQ(reading.at(metric("cpu.load")), 1);
  sampler.read(reading, 3, true);
  EXPECT_EQ(reading.at(metric("cpu.load")), 9);
}

TEST(Sampler, a_file_that_is_emptied_or_cut_makes_its_metrics_unknown) {
  const Tree tree;
  tree.write("/proc/meminfo", "MemFree: 1 kB\nMemAvailable: 77 kB\n");
  const RootedHost host = tree.host();
  Sampler sampler(host, pages());
  Reading reading;
  sampler.read(reading, 1, true);
  tree.write("/proc/meminfo", "MemFree: 5 kB\nMemAvail");
  sampler.read(reading, 2, true);
  EXPECT_EQ(reading.at(metric("memory.free")), 5 * 1024);
  EXPECT_FALSE(reading.knows(metric("memory.available")));
  tree.write("/proc/meminfo", "");
  sampler.read(reading, 3, true);
  EXPECT_FALSE(reading.knows(metric("memory.free")));
}

TEST(Sampler, the_share_of_busy_cores_is_of_the_time_that_passed) {
  const Tree tree;
  tree.write("/proc/stat", "cpu  100 0 0 100 0 0 0 0\n");
  const RootedHost host = tree.host();
  Sampler sampler(host, pages());
  Reading reading;
  sampler.read(reading, 1, true);
  EXPECT_FALSE(reading.knows(metric("cpu.busy")));
  tree.write("/proc/stat", "cpu  130 0 0 170 0 0 0 0\n");
  sampler.read(reading, 2, true);
  EXPECT_NEAR(reading.at(metric("cpu.busy")), 0.3, 1e-9);
}

TEST(Sampler, what_the_driver_says_is_put_in_and_taken_out) {
  Reading reading;
  GpuSample sample;
  sample.power = 82.5;
  sample.reasons = 0x4;
  Sampler::put(reading, sample);
  EXPECT_EQ(reading.at(metric("gpu.power")), 82.5);
  EXPECT_EQ(reading.at(metric("gpu.limits")), 4);
  EXPECT_FALSE(reading.knows(metric("gpu.temperature")));
  Sampler::put(reading, std::nullopt);
  EXPECT_FALSE(reading.knows(metric("gpu.power")));
}

TEST(Sampler, this_machine_is_read_without_allocating) {
  const RealHost host(std::map<std::string, std::string, std::less<>>{});
  Sampler sampler(host, settings_here());
  Reading reading;
  const double begun = boot_seconds();
  sampler.read(reading, begun, true);
  const long before = allocations;
  for (int i = 1; i <= 20; ++i) {
    sampler.read(reading, begun + i, i % 4 == 0);
    Sampler::put(reading, GpuSample{});
  }
  EXPECT_EQ(allocations - before, 0);
  // The kernel counts the time of its cores in steps of 10 ms.
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  sampler.read(reading, begun + 30, true);
  EXPECT_GT(reading.at(metric("memory.available")), 1 << 20);
  EXPECT_GT(reading.at(metric("memory.free")), 0);
  EXPECT_GE(reading.at(metric("cpu.busy")), 0);
  EXPECT_LE(reading.at(metric("cpu.busy")), 1);
}

TEST(Metrics, have_names_of_their_own_and_a_place_each) {
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_STRNE(kMetrics[i].name, kMetrics[j].name);
    EXPECT_NE(std::string_view(kMetrics[i].name).find('.'), std::string_view::npos);
  }
  EXPECT_EQ(metric("memory.available"), 0U);
}

}  // namespace
}  // namespace gb10
