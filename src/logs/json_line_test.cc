#include "logs/json_line.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

std::optional<std::string> said(std::string_view line) {
  const auto read = json_line(line);
  return read ? std::optional(read->said) : std::nullopt;
}

TEST(JsonLine, says_its_message_unescaped) {
  EXPECT_EQ(said(R"({"log":"ValueError: \"x\"\n","stream":"stderr","time":"t"})"),
            "ValueError: \"x\"\n");
  EXPECT_EQ(said(R"(  {"level":"error","msg":"no GPU"} )"), "no GPU");
  EXPECT_EQ(said(R"({"MESSAGE":"Xid 79","_PID":"1"})"), "Xid 79");
}

TEST(JsonLine, says_message_and_trace_a_line_each) {
  EXPECT_EQ(said(R"({"exc_info":"Traceback\nValueError: x","message":"it failed"})"),
            "it failed\nTraceback\nValueError: x");
  EXPECT_EQ(said(R"({"log":"a\n","error":"b"})"), "a\nb");
}

TEST(JsonLine, knows_each_member_that_programs_use) {
  for (const char* const member :
       {"log", "message", "msg", "MESSAGE", "event", "text", "body", "error", "err", "exc",
        "exception", "exc_info", "stacktrace", "traceback"}) {
    EXPECT_EQ(said("{\"" + std::string(member) + "\": \"said\"}"), "said") << member;
  }
}

TEST(JsonLine, that_says_no_text_is_none) {
  for (const char* const line :
       {"", "{}", R"({"log":""})", R"({"log":7})", R"({"msg":{"a":"b"}})", R"({"other":"text"})",
        R"(["log","x"])", R"({"log":"x")", R"({"log":"x"} {"log":"y"})", R"({log: x})",
        "{'log': 'x'}", R"(said {"log":"x"})"}) {
    EXPECT_FALSE(said(line).has_value()) << line;
  }
}

TEST(JsonLine, that_is_too_long_is_not_read) {
  const std::string text(300 * 1024, 'x');
  EXPECT_FALSE(said("{\"log\":\"" + text + "\"}").has_value());
  EXPECT_TRUE(said("{\"log\":\"" + text.substr(0, 1000) + "\"}").has_value());
}

TEST(JsonLine, nested_without_end_is_none) {
  EXPECT_FALSE(said(R"({"log":)" + std::string(50000, '[') + "}").has_value());
}

TEST(JsonLine, says_when_it_was_written_and_that_it_is_fine) {
  const auto fine = json_line(R"({"level":"Info","msg":"x","time":"2026-08-12T14:02:51.5Z"})");
  ASSERT_TRUE(fine.has_value());
  EXPECT_TRUE(fine->says_it_is_fine);
  ASSERT_TRUE(fine->time.has_value());
  EXPECT_EQ(fine->time->second, 14 * 3600 + 2 * 60 + 51.5);
  const auto bad = json_line(R"({"severity":"ERROR","msg":"x","ts":"yesterday"})");
  ASSERT_TRUE(bad.has_value());
  EXPECT_FALSE(bad->says_it_is_fine);
  EXPECT_FALSE(bad->time.has_value());
}

}  // namespace
}  // namespace gb10
