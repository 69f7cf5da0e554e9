#include "gpu/helper_gpu.h"

#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace gb10 {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// A helper program of a few lines of shell, in a directory of its own.
class Script {
 public:
  explicit Script(const std::string& body) {
    std::string pattern = testing::TempDir() + "gb10-helper-XXXXXX";
    CHECK(mkdtemp(pattern.data()) != nullptr);
    directory_ = pattern;
    std::ofstream(path()) << body;
  }
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;
  ~Script() { std::filesystem::remove_all(directory_); }

  std::string path() const { return directory_ + "/helper.sh"; }
  std::string file(const std::string& name) const { return directory_ + "/" + name; }
  HelperGpu gpu(std::chrono::milliseconds deadline = 5000ms) const {
    HelperGpu::Settings settings;
    settings.argv = {"/bin/sh", path(), directory_};
    settings.deadline = deadline;
    settings.sample_every = 20ms;
    return HelperGpu(std::move(settings));
  }

 private:
  std::string directory_;
};

constexpr const char* kAnswers = R"(
n=0
while read -r line; do
  case "$line" in
    *driver*) echo '{"answer":{"driver_version":"580.142","cu_init":0}}' ;;
    *list*) echo '{"answer":[{"index":0,"fields":{"name":"NVIDIA GB10"}}]}' ;;
    *processes*) echo '{"error":{"kind":"unsupported","what":"Not Supported"}}' ;;
    *sample*) n=$((n + 1)); echo '{"answer":{"seconds":'$n'.5,"power":17}}' ;;
    *load*) echo "$line" > "$1/asked"
            echo '{"answer":{"kind":"copy","seconds":1,"rate":2e11,'\
'"verified":true,"samples":[]}}' ;;
  esac
done
)";

TEST(HelperGpu, answers_come_through_one_helper) {
  const Script script(kAnswers);
  const HelperGpu gpu = script.gpu();
  gpu.start();
  EXPECT_EQ(*gpu.driver()->driver_version, "580.142");
  EXPECT_EQ(*gpu.list()->at(0).fields.known<std::string>("name"), "NVIDIA GB10");
  EXPECT_EQ(gpu.processes().error(), (Error{Error::Kind::unsupported, "Not Supported"}));
  EXPECT_EQ(*gpu.driver()->cu_init, 0) << "an honest error does not end the helper";
}

TEST(HelperGpu, samples_count_from_the_first_over_the_window) {
  const Script script(kAnswers);
  const HelperGpu gpu = script.gpu();
  const Result<GpuSeries> series = gpu.samples(0, 0.1s);
  ASSERT_TRUE(series.ok());
  EXPECT_EQ(series->origin, "watched for 0.1 s");
  ASSERT_EQ(series->samples.size(), 6U);
  EXPECT_EQ(series->samples[0].seconds, 0);
  EXPECT_EQ(series->samples[5].seconds, 5);
  EXPECT_EQ(gpu.samples(0, 0s)->samples.size(), 1U);
}

TEST(HelperGpu, a_load_tells_its_kind_and_length) {
  const Script script(kAnswers);
  const Result<LoadResult> load = script.gpu().load(1, LoadKind::copy, 1.5s);
  ASSERT_TRUE(load.ok());
  EXPECT_EQ(load->rate, 2e11);
  std::string asked;
  std::ifstream file(script.file("asked"));
  std::getline(file, asked);
  EXPECT_EQ(asked, R"({"ask":"load","gpu":1,"kind":"copy","seconds":1.5})");
  EXPECT_EQ(script.gpu().load(0, LoadKind::copy, -1s).error().kind, Error::Kind::invalid);
}

