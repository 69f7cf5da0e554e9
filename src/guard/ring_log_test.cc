#include "guard/ring_log.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <map>
#include <random>

#include "guard/ring_testing.h"

namespace gb10 {
namespace {

using namespace ring_testing;

struct Written {
  std::string bytes;
  RingLog log;
};

/// A ring of two boots with events of one and of several parts, that has gone round.
Written written() {
  const Folder folder;
  for (const char* const boot : {kFirstBoot, kSecondBoot}) {
    const double base = boot == kFirstBoot ? 5000 : 10;
    auto ring = RingWriter::open(folder.file(), kSmall, {boot, "1.2.3", {base, 0}});
    EXPECT_TRUE(ring.ok());
    for (int i = 0; i < 150; ++i) {
      EXPECT_TRUE(ring->add(reading(base + i)).ok());
      const std::string text(i % 3 == 0 ? 30 : 500, static_cast<char>('a' + i % 26));
      if (i % 10 != 0) continue;
      EXPECT_TRUE(ring->add_event(EventKind::kernel_line, text, {base + i, i}).ok());
    }
  }
  Written out{content(folder.file()), {}};
  out.log = log_of(out.bytes);
  return out;
}

bool same(const Reading& a, const Reading& b) {
  return a.seconds == b.seconds && a.wall == b.wall &&
         std::memcmp(a.values.data(), b.values.data(), sizeof a.values) == 0;
}

/// What a whole ring holds, for the question whether a torn one holds anything else.
class Truth {
 public:
  explicit Truth(const RingLog& whole) {
    for (const RingBoot& boot : whole.boots) {
      for (const Reading& sample : boot.samples) samples_[sample.wall] = {boot.id, sample};
      for (const RingEvent& event : boot.events)
        events_[event.when.wall + event.when.seconds] = event;
    }
  }

  /// The first thing in `torn` that was never written; empty when there is none.
  std::string invented(const RingLog& torn) const {
    for (const RingBoot& boot : torn.boots) {
      for (const Reading& sample : boot.samples) {
        const auto at = samples_.find(sample.wall);
        const bool right = at != samples_.end() && same(at->second.second, sample) &&
                           (boot.id.empty() || boot.id == at->second.first);
        if (!right) return "a sample at " + std::to_string(sample.seconds);
      }
      for (const RingEvent& event : boot.events) {
        const auto at = events_.find(event.when.wall + event.when.seconds);
        // Of a long one the begin or the end may be lost.
        const bool right = at != events_.end() &&
                           at->second.text.find(event.text) != std::string::npos &&
                           (event.cut || at->second.text.ends_with(event.text));
        if (!right) return "an event \"" + event.text + "\"";
      }
    }
    return {};
  }

