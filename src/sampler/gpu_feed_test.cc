#include "sampler/gpu_feed.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "sampler/clock.h"

namespace gb10 {
namespace {

using namespace std::chrono_literals;

/// A driver of a few lines of shell, in a directory of its own.
class FakeDriver {
 public:
  explicit FakeDriver(const std::string& body) {
    std::string pattern = testing::TempDir() + "gb10-feed-XXXXXX";
    CHECK(mkdtemp(pattern.data()) != nullptr);
    directory_ = pattern;
    std::ofstream(directory_ + "/driver.sh") << body;
  }
  FakeDriver(const FakeDriver&) = delete;
  FakeDriver& operator=(const FakeDriver&) = delete;
  ~FakeDriver() { std::filesystem::remove_all(directory_); }

  GpuFeed::Settings settings() const {
    GpuFeed::Settings settings;
    settings.helper.argv = {"/bin/sh", directory_ + "/driver.sh", directory_};
    settings.helper.deadline = 300ms;
    settings.every = 10ms;
    settings.holders_every = 30ms;
    return settings;
  }
  /// How often it was started, or whatever else it writes a line for into that file.
  int lines(const std::string& name) const {
    std::ifstream file(directory_ + "/" + name);
    int count = 0;
    for (std::string line; std::getline(file, line);) ++count;
    return count;
  }
  void put(const std::string& name) const { std::ofstream(directory_ + "/" + name) << "x\n"; }

 private:
  std::string directory_;
};

constexpr const char* kWorks = R"(
echo x >> "$1/starts"
n=0
while read -r line; do
  case "$line" in
    *processes*) echo x >> "$1/listings"; echo '{"answer":[)"
                               R"({"gpu":0,"pid":7,"memory":100,"type":"graphics"},)"
                               R"({"gpu":1,"pid":9,"memory":900,"type":"compute"},)"
                               R"({"gpu":0,"pid":8,"memory":500,"type":"compute"},)"
                               R"({"gpu":0,"pid":6,"type":"compute"}]}' ;;
    *sample*) if [ -e "$1/hang" ]; then exec sleep 100; fi
              if [ -e "$1/die" ]; then exit 1; fi
              n=$((n + 1)); echo '{"answer":{"seconds":0,"power":'$n'}}' ;;
  esac
done
)";

