#include "gpu/host_memory.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

TEST(HostMemory, total_and_available_are_read_as_bytes) {
  const auto memory = host_memory_from(
      "MemTotal:       127600748 kB\nMemFree:         3139656 kB\nMemAvailable:   118566368 kB\n");
  ASSERT_TRUE(memory.ok());
  EXPECT_EQ(memory->total, std::uint64_t{127600748} * 1024);
  EXPECT_EQ(memory->available, std::uint64_t{118566368} * 1024);
}

TEST(HostMemory, a_text_without_the_lines_is_invalid) {
  EXPECT_EQ(host_memory_from("").error().kind, Error::Kind::invalid);
  EXPECT_EQ(host_memory_from("MemTotal: 5 kB\nMemAvailable: x kB\n").error().kind,
            Error::Kind::invalid);
}

TEST(HostMemory, this_machine_has_some_and_never_enough_for_everything) {
  EXPECT_TRUE(enough_host_memory(1).ok());
  const Result<void> refused = enough_host_memory(std::uint64_t{1} << 60U);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, Error::Kind::busy);
}

}  // namespace
}  // namespace gb10
