#include "bench/read_queue.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <set>
#include <thread>
#include <vector>

#include "host/descriptor.h"
#include "host/scratch.h"

namespace gb10 {
namespace {

/// Reads a file of numbered blocks through a queue, all at once.
void reads_all(ReadQueue& queue) {
  constexpr std::size_t kSize = 512, kCount = 8;
  std::string text;
  for (std::size_t i = 0; i < kCount; ++i) text += std::string(kSize, static_cast<char>('a' + i));
  const Scratch scratch;
  const Descriptor file(::open(scratch.file("f", text).c_str(), O_RDONLY));
  std::vector<std::vector<std::byte>> into(kCount, std::vector<std::byte>(kSize));
  for (std::size_t i = 0; i < kCount; ++i)
    ASSERT_TRUE(queue.begin({file.get(), i * kSize, into[i], i}).ok());
  std::set<std::size_t> ended;
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto done = queue.next();
    ASSERT_TRUE(done.ok()) << done.error().what;
    EXPECT_EQ(done->bytes, static_cast<std::int64_t>(kSize));
    ended.insert(done->slot);
    EXPECT_EQ(into[done->slot].back(), static_cast<std::byte>('a' + done->slot));
  }
  EXPECT_EQ(ended.size(), kCount);
}

void tells_errors(ReadQueue& queue) {
  std::vector<std::byte> into(16);
  ASSERT_TRUE(queue.begin({-1, 0, into, 3}).ok());
  const auto done = queue.next();
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(done->slot, 3U);
  EXPECT_EQ(short_read(*done, 4096, 16).what, "cannot read 16 bytes at 4096: bad file descriptor");
}

TEST(ReadQueue, of_threads_reads_and_tells_errors) {
  auto queue = thread_read_queue(8);
  ASSERT_TRUE(queue.ok()) << queue.error().what;
  reads_all(**queue);
  tells_errors(**queue);
}

TEST(ReadQueue, of_io_uring_does_the_same) {
  auto queue = uring_read_queue(8);
  if (!queue.ok()) GTEST_SKIP() << queue.error().what;
  EXPECT_STREQ((*queue)->name(), "io_uring");
  reads_all(**queue);
  tells_errors(**queue);
}

TEST(ReadQueue, is_there_whether_io_uring_is_or_not) {
  const auto open = open_read_queue(2);
  ASSERT_TRUE(open.ok()) << open.error().what;
  EXPECT_EQ(open->instead.empty(), std::string(open->queue->name()) == "io_uring");
}

TEST(ReadQueue, waits_for_what_it_has_begun) {
  const Scratch scratch;
  const Descriptor file(::open(scratch.file("f", std::string(4096, 'x')).c_str(), O_RDONLY));
  std::vector<std::byte> into(4096);
  {
    const auto open = open_read_queue(2);
    ASSERT_TRUE(open.ok());
    ASSERT_TRUE(open->queue->begin({file.get(), 0, into, 0}).ok());
  }
  SUCCEED();  // under ASan a read that came later would write into memory that is gone
}

TEST(ReadQueue, of_io_uring_waits_at_its_end_without_handing_over_more) {
  constexpr std::size_t kLarge = 64U << 10U;  // handed over at once; the small one only with others
  auto queue = uring_read_queue(2);
  if (!queue.ok()) GTEST_SKIP() << queue.error().what;
  const Scratch scratch;
  const Descriptor file(::open(scratch.file("f", std::string(4096, 'x')).c_str(), O_RDONLY));
  int ends[2] = {-1, -1};
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const Descriptor from(ends[0]), to(ends[1]);
  std::vector<std::byte> large(kLarge), small(512);
  ASSERT_TRUE((*queue)->begin({from.get(), 0, large, 0}).ok());
  ASSERT_TRUE((*queue)->begin({file.get(), 0, small, 1}).ok());
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(::write(to.get(), "late", 4), 4);
  });
  queue->reset();
  EXPECT_EQ(large[0], std::byte{'l'});  // it had begun, and its memory was kept until it ended
  EXPECT_EQ(small[0], std::byte{0});    // it had not
  writer.join();
}

TEST(ShortRead, is_called_by_what_came) {
  EXPECT_EQ(
      short_read({0, 100}, 0, 4096).what,
      "cannot read 4096 bytes at 0: only 100 came; the file became smaller while it was read");
}

}  // namespace
}  // namespace gb10
