#include "guard/recorder.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "guard/ring_testing.h"

namespace gb10 {
namespace {

using ring_testing::content;
using ring_testing::Folder;
using ring_testing::kFirstBoot;
using ring_testing::kSmall;

TEST(Recorder, writes_all_that_waits_before_it_ends) {
  const Folder folder;
  {
    auto ring = RingWriter::open(folder.file(), kSmall, {kFirstBoot, "0.1.0"});
    ASSERT_TRUE(ring.ok());
    Recorder recorder(*std::move(ring), DecisionLog(folder.file("decisions.log")));
    const double now = ring_moment().seconds;
    for (int i = 1; i <= 50; ++i) recorder.add(ring_testing::reading(now + 0.01 * i));
    recorder.add(EventKind::unit_start, "vllm.service");
    recorder.add(EventKind::decision, "stops python (4711)");
    recorder.add(EventKind::action, "dropped clean page cache");
    recorder.stop(kStopShutdown);
  }
  const RingLog log = ring_testing::log_of(content(folder.file()));
  ASSERT_EQ(log.boots.size(), 1U);
  EXPECT_EQ(log.boots[0].samples.size(), 50U);
  EXPECT_EQ(log.boots[0].events.size(), 3U);
  ASSERT_TRUE(log.boots[0].stop.has_value());
  // Only what the guard decided and did stands in the text.
  const std::string text = content(folder.file("decisions.log"));
  ASSERT_EQ(lines(text).size(), 2U) << text;
  EXPECT_TRUE(lines(text)[0].ends_with("Z stops python (4711)"));
  EXPECT_TRUE(lines(text)[1].ends_with("Z dropped clean page cache"));
}

TEST(Recorder, says_once_what_could_not_be_written) {
  const Folder folder;
  auto ring = RingWriter::open(folder.file(), kSmall, {kFirstBoot, "0.1.0"});
  ASSERT_TRUE(ring.ok());
  Recorder recorder(*std::move(ring), DecisionLog(folder.file("none/decisions.log")));
  recorder.add(EventKind::decision, "stops python (4711)");
  std::string trouble;
  for (int i = 0; i < 500 && trouble.empty(); ++i) {
    ::usleep(10'000);
    trouble = recorder.trouble();
  }
  EXPECT_NE(trouble.find("decisions.log"), std::string::npos) << trouble;
  EXPECT_EQ(recorder.trouble(), "");
}

}  // namespace
}  // namespace gb10
