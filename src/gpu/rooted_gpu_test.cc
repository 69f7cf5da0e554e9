#include "gpu/rooted_gpu.h"

#include <random>

#include <gtest/gtest.h>

namespace gb10 {
namespace {

using namespace std::chrono_literals;

constexpr const char* kSick =
    R"({"ask":"driver","answer":{"driver_version":"580.142","nvml_version":"580.142",)"
    R"("cuda_version":13000,"cu_init":0}})"
    "\n"
    R"({"ask":"list","answer":[{"index":0,"fields":{"name":"NVIDIA GB10"}}]})"
    "\n\n"
    R"({"ask":"processes","error":{"kind":"unsupported","what":"Not Supported"}})"
    "\n"
    R"({"ask":"sample","gpu":0,"answer":{"seconds":0,"utilization":0.96,"sm_clock":690000000,)"
    R"("power":17,"temperature":45,"reasons":0}})"
    "\n"
    R"({"ask":"sample","gpu":0,"answer":{"seconds":1,"utilization":0.97,"sm_clock":695000000,)"
    R"("power":17.5}})"
    "\n"
    R"({"ask":"load","gpu":0,"kind":"fma","answer":{"kind":"fma","seconds":4,"rate":8.3e12,)"
    R"("verified":true,"samples":[]}})"
    "\n";

TEST(RootedGpu, it_answers_what_the_tree_holds) {
  const Result<RootedGpu> gpu = RootedGpu::read(kSick);
  ASSERT_TRUE(gpu.ok()) << gpu.error().what;
  EXPECT_EQ(*gpu->driver()->driver_version, "580.142");
  EXPECT_EQ(*gpu->driver()->cu_init, 0);
  EXPECT_EQ(*gpu->list()->at(0).fields.known<std::string>("name"), "NVIDIA GB10");
  EXPECT_EQ(gpu->processes().error(), (Error{Error::Kind::unsupported, "Not Supported"}));
  EXPECT_EQ(gpu->load(0, LoadKind::fma, 1s)->rate, 8.3e12);
}

TEST(RootedGpu, the_sample_lines_of_a_gpu_are_its_series_whatever_the_window) {
  const Result<RootedGpu> gpu = RootedGpu::read(kSick);
  const Result<GpuSeries> series = gpu->samples(0, 0s);
  ASSERT_TRUE(series.ok());
  EXPECT_EQ(series->origin, "recorded");
  ASSERT_EQ(series->samples.size(), 2U);
  EXPECT_EQ(series->samples[0].reasons, 0U);
  EXPECT_EQ(series->samples[1].sm_clock, 695e6);
  EXPECT_EQ(series->samples[1].temperature, std::nullopt);
}

TEST(RootedGpu, what_was_not_asked_is_not_recorded) {
  const Result<RootedGpu> gpu = RootedGpu::read(kSick);
  EXPECT_EQ(gpu->samples(1, 0s).error().kind, Error::Kind::not_recorded);
  EXPECT_EQ(gpu->load(0, LoadKind::copy, 1s).error().kind, Error::Kind::not_recorded);
}

TEST(RootedGpu, without_a_file_nothing_is_recorded) {
  const RootedGpu gpu;
  EXPECT_EQ(gpu.list().error().kind, Error::Kind::not_recorded);
  EXPECT_EQ(gpu.driver().error().kind, Error::Kind::not_recorded);
  EXPECT_EQ(gpu.processes().error().kind, Error::Kind::not_recorded);
  EXPECT_EQ(gpu.samples(0, 1s).error().kind, Error::Kind::not_recorded);
  EXPECT_EQ(gpu.load(0, LoadKind::fma, 1s).error().kind, Error::Kind::not_recorded);
}

TEST(RootedGpu, a_line_that_cannot_be_read_is_named) {
  const auto refused = [](std::string_view text) {
    const Result<RootedGpu> gpu = RootedGpu::read(text);
    return gpu.ok() ? std::string("read") : gpu.error().what;
  };
  EXPECT_EQ(refused("{\"ask\":\"list\",\"answer\":[]}\n\nnonsense\n"),
            "line 3 of gpu.jsonl: no JSON at byte 2");
  EXPECT_EQ(refused(R"({"ask":"sample","gpu":0,"answer":{"seconds":0,"sm_clok":1}})"),
            "line 1 of gpu.jsonl: \"sm_clok\" is not known here");
  EXPECT_EQ(refused("{\"ask\":\"list\",\"answer\":[]}\n{\"ask\":\"list\",\"answer\":[]}\n"),
            "line 2 of gpu.jsonl: a second answer to one question");
}

TEST(RootedGpu, damage_is_read_or_refused_and_never_more) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string text = kSick;
    for (int changes = 0; changes < 3; ++changes) {
      const std::size_t at = random() % text.size();
      if (random() % 2) {
        text[at] = static_cast<char>(random() % 128);
      } else {
        text.erase(at, random() % 40);
      }
      if (text.empty()) text = "x";
    }
    const Result<RootedGpu> gpu = RootedGpu::read(text);
    ASSERT_TRUE(gpu.ok() || gpu.error().kind == Error::Kind::invalid);
  }
}

TEST(RootedGpu, an_error_among_samples_counts_only_where_there_is_none) {
  const char* const error = R"({"ask":"sample","gpu":0,"error":{"kind":"timeout","what":"x"}})";
  const char* const sample = R"({"ask":"sample","gpu":0,"answer":{"seconds":0}})";
  EXPECT_EQ(RootedGpu::read(error)->samples(0, 0s).error().kind, Error::Kind::timeout);
  const std::string both = std::string(error) + "\n" + sample + "\n" + error + "\n";
  EXPECT_EQ(RootedGpu::read(both)->samples(0, 0s)->samples.size(), 1U);
}

}  // namespace
}  // namespace gb10
