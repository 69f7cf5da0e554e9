#include "guard/ring.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>

#include "guard/ring_testing.h"

namespace gb10 {
namespace {

using namespace ring_testing;

Result<RingWriter> writer(const Folder& folder, const char* boot = kFirstBoot,
                          std::uint64_t size = kSmall, double seconds = 0) {
  return RingWriter::open(folder.file(), size, {boot, "1.2.3", {seconds, 0}});
}

void expect_reading(const Reading& got, const Reading& wanted) {
  EXPECT_EQ(got.wall, wanted.wall);
  EXPECT_EQ(got.seconds, wanted.seconds);
  for (std::size_t i = 0; i < kMetricCount; ++i)
    EXPECT_FLOAT_EQ(static_cast<float>(got.values[i]), static_cast<float>(wanted.values[i]));
}

TEST(Ring, what_is_written_is_read) {
  const Folder folder;
  auto ring = writer(folder);
  ASSERT_TRUE(ring.ok());
  Reading unknown = reading(101);
  unknown.values[metric("gpu.power")] = kNotKnown;
  ASSERT_TRUE(ring->add(reading(100)).ok());
  ASSERT_TRUE(ring->add(unknown).ok());
  ASSERT_TRUE(ring->add_event(EventKind::kernel_line, "NVRM: Xid 79", {101.5, 7}).ok());
  ASSERT_TRUE(ring->stop(kStopShutdown, {102, 8}).ok());
  const RingLog log = log_of(content(folder.file()));
  ASSERT_EQ(log.boots.size(), 1U);
  const RingBoot& boot = log.boots.front();
  EXPECT_EQ(boot.id, "11111111222233334444555555555555");
  EXPECT_EQ(boot.version, "1.2.3");
  ASSERT_EQ(boot.samples.size(), 2U);
  expect_reading(boot.samples[0], reading(100));
  EXPECT_FALSE(boot.samples[1].knows(metric("gpu.power")));
  ASSERT_EQ(boot.events.size(), 1U);
  EXPECT_EQ(boot.events[0], (RingEvent{EventKind::kernel_line, {}, "NVRM: Xid 79", false}));
  ASSERT_TRUE(boot.stop.has_value());
  EXPECT_EQ(boot.stop->reason, "shutdown");
  EXPECT_EQ(log.torn, 0U);
}

TEST(Ring, has_its_size_from_the_start_and_is_not_for_everybody) {
  const Folder folder;
  ASSERT_TRUE(writer(folder).ok());
  struct stat info {};
  ASSERT_EQ(::stat(folder.file().c_str(), &info), 0);
  EXPECT_EQ(info.st_size, static_cast<off_t>(kSmall));
  EXPECT_GE(info.st_blocks * 512, static_cast<off_t>(kSmall)) << "its blocks are taken";
  EXPECT_EQ(info.st_mode & 07U, 0U);
}

TEST(Ring, goes_round_and_keeps_the_newest) {
  const Folder folder;
  auto ring = writer(folder);
  ASSERT_TRUE(ring.ok());
  for (int i = 0; i < 5000; ++i) ASSERT_TRUE(ring->add(reading(i)).ok());
  const RingLog log = log_of(content(folder.file()));
  ASSERT_EQ(log.boots.size(), 1U);
  const auto& samples = log.boots[0].samples;
  ASSERT_GT(samples.size(), 200U) << "the names are there in each turn";
  for (std::size_t i = 0; i < samples.size(); ++i)
    expect_reading(samples[i], reading(5000.0 - static_cast<double>(samples.size() - i)));
  EXPECT_EQ(log.boots[0].id, "11111111222233334444555555555555");
  EXPECT_EQ(log.nameless, 0U);
}

TEST(Ring, a_restart_goes_on_behind_the_newest_slot) {
  const Folder folder;
  for (int turn = 0; turn < 40; ++turn) {
    const bool later = turn >= 20;
    const double begin = (later ? 0 : 1000) + turn * 10;
    auto ring = writer(folder, later ? kSecondBoot : kFirstBoot, kSmall, begin);
    ASSERT_TRUE(ring.ok());
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(ring->add(reading(begin + i)).ok());
  }
  const RingLog log = log_of(content(folder.file()));
  // More than a turn of 256 slots: what is left of the oldest run has lost its start.
  ASSERT_EQ(log.boots.size(), 3U);
  EXPECT_EQ(log.boots[0].id, "");
  EXPECT_EQ(log.boots[1].id, "11111111222233334444555555555555");
  EXPECT_EQ(log.boots[2].id, "aaaaaaaabbbbccccddddeeeeeeeeeeee");
  ASSERT_EQ(log.boots[2].samples.size(), 60U);
  expect_reading(log.boots[2].samples.back(), reading(392));
  expect_reading(log.boots[1].samples.back(), reading(1192));
}

TEST(Ring, a_stop_is_one_only_while_nothing_follows) {
  const Folder folder;
  {
    auto ring = writer(folder);
    ASSERT_TRUE(ring.ok() && ring->add(reading(5)).ok() && ring->stop(kStopAsked, {6, 6}).ok());
  }
  EXPECT_TRUE(log_of(content(folder.file())).boots.front().stop.has_value());
  auto ring = writer(folder, kFirstBoot, kSmall, 7);
  ASSERT_TRUE(ring.ok() && ring->add(reading(8)).ok());
  EXPECT_FALSE(log_of(content(folder.file())).boots.front().stop.has_value());
}

TEST(Ring, a_long_event_goes_into_parts_and_comes_back_whole) {
  const Folder folder;
  auto ring = writer(folder);
  ASSERT_TRUE(ring.ok());
  std::string text;
  for (int i = 0; i < 120; ++i) text += "part " + std::to_string(i) + ", ";
  ASSERT_TRUE(ring->add_event(EventKind::action, text).ok());
  ASSERT_TRUE(ring->add_event(EventKind::note, "").ok());
  ASSERT_TRUE(ring->add_event(EventKind::note, std::string(9000, 'x')).ok());
  const auto events = log_of(content(folder.file())).boots.front().events;
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].text, text);
  EXPECT_EQ(events[1].text, "");
  EXPECT_EQ(events[2].text.size(), 3504U);
}

