#include "host/listening.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

namespace gb10 {
namespace {

TEST(Listening, sockets_are_those_in_that_state) {
  const auto found = listening_sockets(
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt uid timeout "
      "inode\n"
      "   0: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 777 1 0\n"
      "   1: 0100007F:1F91 0100007F:9999 01 00000000:00000000 00:00000000 00000000 0 0 778 1 0\n"
      "   2: nonsense\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.at(777).port, 8080);
  EXPECT_FALSE(found.at(777).is_ipv6);
}

TEST(Listening, addresses_of_both_families_are_read) {
  const auto found = listening_sockets(
      "   0: 0A01A8C0:1F90 00000000:0000 0A 0:0 00:0 0 0 0 777 1 0\n"
      "   1: 00000000000000000000000001000000:1F91 0:0 0A 0:0 00:0 0 0 0 778 1 0\n"
      "   2: 0A01A8:1F91 0:0 0A 0:0 00:0 0 0 0 779 1 0\n");
  ASSERT_EQ(found.size(), 2U);
  const std::array<unsigned char, 16> four = {192, 168, 1, 10};
  EXPECT_EQ(found.at(777).address, four);
  std::array<unsigned char, 16> six{};
  six[15] = 1;
  EXPECT_EQ(found.at(778).address, six);
  EXPECT_TRUE(found.at(778).is_ipv6);
}

/// A server that answers one question with `answer`; whether it is taken for one that serves.
bool is_taken(const char* answer) {
  const int file = ::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_addr = in6addr_loopback;
  socklen_t size = sizeof address;
  EXPECT_EQ(::bind(file, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_EQ(::listen(file, 1), 0);
  std::jthread server([&] {
    const int client = ::accept(file, nullptr, nullptr);
    char asked[200];
    EXPECT_GT(::recv(client, asked, sizeof asked, 0), 0);
    EXPECT_GT(::send(client, answer, std::strlen(answer), MSG_NOSIGNAL), 0);
    ::close(client);
  });
  const std::int64_t self = ::getpid();
  const auto places = listening_at({&self, 1});
  const bool taken = !places.empty() && serves(*places.begin());
  server.join();
  ::close(file);
  return taken;
}

TEST(Listening, servers_that_have_loaded_are_told_from_those_that_load) {
  EXPECT_TRUE(is_taken("HTTP/1.1 200 OK\r\n\r\n"));
  EXPECT_TRUE(is_taken("HTTP/1.0 404 Not Found\r\n\r\n"));
  EXPECT_FALSE(is_taken("HTTP/1.1 503 Service Unavailable\r\n\r\n"));
  EXPECT_FALSE(is_taken("+PONG, which is another protocol"));
}

TEST(Listening, of_this_process_is_found) {
  const std::int64_t self = ::getpid();
  const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(file, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_TRUE(listening_at({&self, 1}).empty());
  ASSERT_EQ(::listen(file, 1), 0);
  ASSERT_EQ(::getsockname(file, reinterpret_cast<sockaddr*>(&address), &size), 0);
  const auto places = listening_at({&self, 1});
  ASSERT_EQ(places.size(), 1U);
  EXPECT_EQ(places.begin()->port, ntohs(address.sin_port));
  ::close(file);
}

}  // namespace
}  // namespace gb10