/// Waits until `done`, or fails after a while.
template <class F>
bool soon(F done) {
  for (int i = 0; i < 1000; ++i) {
    if (done()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

TEST(GpuFeed, gives_the_newest_sample_and_who_holds_memory) {
  const FakeDriver driver(kWorks);
  GpuFeed feed(driver.settings());
  ASSERT_TRUE(soon([&] { return feed.news(boot_seconds()).number > 2; }));
  const GpuNews& news = feed.news(boot_seconds());
  ASSERT_TRUE(news.sample);
  EXPECT_GT(news.sample->power, 2);
  EXPECT_LE(news.sampled, boot_seconds());
  ASSERT_TRUE(news.knows_holders);
  ASSERT_EQ(news.count, 3U) << "those of another GPU do not count";
  EXPECT_EQ(news.holders[0].pid, 8);
  EXPECT_EQ(news.holders[1].pid, 7);
  EXPECT_EQ(news.holders[2].pid, 6);
  EXPECT_TRUE(std::isnan(news.holders[2].bytes));
  EXPECT_EQ(feed.why_not(), "");
  EXPECT_EQ(driver.lines("starts"), 1);
}

TEST(GpuFeed, power_may_be_asked_more_often_than_processes) {
  const FakeDriver driver(kWorks);
  GpuFeed::Settings settings = driver.settings();
  settings.holders_every = 10s;
  GpuFeed feed(settings);
  ASSERT_TRUE(soon([&] { return feed.news(boot_seconds()).number > 5; }));
  EXPECT_EQ(driver.lines("listings"), 1);
}

TEST(GpuFeed, asks_nothing_while_it_pauses_and_knows_what_asking_took) {
  const FakeDriver driver(kWorks);
  GpuFeed feed(driver.settings());
  ASSERT_TRUE(soon([&] { return feed.news(boot_seconds()).number > 2; }));
  feed.pause(true);
  std::this_thread::sleep_for(50ms);  // an answer under way may still come
  const std::uint64_t number = feed.news(boot_seconds()).number;
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(feed.news(boot_seconds()).number, number);
  feed.pause(false);
  EXPECT_TRUE(soon([&] { return feed.news(boot_seconds()).number > number; }));
  const auto took = feed.cpu_seconds();
  ASSERT_TRUE(took);
  EXPECT_GT(*took, 0);
  EXPECT_TRUE(soon([&] { return feed.cpu_seconds().value_or(0) > *took; }));
}

TEST(GpuFeed, what_is_older_than_three_seconds_is_not_given) {
  const FakeDriver driver(kWorks);
  GpuFeed feed(driver.settings());
  ASSERT_TRUE(soon([&] { return feed.news(boot_seconds()).sample.has_value(); }));
  EXPECT_TRUE(feed.news(boot_seconds() + 2.5).sample);
  const GpuNews& late = feed.news(boot_seconds() + 4);
  EXPECT_FALSE(late.sample);
  EXPECT_FALSE(late.knows_holders);
  EXPECT_EQ(late.count, 0U);
}

TEST(GpuFeed, a_driver_that_hangs_holds_no_reader_and_is_tried_again_later) {
  const FakeDriver driver(kWorks);
  GpuFeed::Settings settings = driver.settings();
  settings.again = 800ms;
  GpuFeed feed(settings);
  ASSERT_TRUE(soon([&] { return feed.news(boot_seconds()).number > 0; }));
  driver.put("hang");
  ASSERT_TRUE(soon([&] { return !feed.why_not().empty(); }));
  EXPECT_NE(feed.why_not().find("did not answer"), std::string::npos) << feed.why_not();
  const double before = boot_seconds();
  for (int i = 0; i < 1000; ++i) feed.news(boot_seconds());
  EXPECT_LT(boot_seconds() - before, 0.25);
  EXPECT_FALSE(feed.has_ended());
  EXPECT_LE(driver.lines("starts"), 2);
  ASSERT_TRUE(soon([&] { return driver.lines("starts") >= 2; }));
}

TEST(GpuFeed, a_helper_that_dies_is_replaced_at_most_once_in_a_while) {
  const FakeDriver driver(kWorks);
  driver.put("die");
  GpuFeed::Settings settings = driver.settings();
  settings.again = 400ms;
  GpuFeed feed(settings);
  const double begun = boot_seconds();
  ASSERT_TRUE(soon([&] { return driver.lines("starts") >= 3; }));
  EXPECT_GE(boot_seconds() - begun, 0.7);
  EXPECT_NE(feed.why_not(), "");
}

TEST(GpuFeed, without_a_driver_it_ends_and_says_why) {
  const FakeDriver driver(
      "echo x >> \"$1/starts\"\nwhile read -r line; do\n"
      "  echo '{\"error\":{\"kind\":\"unsupported\",\"what\":\"there is no driver\"}}'\ndone\n");
  GpuFeed::Settings settings = driver.settings();
  settings.again = 20ms;
  GpuFeed feed(settings);
  ASSERT_TRUE(soon([&] { return feed.has_ended(); }));
  EXPECT_EQ(feed.why_not(), "there is no driver");
  EXPECT_FALSE(feed.news(boot_seconds()).sample);
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(driver.lines("starts"), 1);
}

TEST(GpuFeed, a_program_that_is_not_there_ends_no_reader) {
  GpuFeed::Settings settings;
  settings.helper.argv = {"/nonexistent/gb10", "--gpu-helper"};
  GpuFeed feed(settings);
  ASSERT_TRUE(soon([&] { return !feed.why_not().empty(); }));
  EXPECT_FALSE(feed.news(boot_seconds()).sample);
}

TEST(GpuFeed, ends_at_once_while_it_waits) {
  const FakeDriver driver(kWorks);
  GpuFeed::Settings settings = driver.settings();
  settings.every = 100s;
  const double before = boot_seconds();
  {
    GpuFeed feed(settings);
    ASSERT_TRUE(soon([&] { return feed.news(boot_seconds()).number > 0; }));
  }
  EXPECT_LT(boot_seconds() - before, 3);
}

}  // namespace
}  // namespace gb10
