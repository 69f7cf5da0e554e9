#include "guard/decision_log.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "guard/ring_testing.h"

namespace gb10 {
namespace {

using ring_testing::content;
using ring_testing::Folder;

constexpr std::int64_t kNoon = 1'795'176'000'000'000'000;

TEST(DecisionLog, has_a_line_for_each) {
  const Folder folder;
  const DecisionLog log(folder.file("decisions.log"));
  ASSERT_TRUE(log.add("stopped \"python\" (4711)", kNoon).ok());
  ASSERT_TRUE(log.add("two\nlines", kNoon + 1'500'000'000).ok());
  EXPECT_EQ(content(folder.file("decisions.log")),
            "2026-11-20T12:00:00Z stopped \"python\" (4711)\n2026-11-20T12:00:01Z two?lines\n");
}

TEST(DecisionLog, that_is_full_becomes_the_one_before) {
  const Folder folder;
  const DecisionLog log(folder.file("decisions.log"));
  ring_testing::write(folder.file("decisions.log"), std::string(DecisionLog::kFull, 'a'));
  ring_testing::write(folder.file("decisions.log.1"), "older\n");
  ASSERT_TRUE(log.add("new", kNoon).ok());
  EXPECT_EQ(content(folder.file("decisions.log")), "2026-11-20T12:00:00Z new\n");
  EXPECT_EQ(content(folder.file("decisions.log.1")).size(), DecisionLog::kFull);
}

TEST(DecisionLog, is_not_written_through_a_link) {
  const Folder folder;
  ring_testing::write(folder.file("other"), "");
  std::filesystem::create_symlink(folder.file("other"), folder.file("decisions.log"));
  const auto done = DecisionLog(folder.file("decisions.log")).add("new", kNoon);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(content(folder.file("other")), "");
}

TEST(DecisionLog, lies_beside_the_ring) {
  EXPECT_EQ(decisions_beside("/var/lib/gb10/ring"), "/var/lib/gb10/decisions.log");
  EXPECT_EQ(decisions_beside("/data/ring"), "/data/ring.decisions.log");
}

}  // namespace
}  // namespace gb10
