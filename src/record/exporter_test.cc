#include "record/exporter.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "record/http.h"

namespace gb10 {
namespace {

using namespace std::chrono_literals;

Descriptor connected(int port) {
  Descriptor out(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in where{};
  where.sin_family = AF_INET;
  where.sin_port = htons(static_cast<std::uint16_t>(port));
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK(::connect(out.get(), reinterpret_cast<sockaddr*>(&where), sizeof where) == 0);
  const timeval patience{10, 0};
  ::setsockopt(out.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  return out;
}

void send_all(const Descriptor& to, std::string_view text) {
  static_cast<void>(::send(to.get(), text.data(), text.size(), MSG_NOSIGNAL));
}

std::string all_of(const Descriptor& from) {
  std::string out;
  char buffer[4096];
  for (ssize_t n = 0; (n = ::recv(from.get(), buffer, sizeof buffer, 0)) > 0;)
    out.append(buffer, static_cast<std::size_t>(n));
  return out;
}

class Exported : public testing::Test {
 protected:
  Exported() : exporter_(*Exporter::open(":0")) {
    exporter_.serve([] { return std::string("gb10_x 1\n"); }, 300ms);
  }
  std::string asked(std::string_view request) const {
    const Descriptor socket = connected(exporter_.port());
    send_all(socket, request);
    return all_of(socket);
  }
  int port() const { return exporter_.port(); }

 private:
  Exporter exporter_;
};

TEST_F(Exported, metrics_come_in_their_format) {
  const std::string answer = asked("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\n")) << answer;
  EXPECT_NE(answer.find("Content-Type: text/plain; version=0.0.4"), std::string::npos);
  EXPECT_TRUE(answer.ends_with("\r\n\r\ngb10_x 1\n"));
}

TEST_F(Exported, the_first_page_leads_there) {
  EXPECT_NE(asked("GET / HTTP/1.0\r\n\r\n").find("href=\"/metrics\""), std::string::npos);
}

TEST_F(Exported, everything_else_is_refused) {
  EXPECT_TRUE(asked("GET /etc/passwd HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 "));
  EXPECT_TRUE(asked("GET /metrics/../x HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 "));
  EXPECT_TRUE(
      asked("POST /metrics HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi").starts_with("HTTP/1.1 405 "));
  EXPECT_TRUE(asked("HEAD / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405 "));
  EXPECT_TRUE(asked("nonsense\r\n\r\n").starts_with("HTTP/1.1 400 "));
  EXPECT_TRUE(asked(std::string(100000, 'x')).starts_with("HTTP/1.1 400 "));
}

TEST_F(Exported, a_request_may_come_byte_by_byte) {
  const Descriptor socket = connected(port());
  for (const char c : std::string_view("GET /metrics HTTP/1.1\r\n\r\n")) send_all(socket, {&c, 1});
  EXPECT_TRUE(all_of(socket).starts_with("HTTP/1.1 200 "));
}

TEST_F(Exported, clients_that_say_nothing_lose_their_place_and_hold_nobody) {
  std::vector<Descriptor> silent;
  for (std::size_t i = 0; i + 1 < Exporter::kMostClients; ++i) silent.push_back(connected(port()));
  const auto before = std::chrono::steady_clock::now();
  EXPECT_TRUE(asked("GET /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 200 "));
  EXPECT_LT(std::chrono::steady_clock::now() - before, 250ms);
  for (const Descriptor& each : silent) EXPECT_EQ(all_of(each), "");
}

TEST_F(Exported, more_clients_than_there_is_room_for_wait) {
  std::vector<Descriptor> silent;
  for (std::size_t i = 0; i < 2 * Exporter::kMostClients; ++i) silent.push_back(connected(port()));
  EXPECT_TRUE(asked("GET /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 200 "));
}

TEST_F(Exported, a_client_that_goes_away_does_no_harm) {
  for (int i = 0; i < 50; ++i) {
    const Descriptor socket = connected(port());
    if (i % 2 == 0) send_all(socket, "GET /metrics HTTP/1.1\r\n\r\n");
  }
  EXPECT_TRUE(asked("GET /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 200 "));
}

TEST(Exporter, a_client_that_takes_nothing_does_not_hold_the_end) {
  Exporter exporter = *Exporter::open("127.0.0.1:0");
  exporter.serve([] { return std::string(50 << 20, 'x'); }, 10s);
  const Descriptor socket = connected(exporter.port());
  send_all(socket, "GET /metrics HTTP/1.1\r\n\r\n");
  char first = 0;
  ASSERT_EQ(::recv(socket.get(), &first, 1, 0), 1);
}

TEST(Exporter, places_to_listen_at) {
  EXPECT_TRUE(Exporter::open("localhost:0").ok());
  const Exporter own = *Exporter::open(":0");
  EXPECT_EQ(own.url(), fmt::format("http://127.0.0.1:{}/metrics", own.port()));
  EXPECT_TRUE(Exporter::open("0.0.0.0:0").ok());
  for (const char* const address :
       {"", "9410", ":", ":x", ":65536", ":-1", "::1:9410", "no such host:1", "[127.0.0.1:1"}) {
    const auto opened = Exporter::open(address);
    ASSERT_FALSE(opened.ok()) << address;
    EXPECT_EQ(opened.error().kind, Error::Kind::invalid) << address;
  }
  const Exporter first = *Exporter::open(":0");
  EXPECT_EQ(Exporter::open(fmt::format(":{}", first.port())).error().kind, Error::Kind::busy);
}

}  // namespace
}  // namespace gb10
