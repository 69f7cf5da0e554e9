#include "report/top.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace gb10 {
namespace {

TopFrame busy() {
  TopFrame frame;
  frame.time = "16:45:10";
  frame.numbers = {{"gpu.power", watts(82.5)},
                   {"gpu.sm_clock", megahertz(2405)},
                   {"gpu.temperature", celsius(64)},
                   {"gpu.utilization", percent(96)},
                   {"cpu.busy", percent(12)},
                   {"memory.available", bytes(40.0 * (1U << 30))},
                   {"pressure.memory_some", percent(0)},
                   {"disk.read", std::nullopt}};
  frame.limits = {"sw_power_cap"};
  frame.memory = {{bytes(80.0 * (1U << 30)),
                   "pinned by the driver or used by the kernel, counted "
                   "nowhere else and left over by all the others"},
                  {bytes(2.0 * (1U << 20)), "free"}};
  frame.whole = bytes(128.0 * (1U << 30));
  frame.swap_whole = bytes(0);
  frame.on_gpu.emplace();
  frame.on_gpu->push_back({4711, "VLLM::EngineCore", bytes(77.0 * (1U << 30))});
  frame.on_gpu->push_back({4712, "ollama", std::nullopt});
  frame.largest = {
      {99, "a name\x1b[2J of äöü many letters, which goes on and on and on", bytes(1)}};
  return frame;
}

std::string shown(const TopFrame& frame, std::size_t width = 100, bool color = false) {
  return joined(screen_lines(frame, {.color = color, .width = width, .all = true}), "\n");
}

TEST(TopText, shows_watts_memory_and_who_holds_it) {
  const std::string text = shown(busy());
  EXPECT_NE(
      text.find("GPU      82.5 W   2405 MHz   64 °C   96 % in use   held back by sw_power_cap"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("  128.0  GiB of memory, 40.0 can still be had"), std::string::npos) << text;
  EXPECT_NE(text.find("   <0.1  free"), std::string::npos) << text;
  EXPECT_NE(text.find("   77.0  VLLM::EngineCore, pid 4711"), std::string::npos) << text;
  EXPECT_NE(text.find("      ?  ollama, pid 4712"), std::string::npos) << text;
  EXPECT_NE(text.find("swap     none"), std::string::npos) << text;
}

TEST(TopText, no_line_is_wider_than_the_screen) {
  for (const std::size_t width : {20U, 60U, 61U, 80U, 120U}) {
    for (const std::string& line :
         screen_lines(busy(), {.color = false, .width = width, .all = true}))
      EXPECT_LE(columns(line), width) << line;
  }
}

TEST(TopText, what_is_not_known_is_left_out_or_said) {
  TopFrame frame = busy();
  EXPECT_EQ(shown(frame).find("disk "), std::string::npos);
  frame.no_gpu = "there is no driver";
  frame.on_gpu.reset();
  frame.memory.clear();
  const std::string text = shown(frame);
  EXPECT_NE(text.find("GPU      not known: there is no driver"), std::string::npos) << text;
  EXPECT_EQ(text.find("GiB of memory"), std::string::npos) << text;
  EXPECT_EQ(text.find("GPU memory"), text.rfind("GPU memory")) << text;
  frame.on_gpu.emplace();
  EXPECT_NE(shown(frame).find("nobody holds GPU memory"), std::string::npos);
}

TEST(TopText, names_of_programs_move_no_cursor) {
  EXPECT_EQ(shown(busy()).find('\x1b'), std::string::npos);
  EXPECT_NE(shown(busy(), 100, true).find("\x1b[1m"), std::string::npos);
}

TEST(TopText, json_has_null_for_what_is_not_known) {
  const Json json = to_json(busy());
  EXPECT_TRUE(json.find("numbers")->find("disk.read")->is_null());
  EXPECT_TRUE(json.find("gpu_not_known")->is_null());
  EXPECT_TRUE(json.find("swap_used")->is_null());
  EXPECT_EQ(json.find("on_gpu")->as_array()->size(), 2U);
  EXPECT_TRUE((*json.find("on_gpu")->as_array())[1].find("memory")->is_null());
  TopFrame frame = busy();
  frame.on_gpu.reset();
  EXPECT_TRUE(to_json(frame).find("on_gpu")->is_null());
}

}  // namespace
}  // namespace gb10
