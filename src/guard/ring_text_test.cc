#include "guard/ring_text.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "guard/ring_testing.h"

namespace gb10 {
namespace {

using ring_testing::Folder;
using ring_testing::kFirstBoot;
using ring_testing::kSecondBoot;
using ring_testing::kSmall;
using ring_testing::log_of;
using ring_testing::reading;

/// A ring of two boots, the first of which ended in a shutdown.
RingLog two_boots() {
  const Folder folder;
  for (const char* const id : {kFirstBoot, kSecondBoot}) {
    auto ring =
        RingWriter::open(folder.file(), kSmall, {id, "0.1.0", {9, 1'780'000'000'000'000'000}});
    EXPECT_TRUE(ring.ok());
    for (int i = 10; i < 20; ++i) EXPECT_TRUE(ring->add(reading(i)).ok());
    EXPECT_TRUE(
        ring->add_event(EventKind::unit_start, "vllm.service", {19.5, 1'780'000'019'500'000'000})
            .ok());
    if (id != kFirstBoot) continue;
    EXPECT_TRUE(ring->stop(kStopShutdown, {20.5, 1'780'000'020'500'000'000}).ok());
  }
  return log_of(ring_testing::content(folder.file()));
}

void expect_same(const RingBoot& a, const RingBoot& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.version, b.version);
  EXPECT_EQ(a.events, b.events);
  EXPECT_EQ(a.stop.has_value(), b.stop.has_value());
  EXPECT_EQ(a.stop.value_or(RingStop()).reason, b.stop.value_or(RingStop()).reason);
  EXPECT_EQ(a.first.wall, b.first.wall);
  EXPECT_EQ(a.last.wall, b.last.wall);
  EXPECT_EQ(a.last.seconds, b.last.seconds);
  ASSERT_EQ(a.samples.size(), b.samples.size());
  for (std::size_t i = 0; i < a.samples.size(); ++i) {
    EXPECT_EQ(a.samples[i].wall, b.samples[i].wall);
    EXPECT_EQ(a.samples[i].values, b.samples[i].values);
  }
}

TEST(RingText, is_read_as_what_it_was_written_of) {
  const RingLog log = two_boots();
  ASSERT_EQ(log.boots.size(), 2U);
  const RingLog again = ring_from_text(ring_text(log, ToldTo::owner));
  ASSERT_EQ(again.boots.size(), 2U);
  EXPECT_EQ(again.torn, 0U);
  for (std::size_t i = 0; i < 2; ++i) expect_same(log.boots[i], again.boots[i]);
}

TEST(RingText, leaves_out_what_is_not_known) {
  RingLog log;
  log.boots.emplace_back();
  Reading blind;
  blind.values[metric("memory.free")] = 5;
  log.boots.back().samples = {blind};
  const std::string text = ring_text(log, ToldTo::owner);
  EXPECT_NE(text.find(R"("values":{"memory.free":5)"), std::string::npos) << text;
  EXPECT_TRUE(std::isnan(ring_from_text(text).boots.at(0).samples.at(0).at(0)));
}

TEST(RingText, holds_the_last_ten_minutes) {
  RingLog log;
  log.boots.emplace_back();
  for (int i = 0; i < 5000; ++i) log.boots.back().samples.push_back(reading(i));
  log.boots.back().last = {4999, reading(4999).wall};
  const RingLog again = ring_from_text(ring_text(log, ToldTo::owner));
  EXPECT_EQ(again.boots.at(0).samples.size(), 601U);
  EXPECT_EQ(again.boots.at(0).samples.back().seconds, 4999);
}

TEST(RingText, leaves_out_what_units_are_for) {
  RingLog log;
  log.boots.emplace_back();
  for (const char* const unit : {"openvpn-client@acme-hq.service", "docker-0123456789abcdef.scope",
                                 "vllm.service", "user@1000.service", "odd@"})
    log.boots.back().events.push_back({EventKind::unit_start, {}, unit, false});
  std::vector<std::string> names;
  const RingLog again = ring_from_text(ring_text(log, ToldTo::strangers));
  for (const RingEvent& event : again.boots.at(0).events) names.push_back(event.text);
  EXPECT_EQ(names, (std::vector<std::string>{"openvpn-client@….service", "docker-….scope",
                                             "vllm.service", "user@….service", "odd@…"}));
}

TEST(RingText, counts_lines_that_are_none) {
  const RingLog log = ring_from_text("{\"seconds\":1,\"wall\":2}\nfoo\n[]\n{\"seconds\":1}\n");
  EXPECT_TRUE(log.boots.empty());
  EXPECT_EQ(log.torn, 4U);
}

}  // namespace
}  // namespace gb10
