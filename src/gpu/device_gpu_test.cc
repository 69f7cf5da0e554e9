// What only a machine with an NVIDIA GPU can show. Elsewhere these tests skip, saying so.

#include <iostream>

#include <gtest/gtest.h>

#include "gpu/answers.h"
#include "gpu/helper.h"
#include "gpu/kernels.h"

namespace gb10 {
namespace {

class DeviceGpu : public testing::Test {
 protected:
  void SetUp() override {
    const Result<std::vector<GpuInfo>> gpus = asked(R"({"ask":"list"})", list_from);
    if (!gpus.ok() || gpus->empty()) GTEST_SKIP() << "no NVIDIA GPU on this machine";
  }

  template <class T>
  Result<T> asked(const std::string& question, Result<T> (*read)(const Json&)) {
    const Json line = TRY(parse_json(respondent_.answer(question)));
    Result<Result<T>> answer = TRY(answer_in(line, read));
    return *std::move(answer);
  }

  /// Two seconds of load that must be verified.
  LoadResult load(LoadKind kind) {
    if (doctor_load_fatbin().empty()) return {};
    Question question;
    question.ask = Ask::load;
    question.kind = kind;
    question.seconds = 2;
    const Result<LoadResult> load = asked(to_text(to_json(question)), load_from);
    EXPECT_TRUE(load.ok()) << load.error().what;
    if (!load.ok()) return {};
    EXPECT_TRUE(load->verified);
    EXPECT_GT(load->seconds, 1.5);
    EXPECT_GE(load->samples.size(), 3U);
    RecordProperty(word(kind), std::to_string(load->rate));
    std::cout << word(kind) << ": " << to_text(to_json(*load)) << '\n';
    return *load;
  }

 private:
  Respondent respondent_;
};

TEST_F(DeviceGpu, the_list_names_every_gpu_and_says_why_of_the_rest) {
  const auto gpus = asked(R"({"ask":"list"})", list_from);
  ASSERT_TRUE(gpus.ok());
  std::cout << to_text(to_json(*gpus), 1) << '\n';
  for (const GpuInfo& gpu : *gpus) {
    EXPECT_EQ(gpu.fields.all().size(), gpu_fields().size());
    EXPECT_NE(gpu.fields.known<std::string>("name"), nullptr);
    EXPECT_NE(gpu.fields.known<Version>("compute_capability"), nullptr);
    EXPECT_NE(gpu.fields.known<Quantity>("clock.max_sm"), nullptr);
    for (const auto& [key, fact] : gpu.fields.all()) {
      EXPECT_TRUE(fact.value.ok() || !fact.value.error().what.empty()) << key;
    }
  }
}

TEST_F(DeviceGpu, the_driver_is_known_and_its_compute_engine_lives) {
  const auto driver = asked(R"({"ask":"driver"})", driver_from);
  ASSERT_TRUE(driver.ok());
  std::cout << to_text(to_json(*driver)) << '\n';
  EXPECT_TRUE(driver->driver_version.ok());
  EXPECT_GE(driver->cuda_version.value_or(0), 12000);
  EXPECT_EQ(driver->cu_init.value_or(-1), 0);
}

TEST_F(DeviceGpu, a_sample_has_the_four_things_that_judge_a_clock) {
  const auto sample = asked(R"({"ask":"sample","gpu":0})", strict_sample_from);
  ASSERT_TRUE(sample.ok());
  std::cout << to_text(to_json(*sample)) << '\n';
  EXPECT_TRUE(sample->utilization && sample->sm_clock && sample->power && sample->reasons);
}

TEST_F(DeviceGpu, processes_are_listed) {
  const auto processes = asked(R"({"ask":"processes"})", processes_from);
  EXPECT_TRUE(processes.ok()) << processes.error().what;
}

TEST_F(DeviceGpu, arithmetic_is_verified_and_above_one_teraflop) {
  if (doctor_load_fatbin().empty()) GTEST_SKIP() << "built without device code";
  const LoadResult result = load(LoadKind::fma);
  EXPECT_GT(result.rate, 1e12);
  ASSERT_FALSE(result.samples.empty());
  EXPECT_GT(result.samples.back().utilization.value_or(0), 0.9);
}

TEST_F(DeviceGpu, reading_a_matrix_is_verified_and_above_50_gigabytes_a_second) {
  if (doctor_load_fatbin().empty()) GTEST_SKIP() << "built without device code";
  EXPECT_GT(load(LoadKind::matrix_vector).rate, 50e9);
}

TEST_F(DeviceGpu, copying_is_verified_and_above_50_gigabytes_a_second) {
  if (doctor_load_fatbin().empty()) GTEST_SKIP() << "built without device code";
  EXPECT_GT(load(LoadKind::copy).rate, 50e9);
}

}  // namespace
}  // namespace gb10
