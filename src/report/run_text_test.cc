#include "report/run_text.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "report/run_samples.h"

namespace gb10 {
namespace {

bool has(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

/// Columns of every row of a table: bars that nothing escapes.
std::vector<std::size_t> columns_of_rows(const std::string& text) {
  std::vector<std::size_t> out;
  for (const std::string_view line : lines(text)) {
    if (!line.starts_with("|")) continue;
    out.push_back(0);
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '\\')
        ++i;
      else if (line[i] == '|')
        ++out.back();
    }
  }
  return out;
}

TEST(RunMarkdown, says_the_verdict_first_and_then_why) {
  const std::string text = run_markdown(std::vector{throttled_gemm()});
  EXPECT_TRUE(text.starts_with("**healthy: 94.4 TFLOP/s steady (93.9-94.8)**\n\n- seen: 83 %"))
      << text;
  EXPECT_TRUE(has(text, "- seen: limited by power from 6 s on")) << text;
  EXPECT_TRUE(has(text, "- run: gb10 bench gemm --seconds 60\n")) << text;
  EXPECT_TRUE(has(text, "- begun: 2026-11-29 17:15:02 UTC, id 20261128-171502-4711, gb10 0.4.0"))
      << text;
}

TEST(RunMarkdown, shows_each_number_with_its_unit_and_where_it_comes_from) {
  const std::string text = run_markdown(std::vector{throttled_gemm()});
  EXPECT_TRUE(has(text, "| gemm.rate | 94.4 TFLOP/s | measured | median of 12 blocks |")) << text;
  EXPECT_TRUE(has(text, "| gpu.power | 601 of 601 | 12 W | 90.0 W | 92.0 W |")) << text;
  EXPECT_TRUE(has(text, "| library | cuBLASLt 13.1.0 |")) << text;
  EXPECT_FALSE(has(text, "| verdict")) << text;
}

TEST(RunMarkdown, what_is_not_known_has_no_number) {
  const std::string text = run_markdown(std::vector{run_with_gaps()});
  EXPECT_TRUE(text.starts_with("**no verdict is said**")) << text;
  EXPECT_TRUE(has(text, "| gpu.energy | not known | computed | the driver did not answer")) << text;
  EXPECT_TRUE(has(text, "| gpu.sm_clock | 0 of 601 | not known | not known | not known |")) << text;
  EXPECT_TRUE(has(text, "- note: gpu.sm_clock was not known")) << text;
  EXPECT_FALSE(has(text, "nan")) << text;
}

TEST(RunMarkdown, several_runs_stand_side_by_side) {
  const std::string text = run_markdown(std::vector{throttled_gemm(), run_with_gaps()});
  EXPECT_TRUE(has(text, "**A: healthy")) << text;
  EXPECT_TRUE(has(text, "**B: no verdict is said**")) << text;
  EXPECT_TRUE(has(text, "| result | A | B | evidence | how |")) << text;
  EXPECT_TRUE(has(text, "| gemm.rate | 94.4 TFLOP/s | - | measured |")) << text;
  EXPECT_TRUE(has(text, "| gpu.power | B |")) << text;
}

TEST(RunMarkdown, no_text_of_a_record_is_more_than_text) {
  RunRecord record = hostile_run();
  record.params["a|b\n| c"] = "![x](y) | `z`";
  const std::string text = run_markdown(std::vector{record});
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<' || text[i] == '[') {
      EXPECT_EQ(text[i - 1], '\\') << text.substr(i, 30);
    }
  }
  EXPECT_FALSE(has(text, "\x1b"));
  for (const std::size_t columns : columns_of_rows(text))
    EXPECT_TRUE(columns == 3 || columns == 5 || columns == 6) << columns << "\n" << text;
}

TEST(RunCsv, has_one_row_for_each_sample) {
  const std::string text = run_csv(std::vector{throttled_gemm(), run_with_gaps()});
  std::size_t samples = 0;
  for (const RunRecord& record : {throttled_gemm(), run_with_gaps()}) {
    for (const Series& series : record.series) samples += series.at.size();
  }
  EXPECT_EQ(lines(text).size(), samples + 1);
  EXPECT_TRUE(text.starts_with("run,metric,unit,seconds,value\n"));
  EXPECT_TRUE(has(text, "\n20261128-171502-4711,gpu.power,watts,0,12\n")) << text.substr(0, 400);
}

TEST(RunCsv, leaves_empty_what_is_not_known) {
  const std::string text = run_csv(std::vector{run_with_gaps()});
  EXPECT_TRUE(has(text, "\n20261128-191502-4713,gpu.sm_clock,hertz,0,\n"));
  EXPECT_FALSE(has(text, "nan"));
}

TEST(RunCsv, gives_every_digit_of_a_number) {
  RunRecord record;
  record.id = "x";
  record.series = {{"m", Unit::none, {0.1}, {1.0 / 3}}};
  EXPECT_TRUE(run_csv(std::vector{record}).ends_with("\nx,m,none,0.1,0.3333333333333333\n"));
}

TEST(RunCsv, quotes_what_would_break_a_row_and_disarms_formulas) {
  RunRecord record;
  record.id = "a,\"b\"\nc";
  record.series = {{"=1+1", Unit::none, {0}, {-1}}, {" m", Unit::none, {0}, {1}}};
  EXPECT_EQ(run_csv(std::vector{record}),
            "run,metric,unit,seconds,value\n"
            "\"a,\"\"b\"\"\nc\",'=1+1,none,0,-1\n"
            "\"a,\"\"b\"\"\nc\",\" m\",none,0,1\n");
}

}  // namespace
}  // namespace gb10