TEST(Ring, a_second_writer_is_refused) {
  const Folder folder;
  const auto first = writer(folder);
  const auto second = writer(folder);
  ASSERT_TRUE(first.ok());
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().kind, Error::Kind::busy);
}

TEST(Ring, refuses_what_is_no_file_and_sizes_that_are_none) {
  const Folder folder;
  const auto kind = [](const std::string& path, std::uint64_t size) {
    const auto ring = RingWriter::open(path, size, {kFirstBoot, "1"});
    return ring.ok() ? std::string("opened") : std::string(word(ring.error().kind));
  };
  EXPECT_EQ(kind("/dev/full", kSmall), "invalid");
  EXPECT_EQ(kind(folder.file("none/ring"), kSmall), "not_found");
  EXPECT_EQ(kind(folder.file(), 1000), "invalid");
  EXPECT_EQ(kind(folder.file(), kRingBytes + 4096), "invalid");
  ASSERT_EQ(::symlink("/etc/passwd", folder.file("link").c_str()), 0);
  EXPECT_NE(kind(folder.file("link"), kSmall), "opened");
}

TEST(Ring, is_never_made_smaller_and_grows_behind_its_end) {
  const Folder folder;
  {
    auto ring = writer(folder, kFirstBoot, 2 * kSmall);
    ASSERT_TRUE(ring.ok() && ring->add(reading(1)).ok());
  }
  ASSERT_TRUE(writer(folder, kFirstBoot, kSmall).ok());
  EXPECT_EQ(content(folder.file()).size(), 2 * kSmall);
  ASSERT_TRUE(writer(folder, kFirstBoot, 3 * kSmall).ok());
  EXPECT_EQ(content(folder.file()).size(), 3 * kSmall);
  EXPECT_EQ(log_of(content(folder.file())).boots.front().samples.size(), 1U);
}

/// The disk is full from `bytes` of a file on, as far as this process can tell.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST(Ring, a_disk_without_room_is_an_error_and_keeps_nothing) {
  const Folder folder;
  {
    const FullDisk disk(16U << 10U);
    const auto ring = writer(folder);
    ASSERT_FALSE(ring.ok());
    EXPECT_NE(ring.error().what.find("cannot make room for the ring"), std::string::npos);
  }
  EXPECT_FALSE(std::filesystem::exists(folder.file()));
}

TEST(Ring, a_failed_write_is_an_error_and_the_next_takes_its_place) {
  const Folder folder;
  auto ring = writer(folder);
  ASSERT_TRUE(ring.ok() && ring->add(reading(1)).ok());
  {
    const FullDisk disk(0);
    EXPECT_FALSE(ring->add(reading(2)).ok());
    EXPECT_FALSE(ring->add_event(EventKind::note, "lost").ok());
  }
  ASSERT_TRUE(ring->add(reading(3)).ok());
  const RingLog log = log_of(content(folder.file()));
  ASSERT_EQ(log.boots.front().samples.size(), 2U);
  EXPECT_EQ(log.boots.front().samples[1].seconds, 3);
  EXPECT_TRUE(log.boots.front().events.empty());
}

TEST(Ring, a_file_system_without_room_is_an_error) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  // A ring is a regular file; what a full device answers is what a full disk does.
  const auto ring = RingWriter::open("/dev/full", kSmall, {kFirstBoot, "1"});
  EXPECT_FALSE(ring.ok());
}

TEST(Ring, without_a_boot_id_it_works_as_well) {
  const Folder folder;
  auto ring = RingWriter::open(folder.file(), kSmall, {"no id", std::string(300, 'v')});
  ASSERT_TRUE(ring.ok() && ring->add(reading(ring_moment().seconds)).ok());
  const RingLog log = log_of(content(folder.file()));
  ASSERT_EQ(log.boots.size(), 1U);
  EXPECT_EQ(log.boots[0].id, "");
  EXPECT_EQ(log.boots[0].version, std::string(60, 'v'));
  EXPECT_EQ(log.boots[0].samples.size(), 1U);
}

}  // namespace
}  // namespace gb10
