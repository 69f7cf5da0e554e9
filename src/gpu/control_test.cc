#include "gpu/control.h"

#include <gtest/gtest.h>

#include "gpu/fake_nvml.h"

namespace gb10 {
namespace {

// What NVML was asked for: its functions are plain ones.
int locks = 0, resets = 0;
unsigned lowest = 0, highest = 0;

Result<Nvml> fake(nvml::Status answer = nvml::kSuccess) {
  nvml::Api api = fake_gb10();
  locks = resets = 0;
  api.nvmlDeviceSetGpuLockedClocks.function = [](nvml::Device, unsigned low, unsigned high) {
    lowest = low, highest = high;
    return ++locks, nvml::kSuccess;
  };
  if (answer != nvml::kSuccess) fake::refuse<nvml::kNotSupported>(api.nvmlDeviceSetGpuLockedClocks);
  api.nvmlDeviceResetGpuLockedClocks.function = [](nvml::Device) {
    return ++resets, nvml::kSuccess;
  };
  return Nvml::with(api);
}

TEST(GpuControl, locks_and_resets) {
  const auto nvml = fake();
  EXPECT_EQ(control_answer(nvml, R"({"set": "lock", "gpu": 0, "lowest": 0, "highest": 2200})"),
            R"({"answer":true})");
  EXPECT_EQ(locks, 1);
  EXPECT_EQ(highest, 2200U);
  EXPECT_EQ(control_answer(nvml, R"({"set": "reset", "gpu": 0})"), R"({"answer":true})");
  EXPECT_EQ(resets, 1);
}

TEST(GpuControl, tells_what_the_driver_refuses) {
  const std::string answer = control_answer(
      fake(nvml::kNotSupported), R"({"set": "lock", "gpu": 0, "lowest": 0, "highest": 2200})");
  EXPECT_NE(answer.find("Not Supported"), std::string::npos) << answer;
}

TEST(GpuControl, does_nothing_for_what_makes_no_sense) {
  const auto nvml = fake();
  for (const char* const question :
       {"", "{}", "[]", R"({"set": "lock", "gpu": 0})", R"({"set": "melt", "gpu": 0})",
        R"({"set": "lock", "gpu": -1, "lowest": 0, "highest": 1})",
        R"({"set": "lock", "gpu": 0, "lowest": -5, "highest": 1})",
        R"({"set": "lock", "gpu": 0, "lowest": 0, "highest": 99999})"})
    EXPECT_NE(control_answer(nvml, question).find("error"), std::string::npos) << question;
  EXPECT_EQ(locks + resets, 0);
}

}  // namespace
}  // namespace gb10
