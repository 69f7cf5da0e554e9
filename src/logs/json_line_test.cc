#include "logs/json_line.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

TEST(JsonLine, says_its_message_unescaped) {
  EXPECT_EQ(said_by_json(R"({"log":"ValueError: \"x\"\n","stream":"stderr","time":"t"})"),
            "ValueError: \"x\"\n");
  EXPECT_EQ(said_by_json(R"(  {"level":"error","msg":"no GPU"} )"), "no GPU");
  EXPECT_EQ(said_by_json(R"({"MESSAGE":"Xid 79","_PID":"1"})"), "Xid 79");
}

TEST(JsonLine, says_message_and_trace_a_line_each) {
  EXPECT_EQ(said_by_json(R"({"exc_info":"Traceback\nValueError: x","message":"it failed"})"),
            "it failed\nTraceback\nValueError: x");
  EXPECT_EQ(said_by_json(R"({"log":"a\n","error":"b"})"), "a\nb");
}

TEST(JsonLine, knows_each_member_that_programs_use) {
  for (const char* const member :
       {"log", "message", "msg", "MESSAGE", "event", "text", "body", "error", "err", "exc",
        "exception", "exc_info", "stacktrace", "traceback"}) {
    EXPECT_EQ(said_by_json("{\"" + std::string(member) + "\": \"said\"}"), "said") << member;
  }
}

TEST(JsonLine, that_says_no_text_is_none) {
  for (const char* const line :
       {"", "{}", R"({"log":""})", R"({"log":7})", R"({"msg":{"a":"b"}})", R"({"other":"text"})",
        R"(["log","x"])", R"({"log":"x")", R"({"log":"x"} {"log":"y"})", R"({log: x})",
        "{'log': 'x'}", R"(said {"log":"x"})"}) {
    EXPECT_FALSE(said_by_json(line).has_value()) << line;
  }
}

TEST(JsonLine, that_is_too_long_is_not_read) {
  const std::string text(300 * 1024, 'x');
  EXPECT_FALSE(said_by_json("{\"log\":\"" + text + "\"}").has_value());
  EXPECT_TRUE(said_by_json("{\"log\":\"" + text.substr(0, 1000) + "\"}").has_value());
}

TEST(JsonLine, nested_without_end_is_none) {
  EXPECT_FALSE(said_by_json(R"({"log":)" + std::string(50000, '[') + "}").has_value());
}

}  // namespace
}  // namespace gb10
