#include "logs/samples.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/text.h"

namespace gb10 {
namespace {

using Rows = std::vector<std::string>;

/// The rows of a log, as the matcher reads it.
Rows rows(std::string_view log) {
  SampleReader reader;
  Rows out;
  for (const std::string_view line : lines(log)) {
    if (reader.begins(line) || !reader.expects_rows()) continue;
    if (const auto row = reader.row(line)) out.push_back(*row);
  }
  return out;
}

TEST(Samples, of_nvidia_smi_with_a_header) {
  EXPECT_EQ(rows("timestamp, pstate, utilization.gpu [%], clocks.current.sm [MHz], power.draw [W], "
                 "temperature.gpu\n"
                 "2026/03/11 10:12:44.118, P0, 96 %, 799 MHz, 19.48 W, 47\n"
                 "2026/03/11 10:12:45.120, P8, 0 %, 208 MHz, 4.21 W, 38\n"),
            (Rows{"gpu-sample pstate=P0 util=96 sm=799 power=19.48 temp=47",
                  "gpu-sample pstate=P8 util=0 sm=208 power=4.21 temp=38"}));
}

TEST(Samples, of_nvidia_smi_by_its_command_line_alone) {
  for (const char* const command :
       {"$ nvidia-smi --query-gpu=utilization.gpu,clocks.sm,power.draw --format=csv,noheader -l 1",
        "$ nvidia-smi --query-gpu='utilization.gpu,clocks.sm,power.draw' --format=csv,noheader",
        "$ nvidia-smi --query-gpu=\"utilization.gpu,clocks.sm,power.draw\""}) {
    EXPECT_EQ(rows(std::string(command) + "\n95 %, 690 MHz, 17.00 W\n"),
              Rows{"gpu-sample util=95 sm=690 power=17.00"})
        << command;
  }
}

TEST(Samples, of_nvidia_smi_without_units_and_with_reasons) {
  EXPECT_EQ(rows("clocks.sm, clocks.max.sm, utilization.memory, clocks_event_reasons.active\n"
                 "2405, 3003, 4, 0x0000000000000004\n"),
            Rows{"gpu-sample sm=2405 sm_max=3003 mem=4 reasons=0x0000000000000004"});
}

TEST(Samples, of_telemetry_in_csv) {
  EXPECT_EQ(rows("ts,gpu_util,sm_mhz,power_w,temp_c\n1790000000,97,1500,60.5,71\n"),
            Rows{"gpu-sample util=97 sm=1500 power=60.5 temp=71"});
}

TEST(Samples, of_dmon) {
  EXPECT_EQ(rows("# gpu    pwr  gtemp  mtemp     sm    mem    enc    dec   mclk   pclk\n"
                 "# Idx      W      C      C      %      %      %      %    MHz    MHz\n"
                 "    0     19     47      -     96      3      0      0      -    799\n"),
            Rows{"gpu-sample util=96 sm=799 mem=3 power=19 temp=47"});
}

TEST(Samples, of_an_rdma_benchmark_in_gigabits) {
  EXPECT_EQ(
      rows(" #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n"
           " 65536      5000             13.21              13.19              0.025\n"
           " 8388608    5000             92.4               92.3               0.001\n"
           "---------------------------------------------------------------\n"),
      (Rows{"rdma-sample size=65536 gbps=13.19", "rdma-sample size=8388608 gbps=92.3"}));
}

TEST(Samples, of_an_rdma_benchmark_in_other_units_are_not_taken_for_gigabits) {
  EXPECT_EQ(
      rows(" #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]\n"
           " 65536      5000             1572.1             1571.9             0.025\n"),
      Rows{});
}

TEST(Samples, cells_without_a_number_are_left_out) {
  const std::string header = "utilization.gpu [%], clocks.sm [MHz], power.draw [W], pstate\n";
  EXPECT_EQ(rows(header + "96 %, 799 MHz, [N/A], P0\n"),
            Rows{"gpu-sample pstate=P0 util=96 sm=799"});
  EXPECT_EQ(rows(header + "[N/A], 799 MHz, [Not Supported], [Unknown Error]\n"),
            Rows{"gpu-sample sm=799"});
  EXPECT_EQ(rows(header + "N/A, [N/A], 17.00 W, P0\n"), Rows{});  // neither load nor clock
}

TEST(Samples, lines_that_are_none_are_no_rows) {
  const std::string header = "utilization.gpu [%], clocks.sm [MHz]\n";
  for (const char* const line : {"", "96 %", "96 %, 799 MHz, 17 W", "some, words", "No devices",
                                 "96 % of it, 799 of MHz", ","})
    EXPECT_EQ(rows(header + line + "\n"), Rows{}) << line;
  const std::string rdma = "#bytes #iterations BW peak[Gb/sec] BW average[Gb/sec] MsgRate[Mpps]\n";
  for (const char* const line : {"65536 5000 13.2 13.1", "65536 5000 13.2 13.1 x", "a b c d e"})
    EXPECT_EQ(rows(rdma + line + "\n"), Rows{}) << line;
}

TEST(Samples, only_lines_that_name_two_columns_begin_a_table) {
  SampleReader reader;
  for (const char* const line :
       {"", "utilization.gpu [%]", "the power.draw is high, really", "# gpu", "# gpu pwr",
        "#bytes of it", "nvidia-smi --query-compute-apps=pid", "name, serial"}) {
    EXPECT_FALSE(reader.begins(line)) << line;
    EXPECT_FALSE(reader.expects_rows());
  }
}

TEST(Samples, rows_may_stand_among_other_lines_for_a_while) {
  std::string log = "utilization.gpu [%], clocks.sm [MHz]\n";
  for (int i = 0; i < 40; ++i) log += "INFO something else\n";
  EXPECT_EQ(rows(log + "96 %, 799 MHz\n").size(), 1U);
  log += "INFO something else\n";
  EXPECT_EQ(rows(log + "96 %, 799 MHz\n"), Rows{});
  EXPECT_EQ(rows(log + "utilization.gpu, clocks.sm\n96 %, 799 MHz\n").size(), 1U);
}

TEST(Samples, a_table_ends_where_another_begins) {
  EXPECT_EQ(rows("utilization.gpu, clocks.sm\n96, 799\nclocks.sm, utilization.gpu\n799, 96\n"),
            (Rows{"gpu-sample util=96 sm=799", "gpu-sample util=96 sm=799"}));
}

TEST(Samples, very_long_lines_are_neither_headers_nor_rows) {
  const std::string filler(3000, 'x');
  SampleReader reader;
  EXPECT_FALSE(reader.begins("utilization.gpu, clocks.sm, " + filler));
  ASSERT_TRUE(reader.begins("utilization.gpu, clocks.sm, name"));
  EXPECT_FALSE(reader.row("96, 799, " + filler).has_value());
}

TEST(Samples, every_header_has_one_of_the_literals) {
  const std::vector<std::string>& anchors = SampleReader::anchors();
  for (const std::string& anchor : anchors) EXPECT_GE(anchor.size(), 6U);
  for (const char* const header :
       {"timestamp, utilization.gpu [%], clocks.sm [MHz]", "ts,gpu_util,sm_mhz,power_w,temp_c",
        "# gpu    pwr  gtemp  mtemp     sm    mem", "nvidia-smi --query-gpu=pstate",
        "#bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]"}) {
    const std::string_view line = header;
    EXPECT_TRUE(std::any_of(anchors.begin(), anchors.end(), [&](const std::string& anchor) {
      return line.find(anchor) != std::string_view::npos;
    })) << header;
  }
}

}  // namespace
}  // namespace gb10