 private:
  std::map<std::int64_t, std::pair<std::string, Reading>> samples_;
  std::map<double, RingEvent> events_;
};

std::size_t samples(const RingLog& log) {
  std::size_t count = 0;
  for (const RingBoot& boot : log.boots) count += boot.samples.size();
  return count;
}

/// `bytes` cut at `at`, zeroed from there, with noise from there, and with a stretch of noise.
std::vector<std::string> torn_at(const std::string& bytes, std::size_t at, std::mt19937& random) {
  std::string cut = bytes.substr(0, at), zeroed = cut, noise = cut, hole = bytes;
  zeroed.resize(bytes.size(), '\0');
  while (noise.size() < bytes.size()) noise += static_cast<char>(random());
  for (std::size_t i = at; i < std::min(at + 300, bytes.size()); ++i)
    hole[i] = static_cast<char>(random());
  return {cut, zeroed, noise, hole};
}

void expect_no_invention(const Written& whole, const Truth& truth, std::size_t at,
                         std::mt19937& random) {
  for (const std::string& torn : torn_at(whole.bytes, at, random)) {
    const RingLog log = log_of(torn);
    ASSERT_EQ(truth.invented(log), "") << "torn at " << at;
    // Up to the tear all slots are there.
    std::size_t before = 0;
    for (std::size_t slot = 0; (slot + 1) * ring::kSlotSize <= at; ++slot)
      before += whole.bytes[slot * ring::kSlotSize] != 0;
    ASSERT_GE(log.slots, before) << "torn at " << at;
  }
}

/// The first slots of two boots.
Written brief() {
  const Folder folder;
  for (const char* const boot : {kFirstBoot, kSecondBoot}) {
    const double base = boot == kFirstBoot ? 5000 : 10;
    auto ring = RingWriter::open(folder.file(), kSmall, {boot, "1.2.3", {base, 0}});
    EXPECT_TRUE(ring.ok() && ring->add(reading(base)).ok());
    EXPECT_TRUE(ring->add_event(EventKind::note, std::string(500, 'x'), {base + 1, 3}).ok());
    EXPECT_TRUE(ring->add(reading(base + 2)).ok());
  }
  Written out{content(folder.file()), {}};
  out.log = log_of(out.bytes);
  out.bytes.resize(out.log.slots * ring::kSlotSize);
  return out;
}

TEST(RingLog, torn_at_any_byte_it_is_read_up_to_there_and_nothing_is_invented) {
  std::mt19937 random(7);
  const Written two_boots = brief();
  ASSERT_EQ(samples(two_boots.log), 4U);
  const Truth truth(two_boots.log);
  for (std::size_t at = 0; at <= two_boots.bytes.size(); at += GB10_TAKES_EVERY)
    expect_no_invention(two_boots, truth, at, random);
}

TEST(RingLog, a_ring_that_has_gone_round_too) {
  std::mt19937 random(8);
  const Written round = written();
  ASSERT_EQ(round.log.boots.size(), 2U);
  const Truth truth(round.log);
  for (std::size_t at = 0; at < round.bytes.size(); at += 1 + random() % (900 * GB10_TAKES_EVERY))
    expect_no_invention(round, truth, at, random);
}

TEST(RingLog, every_byte_of_a_slot_that_changes_costs_that_slot_alone) {
  const Written whole = brief();
  const Truth truth(whole.log);
  for (std::size_t at = 0; at < 8U * ring::kSlotSize; at += GB10_TAKES_EVERY) {
    for (const int bit : {0, 7}) {
      std::string torn = whole.bytes;
      torn[at] = static_cast<char>(torn[at] ^ (1 << bit));
      const RingLog log = log_of(torn);
      ASSERT_EQ(log.slots + 1, whole.log.slots) << at;
      ASSERT_EQ(log.torn, 1U);
      ASSERT_EQ(truth.invented(log), "") << at;
    }
  }
}

TEST(RingLog, a_ring_whose_last_write_was_torn_ends_one_slot_earlier) {
  const Folder folder;
  auto ring = RingWriter::open(folder.file(), kSmall, {kFirstBoot, "1", {0, 0}});
  ASSERT_TRUE(ring.ok());
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(ring->add(reading(i)).ok());
  const std::string before = content(folder.file());
  ASSERT_TRUE(ring->add(reading(20)).ok());
  const std::string after = content(folder.file());
  const auto first = static_cast<std::size_t>(
      std::mismatch(before.begin(), before.end(), after.begin()).first - before.begin());
  for (std::size_t at = first; at < first + ring::kSlotSize; ++at) {
    // The device wrote up to `at`.
    const RingLog log = log_of(after.substr(0, at) + before.substr(at));
    ASSERT_EQ(log.boots.size(), 1U);
    const std::size_t count = log.boots[0].samples.size();
    // What is behind the payload is zero in both.
    ASSERT_TRUE(count == 20 || (count == 21 && at >= first + 36)) << at;
  }
}

TEST(RingLog, a_torn_ring_is_continued) {
  std::mt19937 random(3);
  const Written whole = written();
  for (int turn = 0; turn < 60; ++turn) {
    const Folder folder;
    std::string torn = whole.bytes;
    const std::size_t at = random() % torn.size();
    if (turn % 3 == 0) torn.resize(at);
    for (std::size_t i = at; i < std::min(at + 700, torn.size()); ++i)
      torn[i] = static_cast<char>(turn % 2 == 0 ? 0 : random());
    write(folder.file(), torn);
    auto ring = RingWriter::open(folder.file(), kSmall,
                                 {"99999999-2222-3333-4444-555555555555", "2", {0, 0}});
    ASSERT_TRUE(ring.ok());
    ASSERT_TRUE(ring->add(reading(1)).ok());
    const RingLog log = log_of(content(folder.file()));
    ASSERT_FALSE(log.boots.empty());
    EXPECT_EQ(log.boots.back().id, "99999999222233334444555555555555");
    ASSERT_EQ(log.boots.back().samples.size(), 1U);
    EXPECT_TRUE(
        same(log.boots.back().samples[0], log_of(content(folder.file())).boots.back().samples[0]));
  }
}

/// A slot made by hand, as another version of the program would write it.
void append(std::string& bytes, ring::SlotHead head, const std::string& payload) {
  std::array<std::byte, ring::kSlotSize> slot{};
  std::memcpy(slot.data() + ring::kHeadSize, payload.data(), payload.size());
  head.length = static_cast<std::uint8_t>(payload.size());
  ring::seal(slot, head);
  bytes.append(reinterpret_cast<const char*>(slot.data()), slot.size());
}

template <class T>
std::string packed(T value) {
  std::string out(sizeof(T), '\0');
  ring::put_little_endian(reinterpret_cast<std::byte*>(out.data()), value);
  return out;
}
std::string packed(float value) { return packed(std::bit_cast<std::uint32_t>(value)); }

TEST(RingLog, metrics_of_another_program_are_known_by_their_names) {
  using ring::SlotKind;
  const std::string names = "future.metric\ngpu.power\nmemory.available";
  const auto schema = ring::crc32c(names);
  std::string bytes;
  append(bytes, {.sequence = 4, .wall = 4, .seconds = 4, .kind = SlotKind::sample},
         packed(schema) + packed(1.0F) + packed(35.5F) + packed(4096.0F));
  append(bytes, {.sequence = 5, .wall = 5, .seconds = 5, .kind = SlotKind::metrics, .part = 0x8000},
         packed(schema) + names.substr(0, 9));
  append(bytes, {.sequence = 6, .wall = 5, .seconds = 5, .kind = SlotKind::metrics, .part = 1},
         packed(schema) + names.substr(9));
  append(bytes, {.sequence = 7, .wall = 6, .seconds = 6, .kind = SlotKind::sample},
         packed(schema) + packed(1.0F) + packed(36.5F));
  append(bytes, {.sequence = 8, .wall = 7, .seconds = 7, .kind = SlotKind::sample},
         packed(schema + 1) + packed(1.0F));
  const RingLog log = log_of(bytes);
  ASSERT_EQ(log.boots.size(), 1U);
  const auto& samples = log.boots[0].samples;
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[0].at(metric("gpu.power")), 35.5);
  EXPECT_EQ(samples[0].at(metric("memory.available")), 4096);
  EXPECT_FALSE(samples[0].knows(metric("memory.free")));
  EXPECT_EQ(samples[1].at(metric("gpu.power")), 36.5);
  EXPECT_FALSE(samples[1].knows(metric("memory.available"))) << "a column that is not there";
  EXPECT_EQ(log.nameless, 1U);
}

TEST(RingLog, parts_of_two_events_between_which_something_is_lost_are_not_joined) {
  using ring::SlotKind;
  std::string bytes;
  append(bytes, {.sequence = 1, .kind = SlotKind::event, .part = ring::kMoreFollow}, "\x06one");
  append(bytes, {.sequence = 4, .kind = SlotKind::event, .part = 1}, "\x06two");
  const auto events = log_of(bytes).boots.front().events;
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].text, "one");
  EXPECT_TRUE(events[0].cut);
  EXPECT_EQ(events[1].text, "two");
}

