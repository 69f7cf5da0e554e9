#include "record/http.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

TEST(Http, a_request_is_read_once_its_headers_end) {
  const std::string whole = "GET /metrics?x=1 HTTP/1.1\r\nHost: a:9410\r\nAccept: */*\r\n\r\n";
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const auto request = http_request(whole.substr(0, i));
    ASSERT_TRUE(request.ok()) << i;
    EXPECT_FALSE(*request) << i;
  }
  const auto request = http_request(whole);
  ASSERT_TRUE(request.ok() && *request);
  EXPECT_EQ((*request)->method, "GET");
  EXPECT_EQ((*request)->path, "/metrics");
  EXPECT_TRUE(*http_request("GET / HTTP/1.0\n\n")) << "as typed by hand";
  EXPECT_EQ((*http_request(whole + "more"))->path, "/metrics");
}

TEST(Http, what_is_no_request_is_refused) {
  const std::string cases[] = {
      "\r\n\r\n",
      "GET\r\n\r\n",
      "GET /\r\n\r\n",
      "GET / HTTP/2.0\r\n\r\n",
      "GET / HTTP/1.1 \r\n\r\n",
      "G(T / HTTP/1.1\r\n\r\n",
      "GET metrics HTTP/1.1\r\n\r\n",
      "GET http://a/ HTTP/1.1\r\n\r\n",
      "GET /a b HTTP/1.1\r\n\r\n",
      "GET /\x01 HTTP/1.1\r\n\r\n",
      "GET /\xff HTTP/1.1\r\n\r\n",
      std::string("GET /\0 HTTP/1.1\r\n\r\n", 19),
      "GET / HTTP/1.1\r\nno colon\r\n\r\n",
      "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
      "GET / HTTP/1.1\r\n: a\r\n\r\n",
      "GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n",
      "GET / HTTP/1.1\r\nA: \x7f\r\n\r\n",
      "\x16\x03\x01\x02\r\n\r\n",
  };
  for (const std::string& text : cases) EXPECT_FALSE(http_request(text).ok()) << text;
}

TEST(Http, a_request_without_an_end_is_refused_in_time) {
  EXPECT_TRUE(http_request(std::string(kLongestRequest - 1, 'a')).ok());
  EXPECT_FALSE(http_request(std::string(kLongestRequest, 'a')).ok());
  EXPECT_FALSE(
      http_request("GET / HTTP/1.1\r\nA: " + std::string(kLongestRequest, 'a') + "\r\n\r\n").ok());
}

TEST(Http, an_answer_tells_its_length_and_closes) {
  EXPECT_EQ(http_answer(200, "text/plain", "hello"),
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n"
            "Connection: close\r\n\r\nhello");
  EXPECT_NE(http_answer(405, "text/plain", "").find("Allow: GET\r\n"), std::string::npos);
}

}  // namespace
}  // namespace gb10