TEST(HelperGpu, a_driver_that_hangs_is_a_timeout_and_is_not_waited_for_again) {
  const Script script("read -r line\necho $$ > \"$1/pid\"\nexec sleep 100\n");
  const HelperGpu gpu = script.gpu(300ms);
  const Clock::time_point asked = Clock::now();
  const Result<GpuDriver> driver = gpu.driver();
  ASSERT_FALSE(driver.ok());
  EXPECT_EQ(driver.error().kind, Error::Kind::timeout);
  EXPECT_EQ(driver.error().what, "the NVIDIA driver did not answer in 300 ms");
  const Clock::time_point again = Clock::now();
  EXPECT_LT(again - asked, 5s);
  EXPECT_EQ(gpu.list().error(), driver.error());
  EXPECT_EQ(gpu.samples(0, 10s).error(), driver.error());
  EXPECT_LT(Clock::now() - again, 1s);
  int pid = 0;
  std::ifstream(script.file("pid")) >> pid;
  ASSERT_GT(pid, 0);
  EXPECT_NE(kill(pid, 0), 0) << "the helper that hung is left running";
}

TEST(HelperGpu, the_deadline_is_told_in_whole_seconds) {
  const Script script("read -r line\nexec sleep 100\n");
  EXPECT_EQ(script.gpu(1000ms).list().error().what, "the NVIDIA driver did not answer in 1 s");
}

TEST(HelperGpu, a_load_may_take_its_own_length_besides) {
  const Script script(
      "read -r line\nsleep 0.6\necho '{\"answer\":{\"kind\":\"fma\",\"seconds\":1,"
      "\"rate\":2,\"verified\":false,\"samples\":[]}}'\n");
  EXPECT_TRUE(script.gpu(300ms).load(0, LoadKind::fma, 1s).ok());
}

TEST(HelperGpu, a_helper_that_dies_is_a_failure_for_good) {
  const Script script("read -r line\nkill -SEGV $$\n");
  const HelperGpu gpu = script.gpu();
  const Result<std::vector<GpuInfo>> list = gpu.list();
  ASSERT_FALSE(list.ok());
  EXPECT_EQ(list.error().kind, Error::Kind::unfinished);
  EXPECT_TRUE(
      list.error().what.starts_with("the process that asks the NVIDIA driver gave no answer: "))
      << list.error().what;
  EXPECT_EQ(gpu.driver().error(), list.error());
}

TEST(HelperGpu, garbage_is_a_failure_for_good) {
  for (const char* const line :
       {"nonsense", "{}", "[]", R"({"answer":7})", R"({"answer":[{"index":"x","fields":{}}]})"}) {
    const Script script(fmt::format("while read -r q; do echo '{}'; done\n", line));
    const HelperGpu gpu = script.gpu();
    EXPECT_EQ(gpu.list().error().kind, Error::Kind::unfinished) << line;
    EXPECT_EQ(gpu.driver().error(), gpu.list().error()) << line;
  }
}

TEST(HelperGpu, a_program_that_is_not_there_answers_with_an_error) {
  HelperGpu::Settings settings;
  settings.argv = {"/nonexistent/gb10", "--gpu-helper"};
  const HelperGpu gpu(std::move(settings));
  gpu.start();
  EXPECT_FALSE(gpu.list().ok());
}

TEST(HelperGpu, starting_does_not_wait_for_the_driver) {
  const Script script("while [ ! -e \"$1/go\" ]; do sleep 0.02; done\n" + std::string(kAnswers));
  const HelperGpu gpu = script.gpu();
  gpu.start();
  std::ofstream(script.file("go")) << "now";
  EXPECT_TRUE(gpu.driver().ok());
}

TEST(HelperGpu, the_helper_sees_nothing_of_the_callers_environment) {
  const Script script("env > \"$1/environment\"\n" + std::string(kAnswers));
  setenv("CUDA_VISIBLE_DEVICES", "", 1);
  EXPECT_TRUE(script.gpu().driver().ok());
  unsetenv("CUDA_VISIBLE_DEVICES");
  std::ifstream file(script.file("environment"));
  const std::string seen{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(seen.find("CUDA_VISIBLE_DEVICES"), std::string::npos);
  EXPECT_NE(seen.find("CUDA_CACHE_DISABLE=1"), std::string::npos);
}

}  // namespace
}  // namespace gb10