TEST(RingLog, a_boot_whose_start_is_lost_is_no_part_of_the_one_before) {
  const Folder folder;
  std::string bytes;
  {
    auto ring = RingWriter::open(folder.file(), kSmall, {kFirstBoot, "1", {0, 0}});
    ASSERT_TRUE(ring.ok() && ring->add(reading(5000)).ok());
  }
  const std::size_t start = log_of(content(folder.file())).slots * ring::kSlotSize;
  {
    auto ring = RingWriter::open(folder.file(), kSmall, {kSecondBoot, "1", {0, 0}});
    ASSERT_TRUE(ring.ok() && ring->add(reading(3)).ok());
  }
  bytes = content(folder.file());
  bytes[start + 20] ^= 1;
  const RingLog log = log_of(bytes);
  ASSERT_EQ(log.boots.size(), 2U);
  EXPECT_EQ(log.boots[0].samples.size(), 1U);
  EXPECT_EQ(log.boots[1].samples.size(), 1U);
  EXPECT_EQ(log.boots[1].id, "");
}

TEST(RingLog, nothing_gives_nothing) {
  EXPECT_TRUE(log_of("").boots.empty());
  EXPECT_TRUE(log_of(std::string(100000, '\0')).boots.empty());
  EXPECT_EQ(log_of(std::string(100000, '\0')).torn, 0U);
  EXPECT_EQ(log_of(std::string(1024, 'x')).torn, 4U);
}

/// A disk that gives no byte of a part.
class BadSector : public MemoryBlob {
 public:
  BadSector(std::string bytes, std::uint64_t good) : MemoryBlob(std::move(bytes)), good_(good) {}
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into) const override {
    if (offset >= good_) return Error{Error::Kind::failed, "input/output error"};
    return MemoryBlob::read_at(offset, into);
  }

 private:
  std::uint64_t good_;
};

TEST(RingLog, a_bad_sector_costs_what_lies_on_it) {
  std::string bytes = written().bytes;
  bytes.resize(3U << 20U, '\0');
  EXPECT_FALSE(read_ring(BadSector(bytes, 0)).ok());
  const auto log = read_ring(BadSector(bytes, 1U << 20U));
  ASSERT_TRUE(log.ok());
  EXPECT_EQ(log->boots.size(), 2U);
  EXPECT_EQ(log->unread, 2U << 20U);
}

}  // namespace
}  // namespace gb10
