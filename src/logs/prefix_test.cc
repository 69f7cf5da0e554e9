#include "logs/prefix.h"

#include <ostream>

#include <gtest/gtest.h>

namespace gb10 {
namespace {

constexpr double kMorning = 10 * 3600 + 12 * 60 + 44;  // 10:12:44
constexpr std::int64_t kDay = 20523;                   // 2026-03-11

struct Case {
  std::string_view line, message, source;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.line; }

class Prefixes : public testing::TestWithParam<Case> {};

TEST_P(Prefixes, are_taken_off) {
  const LogLine line = taken_apart(GetParam().line);
  EXPECT_EQ(line.message, GetParam().message);
  EXPECT_EQ(line.source, GetParam().source);
}

INSTANTIATE_TEST_SUITE_P(
    OneKind, Prefixes,
    testing::Values(
        Case{"vllm-1  | ValueError: x", "ValueError: x", "vllm-1"},
        Case{"open-webui |", "", "open-webui"},
        Case{"[pod/vllm-0/server] ValueError: x", "ValueError: x", "vllm-0/server"},
        Case{"Mar 11 10:12:44 node-a kernel: NVRM: Xid", "NVRM: Xid", "node-a"},
        Case{"Mar  1 10:12:44 node-a vllm[140]: ValueError: x", "ValueError: x", "node-a"},
        Case{"2026-03-11T10:12:44.118000+01:00 node-a kernel: oops", "oops", "node-a"},
        Case{"2026-03-11T10:12:44.118Z ValueError: x", "ValueError: x", ""},
        Case{"2026-03-11T10:12:44.118000000Z stderr F ValueError: x", "ValueError: x", ""},
        Case{"2026/03/11 10:12:44 listening", "listening", ""},
        Case{"2026-03-11 10:12:44.118: W tensorflow", "W tensorflow", ""},
        Case{"2026-03-11 10:12:44: W tensorflow", "W tensorflow", ""},
        Case{"[2026-03-11 10:12:44 TP0] Load weight end.", "Load weight end.", ""},
        Case{"[2026-03-11 10:12:44] server args", "server args", ""},
        Case{"[    6.221004] NVRM: loading", "NVRM: loading", ""},
        Case{"[    6.221004][  T123] NVRM: loading", "NVRM: loading", ""},
        Case{"[Wed Mar 11 10:12:44 2026] NVRM: Xid", "NVRM: Xid", ""},
        Case{"<4>[12345.678901] NVRM: Xid", "NVRM: Xid", ""},
        Case{"(EngineCore_DP0 pid=140) ValueError: x", "ValueError: x", "EngineCore_DP0"},
        Case{"(RayWorkerWrapper pid=812, ip=192.0.2.7) x", "x", "RayWorkerWrapper"},
        Case{"(raylet) The node died", "The node died", "raylet"},
        Case{"[rank0]: Traceback", "Traceback", "[rank0]"},
        Case{"[default3]:Traceback", "Traceback", "[default3]"},
        Case{"[1,0]<stderr>: NCCL WARN", "NCCL WARN", "[1,0]"},
        Case{"ERROR 09-03 19:26:40 [core.py:1330] EngineCore failed", "EngineCore failed", ""},
        Case{"[INFO] started", "started", ""}, Case{"WARNING: careful", "careful", ""},
        Case{"INFO:     Started server process", "Started server process", ""},
        Case{"E1103 09:14:03.101922       1 main.go:177] failed", "failed", ""},
        Case{"08:13:58 ERR GRPC(model-127.0.0.1:39021): stderr out of memory", "out of memory", ""},
        Case{"08:13:58 INF started", "started", ""}, Case{"19:40:21 | loaded", "loaded", ""}));

INSTANTIATE_TEST_SUITE_P(
    Stacked, Prefixes,
    testing::Values(
        Case{"vllm-1  | (EngineCore_DP0 pid=140) ERROR 03-11 10:12:44 [core.py:1330] failed",
             "failed", "vllm-1"},
        Case{"Mar 11 10:12:44 node-a docker[7]: (APIServer pid=1) INFO:     started", "started",
             "node-a"},
        Case{"2026-03-11T10:12:44.118Z [rank1]: ValueError: x", "ValueError: x", "[rank1]"},
        Case{"2026-03-11 10:12:44,118 INFO server: listening", "listening", ""},
        Case{"2026-03-11 10:12:44 ERROR worker.py: ValueError: x", "ValueError: x", ""},
        Case{"[1,0]<stdout>:[2026-03-11 10:12:44 TP0] x", "x", "[1,0]"},
        Case{"Mar 11 10:12:44 node-a kernel: [    6.221004] NVRM: Xid", "NVRM: Xid", "node-a"}));

class Lookalikes : public testing::TestWithParam<const char*> {};

TEST_P(Lookalikes, stay_as_they_are) {
  const LogLine line = taken_apart(GetParam());
  EXPECT_EQ(line.message, GetParam());
  EXPECT_EQ(line.source, "");
  EXPECT_FALSE(line.time.has_value());
  EXPECT_FALSE(line.says_it_is_fine);
}

INSTANTIATE_TEST_SUITE_P(
    Lines, Lookalikes,
    testing::Values("", " ", "ValueError: x", "| N/A   42C    P0 |", "1  | 2", "a|b", "a |b",
                    "[pod/vllm-0", "[pod/] x", "Mar 11 node-a kernel: x", "Mar 11 10:12 x",
                    "Mad 11 10:12:44 node-a kernel: x", "2026-03-11", "2026-03-11 is a day",
                    "2026-03-11 25:00:00 x", "2026-03-11 10:12:44x", "[2026-03-11 10:12:44",
                    "[1, 2, 3]", "[6] x", "[ab] x", "[a.b] x", "[6.2 x", "<x> y", "<1234> x",
                    "(see below) x", "(4711 pid=1) x", "(x pid=1)y", "(x pid=1", "[rank]: x",
                    "[rankx]: x", "[1,0] x", "[1,0]<stdfoo> x", "INFORMATION: x", "Info: x",
                    "INFOx", "[INFO x", "E1103 x", "Elephants 09:14:03 x", "08:13:58",
                    "8:13:58 INF x", "08:13:58 XYZ x", "08:13:61 INF x", "FAILED: x",
                    "http://192.0.2.1:8000/ x"));

TEST(Prefix, tells_the_day_and_the_second) {
  for (const char* const line :
       {"2026-03-11T10:12:44.5Z x", "2026-03-11 10:12:44,5 x", "2026/03/11 10:12:44.500 x",
        "[2026-03-11 10:12:44.5] x", "2026-03-11T11:12:44.5+0100 node kernel: x",
        "2026-03-11T06:42:44.5-03:30 node kernel: x"}) {
    const LogLine read = taken_apart(line);
    ASSERT_TRUE(read.time.has_value()) << line;
    EXPECT_EQ(read.time->day, kDay) << line;
    EXPECT_TRUE(read.time->has_year);
    EXPECT_DOUBLE_EQ(read.time->second, kMorning + 0.5) << line;
  }
}

TEST(Prefix, tells_the_day_of_an_unknown_year) {
  for (const char* const line :
       {"Mar 11 10:12:44 node-a kernel: x", "ERROR 03-11 10:12:44 [a.py:1] x",
        "W0311 10:12:44.000000 7 a.go:1] x"}) {
    const LogLine read = taken_apart(line);
    ASSERT_TRUE(read.time.has_value()) << line;
    EXPECT_EQ(read.time->day, 311);
    EXPECT_FALSE(read.time->has_year);
    EXPECT_DOUBLE_EQ(read.time->second, kMorning);
  }
}

TEST(Prefix, tells_the_second_of_an_unknown_day) {
  const LogLine read = taken_apart("10:12:44 | x");
  ASSERT_TRUE(read.time.has_value());
  EXPECT_FALSE(read.time->day.has_value());
  EXPECT_DOUBLE_EQ(read.time->second, kMorning);
}

TEST(Prefix, days_are_those_of_the_calendar) {
  EXPECT_EQ(taken_apart("1970-01-01 00:00:00 x").time->day, 0);
  EXPECT_EQ(taken_apart("2000-02-29 00:00:00 x").time->day, 11016);
  EXPECT_EQ(taken_apart("2024-03-01 00:00:00 x").time->day, 19783);
  EXPECT_EQ(taken_apart("2026-12-31 23:59:60 x").time->day, 20818);
}

TEST(Prefix, the_first_time_and_the_first_name_count) {
  const LogLine read = taken_apart("vllm-1 | 2026-03-11 10:12:44 [rank0]: ERROR 01-02 03:04:05 x");
  EXPECT_EQ(read.time->day, kDay);
  EXPECT_EQ(read.source, "vllm-1");
  EXPECT_EQ(read.message, "x");
}

TEST(Prefix, a_level_says_whether_all_is_fine) {
  for (const char* const line :
       {"INFO: x", "DEBUG 03-11 10:12:44 x", "[INFO] x", "I0311 10:12:44.0 7 a.go:1] x",
        "10:12:44 INF x", "10:12:44 DBG x", "TRACE x", "2026-03-11 10:12:44 INFO worker: x"})
    EXPECT_TRUE(taken_apart(line).says_it_is_fine) << line;
  for (const char* const line :
       {"WARNING: x", "ERROR 03-11 10:12:44 x", "[CRITICAL] x", "E0311 10:12:44.0 7 a.go:1] x",
        "10:12:44 ERR x", "FATAL x", "x", "2026-03-11 10:12:44 ERROR worker: x"})
    EXPECT_FALSE(taken_apart(line).says_it_is_fine) << line;
}

TEST(Prefix, stacked_without_end_is_taken_off_a_few_times) {
  std::string line;
  for (int i = 0; i < 1000; ++i) line += "a | ";
  EXPECT_EQ(taken_apart(line).message.size(), line.size() - std::size_t{8} * 4);
}

TEST(Prefix, of_the_shortest_lines_is_read_no_further_than_they_go) {
  const std::string line =
      "Mar 11 10:12:44 h p[1]: 2026-03-11T10:12:44.1+01:00 [2026-03-11 10:12:44 TP0] [rank0]: "
      "[1,0]<stderr>: (a pid=1) ERROR 03-11 10:12:44 [a.py:1] E1103 09:14:03.1 1 a.go:1] ";
  for (std::size_t begin = 0; begin < line.size(); ++begin) {
    for (std::size_t size = 0; begin + size <= line.size(); ++size) {
      const std::string part = line.substr(begin, size);
      const LogLine read = taken_apart(part);
      ASSERT_TRUE(part.ends_with(read.message)) << part;
    }
  }
}

}  // namespace
}  // namespace gb10
