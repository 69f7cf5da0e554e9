#include "explain/line_view.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

using Readings = std::vector<std::string>;

TEST(LineView, reads_the_message_first_and_then_the_whole_line) {
  const LineView view("vllm-1  | (EngineCore pid=140) ValueError: x", 30);
  EXPECT_EQ(view.readings(),
            (Readings{"ValueError: x", "vllm-1  | (EngineCore pid=140) ValueError: x"}));
  EXPECT_EQ(view.message(), "ValueError: x");
  EXPECT_EQ(view.parts().source, "vllm-1");
}

TEST(LineView, a_line_without_prefixes_has_one_reading) {
  EXPECT_EQ(LineView("ValueError: x", 0).readings(), Readings{"ValueError: x"});
  EXPECT_EQ(LineView("", 0).readings(), Readings{""});
  EXPECT_EQ(LineView("ValueError: x\r", 0).readings(), Readings{"ValueError: x"});
}

TEST(LineView, reads_each_line_that_json_says) {
  const LineView view(R"(vllm-1 | {"log":"INFO: a\nValueError: \"x\"\r\n","stream":"stderr"})", 20);
  EXPECT_EQ(view.readings(), (Readings{"a", "INFO: a", "ValueError: \"x\""}));
  EXPECT_EQ(view.parts().source, "vllm-1");
}

TEST(LineView, reads_a_message_with_its_level_too) {
  EXPECT_EQ(LineView("vllm-1  | ERROR: something odd", 12).readings(),
            (Readings{"something odd", "ERROR: something odd", "vllm-1  | ERROR: something odd"}));
  EXPECT_EQ(LineView("#7 12.31 ERROR: no space", 12).readings(),
            (Readings{"no space", "ERROR: no space", "#7 12.31 ERROR: no space"}));
}

TEST(LineView, takes_level_and_time_of_what_is_packed_in_json) {
  const LineView view(R"({"level":"info","msg":"10%\r20%\rdone","time":"2026-08-12T00:00:01Z"})",
                      0);
  EXPECT_EQ(view.readings(), (Readings{"10%", "20%", "done"}));
  EXPECT_TRUE(view.is_fine(0));
  ASSERT_TRUE(view.parts().time.has_value());
  EXPECT_EQ(view.parts().time->second, 1);
}

TEST(LineView, json_that_says_nothing_is_read_as_it_is) {
  EXPECT_EQ(LineView(R"({"a":1})", 0).readings(), Readings{R"({"a":1})"});
  EXPECT_EQ(LineView(R"({"log":"\n"})", 0).readings(), Readings{R"({"log":"\n"})"});
}

TEST(LineView, bytes_that_are_no_utf8_can_be_read) {
  EXPECT_EQ(LineView("a\xff z", 0).readings(), Readings{"a? z"});
}

TEST(LineView, sees_of_progress_that_was_drawn_over_the_piece_that_matters) {
  const std::string line = "  10%\r  20% failed\r 100%\r";
  EXPECT_EQ(LineView(line, line.find("failed")).message(), "  20% failed");
  EXPECT_EQ(LineView(line, 0).message(), "  10%");
  EXPECT_EQ(LineView(line, line.find("100")).message(), " 100%");
}

TEST(LineView, sees_of_a_very_long_line_the_part_that_matters) {
  std::string line(100000, '.');
  line.replace(50000, 5, "Error");
  const LineView view(line, 50000);
  EXPECT_NE(view.message().find("Error"), std::string_view::npos);
  EXPECT_LT(view.message().size(), 10000U);
  EXPECT_EQ(LineView(line.substr(0, 16000), 0).message().size(), 16000U);
  line.replace(line.size() - 5, 5, "Error");
  EXPECT_TRUE(LineView(line, line.size() - 5).message().ends_with("Error"));
}

TEST(LineView, sees_the_part_that_matters_of_a_very_long_piece_too) {
  std::string line = "short\r" + std::string(100000, '.');
  line.replace(90000, 5, "Error");
  EXPECT_NE(LineView(line, 90000).message().find("Error"), std::string_view::npos);
}

TEST(PieceAt, lies_between_carriage_returns) {
  EXPECT_EQ(piece_at("ab\rcd\ref", 0), "ab");
  EXPECT_EQ(piece_at("ab\rcd\ref", 2), "ab");
  EXPECT_EQ(piece_at("ab\rcd\ref", 3), "cd");
  EXPECT_EQ(piece_at("ab\rcd\ref", 7), "ef");
  EXPECT_EQ(piece_at("ab\rcd\ref", 8), "ef");
  EXPECT_EQ(piece_at("", 0), "");
  EXPECT_EQ(piece_at("\r", 0), "");
  EXPECT_EQ(piece_at("\rx", 1), "x");
}

}  // namespace
}  // namespace gb10
