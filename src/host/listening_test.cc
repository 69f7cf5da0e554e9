#include "host/listening.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace gb10 {
namespace {

TEST(Listening, sockets_are_those_in_that_state) {
  const auto found = listening_sockets(
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt uid timeout "
      "inode\n"
      "   0: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 777 1 0\n"
      "   1: 0100007F:1F91 0100007F:9999 01 00000000:00000000 00:00000000 00000000 0 0 778 1 0\n"
      "   2: nonsense\n");
  EXPECT_EQ(found, (std::map<std::uint64_t, int>{{777, 8080}}));
}

TEST(Listening, of_this_process_is_found) {
  const std::int64_t self = ::getpid();
  const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(file, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_TRUE(listening_ports({&self, 1}).empty());
  ASSERT_EQ(::listen(file, 1), 0);
  ASSERT_EQ(::getsockname(file, reinterpret_cast<sockaddr*>(&address), &size), 0);
  EXPECT_EQ(listening_ports({&self, 1}), std::set<int>{ntohs(address.sin_port)});
  ::close(file);
}

}  // namespace
}  // namespace gb10
